//! What the [`Journal`] of a generate job holds: the puzzles so far and where to go on. The
//! output is written from it at the end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::footer::Footer;
use super::given::Read;
use crate::io::atomic::Part;
use crate::io::overwrite::Existing;
use crate::io::{Compression, Encoder, decompressed};
use crate::job::{Before, Error, Journal, changed};
use gradus_generate::kind::Kind;
use gradus_generate::suexg::Numbers;

/// What a job is: it can go on only if all of this is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Description {
    /// The version of gradus.
    pub version: String,
    /// The generator.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
    /// The puzzles asked for, if there is a limit.
    pub count: Option<u64>,
    /// Whether the complete grids are given.
    pub given: bool,
    /// The kind and the size of squares that are no 9×9 Sudokus.
    pub squares: Option<String>,
}

impl Description {
    /// What is not as it was, if anything is.
    pub(super) fn difference(&self, now: &Description) -> Option<String> {
        let count = |job: &Description| job.count.map_or("none".to_string(), |n| n.to_string());
        let grids = |job: &Description| if job.given { "given" } else { "our own" };
        let squares = |job: &Description| job.squares.clone().unwrap_or("sudoku:9".to_string());
        changed("the version of gradus", &self.version, &now.version)
            .or_else(|| changed("the generator", self.kind, now.kind))
            .or_else(|| changed("the seed", self.seed, now.seed))
            .or_else(|| changed("the count", count(self), count(now)))
            .or_else(|| changed("the source of grids", grids(self), grids(now)))
            .or_else(|| changed("the kind of puzzles", squares(self), squares(now)))
    }
}

/// How far a job is, after a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Units done; the number of the next.
    pub units: u64,
    /// Puzzles so far.
    pub puzzles: u64,
    /// Complete grids that were used; at the end, up to the one of the last puzzle.
    pub grids: u64,
    /// How far given grids were read.
    pub read: Read,
    /// The next random numbers of a generator that has one stream of them.
    pub numbers: Option<Numbers>,
    /// Whether nothing more is to come.
    pub ended: bool,
}

/// A part of a journal.
#[derive(Serialize, Deserialize)]
pub(super) enum Frame {
    /// What the job is.
    Job(Description),
    /// Lines of puzzles, and where the job is after them.
    Puzzles(String, Mark),
    /// The output may replace what is there.
    Replaces,
}

/// A job that has a journal.
pub(super) struct Begun {
    /// Its journal.
    pub journal: Journal<Frame>,
    /// Where it is.
    pub mark: Mark,
    /// What becomes of another file where the output should go.
    pub existing: Existing,
}

/// Begins the journal of a job.
pub(super) fn begin(path: &Path, job: Description, before: Before) -> Result<Begun, Error> {
    let mut journal = Journal::begin(path, &Frame::Job(job))?;
    let existing = match before {
        Before::Overwrite => Existing::Replace,
        Before::Refuse | Before::Resume => Existing::Keep,
    };
    if existing == Existing::Replace {
        // A job that goes on later still knows it.
        journal.append(&Frame::Replaces)?;
    }
    Ok(Begun {
        journal,
        mark: Mark::default(),
        existing,
    })
}

/// Opens the journal of the same job, and returns where it is; none if the job was
/// interrupted before it had begun.
pub(super) fn resume(path: &Path, job: &Description) -> Result<Option<Begun>, Error> {
    let (mut then, mut mark): (Option<Description>, _) = (None, Mark::default());
    let mut existing = Existing::Keep;
    let journal = Journal::reopen(path, |frame, _| match frame {
        Frame::Job(job) => then = Some(job),
        Frame::Puzzles(_, after) => mark = after,
        Frame::Replaces => existing = Existing::Replace,
    })?;
    let Some((journal, then)) = journal.zip(then) else {
        return Ok(None);
    };
    match then.difference(job) {
        None => Ok(Some(Begun {
            journal,
            mark,
            existing,
        })),
        Some(difference) => Err(Error::Changed {
            path: path.to_path_buf(),
            difference,
        }),
    }
}

/// Writes all puzzles and the footer to the output, and moves it into place.
pub(super) fn render(
    journal: &Journal<Frame>,
    output: &Path,
    footer: &Footer,
    existing: Existing,
) -> Result<(), Error> {
    let failed = Error::writing(output);
    let part = Part::create(output).map_err(&failed)?;
    let file = part.file().map_err(&failed)?;
    let mut lines = Encoder::new(file, Compression::of_name(output)).map_err(&failed)?;
    let mut frames = journal.frames()?;
    while let Some(frame) = frames.next()? {
        if let Frame::Puzzles(puzzles, _) = frame {
            lines.write_all(puzzles.as_bytes()).map_err(&failed)?;
        }
    }
    let ended = writeln!(lines, "{footer}").and_then(|()| lines.finish());
    ended.and_then(|()| part.commit(existing)).map_err(&failed)
}

/// The job that made an output which is whole; it does not say whether its grids were given.
pub(super) fn made_by(output: &Path, given: bool) -> Result<Description, Error> {
    let read = || -> io::Result<Option<Footer>> {
        let (input, _) = decompressed(BufReader::new(File::open(output)?))?;
        let mut last = None;
        for line in input.lines() {
            last = Some(line?);
        }
        Ok(last.and_then(|line| line.parse().ok()))
    };
    let footer = read().map_err(|error| Error::read(output, error))?;
    let footer = footer.ok_or_else(|| Error::read(output, "it was not made by gradus generate"))?;
    Ok(Description {
        version: footer.version,
        kind: footer.kind,
        seed: footer.seed,
        count: Some(footer.count),
        given,
        squares: footer.squares,
    })
}
