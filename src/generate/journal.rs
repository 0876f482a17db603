//! What is kept of a job while it runs: the puzzles so far and where to go on, in frames of
//! a [`Journal`] beside the output. The output is written from it at the end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::footer::Footer;
use super::given::Read;
use super::kind::Kind;
use crate::input::decompress::decompressed;
use crate::runner::Error;
use crate::runner::journal::Journal;
use crate::runner::outputs::{commit, create_part, with_suffix};
use crate::table::{Compression, Encoder};

/// What a job is: it can go on only if all of this is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The version of gradus.
    pub version: String,
    /// The generator.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
    /// The puzzles that are wanted, if there is a limit.
    pub count: Option<u64>,
    /// Whether the complete grids are given.
    pub given: bool,
}

impl Description {
    /// What is not as it was, if anything is.
    pub fn difference(&self, now: &Description) -> Option<String> {
        let differs = |what: &str, then: String, now: String| {
            (then != now).then(|| format!("{what} was {then} and is now {now}"))
        };
        let count = |job: &Description| job.count.map_or("none".to_string(), |n| n.to_string());
        let grids = |job: &Description| if job.given { "given" } else { "our own" }.to_string();
        differs(
            "the version of gradus",
            self.version.clone(),
            now.version.clone(),
        )
        .or_else(|| differs("the generator", self.kind.to_string(), now.kind.to_string()))
        .or_else(|| differs("--seed", self.seed.to_string(), now.seed.to_string()))
        .or_else(|| differs("--count", count(self), count(now)))
        .or_else(|| differs("the source of grids", grids(self), grids(now)))
    }
}

/// How far a job is, after a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Units done; the number of the next.
    pub units: u64,
    /// Puzzles so far.
    pub puzzles: u64,
    /// Complete grids that were used; at the end, up to the one of the last puzzle.
    pub grids: u64,
    /// How far given grids were read.
    pub read: Read,
    /// Whether nothing more is to come.
    pub ended: bool,
}

#[derive(Serialize, Deserialize)]
enum Frame {
    /// What the job is.
    Job(Description),
    /// Lines of puzzles, and where the job is after them.
    Puzzles(String, Mark),
}

/// The journal of a job.
pub struct PuzzleJournal {
    journal: Journal,
    output: PathBuf,
}

impl PuzzleJournal {
    /// Where the journal for an output is.
    pub fn beside(output: &Path) -> PathBuf {
        with_suffix(output, ".journal")
    }

    /// Begins a journal; what was there is lost.
    pub fn create(output: &Path, job: Description) -> Result<PuzzleJournal, Error> {
        let journal = Journal::begin(&Self::beside(output), &Frame::Job(job))?;
        let output = output.to_path_buf();
        Ok(PuzzleJournal { journal, output })
    }

    /// Opens the journal of the same job, and tells where it is; none if the job was
    /// interrupted before it had begun.
    pub fn resume(
        output: &Path,
        job: &Description,
    ) -> Result<Option<(PuzzleJournal, Mark)>, Error> {
        let path = Self::beside(output);
        let (mut then, mut mark): (Option<Description>, _) = (None, Mark::default());
        let journal = Journal::reopen(&path, |frame, _| match frame {
            Frame::Job(job) => then = Some(job),
            Frame::Puzzles(_, after) => mark = after,
        })?;
        let Some((journal, then)) = journal.zip(then) else {
            return Ok(None);
        };
        if let Some(difference) = then.difference(job) {
            return Err(Error::Changed { path, difference });
        }
        let output = output.to_path_buf();
        Ok(Some((PuzzleJournal { journal, output }, mark)))
    }

    /// Appends puzzles and makes them durable.
    pub fn append(&mut self, lines: String, mark: Mark) -> Result<(), Error> {
        self.journal.append(&Frame::Puzzles(lines, mark))?;
        self.journal.sync()
    }

    /// Writes all puzzles and the footer to the output, and moves it into place.
    pub fn render(&self, footer: &Footer) -> Result<(), Error> {
        let failed = |error: io::Error| Error::output(&self.output, error);
        let file = create_part(&self.output)?;
        let compression = Compression::of_name(&self.output);
        let mut output = Encoder::new(file, compression).map_err(failed)?;
        let mut frames = self.journal.frames()?;
        while let Some(frame) = frames.next()? {
            if let Frame::Puzzles(lines, _) = frame {
                output.write_all(lines.as_bytes()).map_err(failed)?;
            }
        }
        writeln!(output, "{footer}").map_err(failed)?;
        output.finish().map_err(failed)?;
        commit(&self.output)
    }
}

/// The job that made an output which is whole; whether its grids were given is not told.
pub fn made_by(output: &Path, given: bool) -> Result<Description, Error> {
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
    })
}
