//! The output of a generate job: its units, its journal, the file written from it at the end,
//! and the last line of that file, which says how the puzzles were made.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use super::filter::Filter;
use super::grids::GridsRead;
use crate::input::{GENERATED, PuzzleLine};
use crate::io::{AtomicFile, Compression, Encoder, decompressed};
use crate::job::Error;
use crate::job::durable::{JournalFrame, JournalWriter};
use crate::table::{Asked, JobKind};
use gradus_csp::Instance;
use gradus_generate::suexg::SuexgRandom;
use gradus_generate::unit::UnitOutput;
use gradus_generate::{Generator, Product};
use gradus_puzzles::sudoku::Puzzle;

/// How puzzles were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footer {
    /// The generator.
    pub kind: Generator,
    /// Its seed.
    pub seed: u64,
    /// The number of puzzles.
    pub count: u64,
    /// The number of complete grids that the controlled-bias generator tried.
    pub grids: Option<u64>,
    /// Kind and size of squares that are not 9×9 Sudokus.
    pub squares: Option<String>,
    /// The number of puzzles of which these were chosen.
    pub tried: Option<u64>,
    /// The version of gradus.
    pub version: String,
    /// The condition by which they were chosen.
    pub condition: Option<String>,
}

/// The number of puzzles that a condition accepts, and of those that were generated.
pub(super) struct Accepted(pub u64, pub u64);

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Accepted(accepted, tried) = *self;
        let percent = 100.0 * accepted as f64 / tried.max(1) as f64;
        // Two significant digits, whatever the rate.
        let decimals = (1.0 - percent.max(1e-9).log10().floor()).clamp(1.0, 8.0) as usize;
        write!(f, "{percent:.decimals$} % of {tried} accepted")
    }
}

impl Footer {
    /// The share of the generated puzzles that the condition accepted.
    pub fn acceptance(&self) -> Option<String> {
        Some(Accepted(self.count, self.tried?).to_string())
    }
}

impl fmt::Display for Footer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, seed, count) = (self.kind, self.seed, self.count);
        write!(f, "{GENERATED}{kind} seed={seed} count={count}")?;
        if let Some(grids) = self.grids {
            write!(f, " grids={grids}")?;
        }
        if let Some(squares) = &self.squares {
            write!(f, " squares={squares}")?;
        }
        if let Some(tried) = self.tried {
            write!(f, " tried={tried}")?;
        }
        write!(f, " version={}", self.version)?;
        match &self.condition {
            Some(condition) => write!(f, "{WHERE}{condition}"),
            None => Ok(()),
        }
    }
}

/// Starts the condition, which is the rest of the line.
const WHERE: &str = " where=";

/// A line that is not a footer.
#[derive(Clone, Debug, ThisError, PartialEq, Eq)]
#[error("this line does not say how puzzles were generated")]
pub struct NotAFooter;

impl FromStr for Footer {
    type Err = NotAFooter;

    fn from_str(line: &str) -> Result<Self, NotAFooter> {
        let line = line.strip_prefix(GENERATED).ok_or(NotAFooter)?;
        let (line, condition) = match line.split_once(WHERE) {
            Some((line, condition)) => (line, Some(condition.to_string())),
            None => (line, None),
        };
        let mut words = line.split(' ');
        let kind = words.next().and_then(|word| word.parse().ok());
        let pairs: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
        let value = |key: &str| pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        let number = |key: &str| value(key).and_then(|text| text.parse().ok());
        Ok(Footer {
            kind: kind.ok_or(NotAFooter)?,
            seed: number("seed").ok_or(NotAFooter)?,
            count: number("count").ok_or(NotAFooter)?,
            grids: number("grids"),
            squares: value("squares").map(str::to_string),
            tried: number("tried"),
            condition,
            version: value("version").ok_or(NotAFooter)?.to_string(),
        })
    }
}

/// A puzzle of a unit.
pub(super) struct UnitPuzzle {
    /// Its line.
    pub line: String,
    /// The complete grids that the unit had used by then.
    pub grids: u64,
    /// Its number among the puzzles of the unit, chosen or not, from 1.
    pub number: u64,
}

/// A finished unit, and the state of its source after it.
#[derive(Default)]
pub(super) struct Unit {
    /// The chosen puzzles.
    pub puzzles: Vec<UnitPuzzle>,
    /// The puzzles that were made in total.
    pub tried: u64,
    /// The complete grids that were used in total.
    pub grids: u64,
    /// How far given grids were read.
    pub read: GridsRead,
    /// The next random numbers of a generator with a single stream of them.
    pub numbers: Option<SuexgRandom>,
}

impl Unit {
    /// A unit that does not depend on others: puzzles with their numbers of clues.
    pub(super) fn new(made: UnitOutput, filter: Option<&Filter>) -> Unit {
        let numbered = (1..).zip(&made.products);
        let chosen = numbered.filter(|(_, Product { puzzle, .. })| {
            filter.is_none_or(|filter| filter.admits(&Puzzle::Givens(*puzzle)))
        });
        let puzzle = |(number, Product { puzzle, grids, .. }): (u64, &Product)| UnitPuzzle {
            line: line(puzzle, puzzle.filled()),
            grids: *grids,
            number,
        };
        Unit {
            puzzles: chosen.map(puzzle).collect(),
            tried: made.products.len() as u64,
            grids: made.grids,
            ..Unit::default()
        }
    }

    /// A unit of one square, with its number of clues.
    pub(super) fn of_square(
        square: Option<(Box<dyn Instance>, usize)>,
        filter: Option<&Filter>,
    ) -> Unit {
        let tried = u64::from(square.is_some());
        let chosen =
            square.filter(|(puzzle, _)| filter.is_none_or(|filter| filter.admits(&**puzzle)));
        let puzzle = |(puzzle, clues): (Box<dyn Instance>, usize)| UnitPuzzle {
            line: line(puzzle, clues),
            grids: 1,
            number: 1,
        };
        Unit {
            puzzles: chosen.map(puzzle).into_iter().collect(),
            tried,
            grids: 1,
            ..Unit::default()
        }
    }
}

/// The line of a puzzle with its number of clues as the comment.
fn line(puzzle: impl fmt::Display, clues: usize) -> String {
    let (puzzle, clues) = (puzzle.to_string(), clues.to_string());
    format!("{}\n", PuzzleLine::new(&puzzle, Some(&clues)))
}

/// The progress of a job after a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UnitCheckpoint {
    /// The number of finished units.
    pub units: u64,
    /// The number of puzzles so far.
    pub puzzles: u64,
    /// The number of complete grids used; at the end, up to that of the last puzzle.
    pub grids: u64,
    /// The number of puzzles made; at the end, up to the last chosen one.
    pub tried: u64,
    /// How far given grids were read.
    pub read: GridsRead,
    /// The state of a generator with a single random stream.
    pub numbers: Option<SuexgRandom>,
    /// True if the job is complete.
    pub ended: bool,
}

/// The lines of puzzles, and the progress of the job after them.
#[derive(Serialize, Deserialize)]
pub(super) struct GeneratedLines(pub String, pub UnitCheckpoint);

impl JournalFrame for GeneratedLines {
    fn absorb(&mut self, GeneratedLines(lines, mark): GeneratedLines) -> Option<GeneratedLines> {
        self.0.push_str(&lines);
        self.1 = mark;
        None
    }
}

/// Writes all puzzles and the footer to the output, and moves it into place.
pub(super) fn render(
    log: &JournalWriter<GeneratedLines>,
    output: &Path,
    footer: &Footer,
) -> Result<(), Error> {
    let failed = Error::writing(output);
    let part = AtomicFile::create(output).map_err(&failed)?;
    let file = part.file.try_clone().map_err(&failed)?;
    let mut encoder = Encoder::new(file, Compression::from(output)).map_err(&failed)?;
    log.each(|GeneratedLines(lines, _)| encoder.write_all(lines.as_bytes()).map_err(&failed))?;
    let ended = writeln!(encoder, "{footer}").and_then(|()| encoder.finish());
    let committed = ended.and_then(|()| part.commit(log.if_exists));
    committed.map_err(&failed)
}

/// The request of the job that made an output. The footer does not say whether the grids
/// were given, and has no count if none was requested.
pub(super) fn made_by(output: &Path, now: &Asked) -> Result<Asked, Error> {
    let read = || -> io::Result<Option<Footer>> {
        let (input, _) = decompressed(BufReader::new(File::open(output)?))?;
        let last = input.lines().try_fold(None, |_, line| line.map(Some))?;
        Ok(last.and_then(|line| line.parse().ok()))
    };
    let footer = read().map_err(|error| Error::read(output, error))?;
    let footer = footer.ok_or_else(|| Error::read(output, "it was not made by gradus generate"))?;
    let mut then = now.clone();
    then.version = footer.version;
    then.condition = footer.condition;
    if let JobKind::Generate {
        generator,
        seed,
        count,
        squares,
        ..
    } = &mut then.job
    {
        *generator = footer.kind.to_string();
        *seed = footer.seed;
        *count = count.map(|_| footer.count);
        *squares = footer.squares;
    }
    Ok(then)
}
