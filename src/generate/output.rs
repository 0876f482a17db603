//! The output of a generate job: its units, its journal, the file written from it at the end,
//! and the last line of that file, which says how the puzzles were made.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

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
    /// The version of gradus.
    pub version: String,
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
        write!(f, " version={}", self.version)
    }
}

/// A line that is not a footer.
#[derive(Clone, Debug, ThisError, PartialEq, Eq)]
#[error("this line does not say how puzzles were generated")]
pub struct NotAFooter;

impl FromStr for Footer {
    type Err = NotAFooter;

    fn from_str(line: &str) -> Result<Self, NotAFooter> {
        let mut words = line.strip_prefix(GENERATED).ok_or(NotAFooter)?.split(' ');
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
            version: value("version").ok_or(NotAFooter)?.to_string(),
        })
    }
}

/// A finished unit, and the state of its source after it.
#[derive(Default)]
pub(super) struct Unit {
    /// The lines of the puzzles, each with the complete grids that the unit had used by then.
    pub puzzles: Vec<(String, u64)>,
    /// The complete grids that were used in total.
    pub grids: u64,
    /// How far given grids were read.
    pub read: GridsRead,
    /// The next random numbers of a generator with a single stream of them.
    pub numbers: Option<SuexgRandom>,
}

impl Unit {
    /// A unit that does not depend on others: puzzles with their numbers of clues.
    pub(super) fn new(made: UnitOutput) -> Unit {
        let line =
            |Product { puzzle, grids, .. }: &Product| (line(puzzle, puzzle.filled()), *grids);
        Unit {
            puzzles: made.products.iter().map(line).collect(),
            grids: made.grids,
            ..Unit::default()
        }
    }

    /// A unit of one square, with its number of clues.
    pub(super) fn of_square(square: Option<(Box<dyn Instance>, usize)>) -> Unit {
        let line = |(puzzle, clues): (Box<dyn Instance>, usize)| (line(puzzle, clues), 1);
        Unit {
            puzzles: square.map(line).into_iter().collect(),
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
