//! Shared by all jobs: the `feed` that reads puzzles, the ordered `pump` that works on all
//! cores, the `journal` from which a `durable` job resumes, `lines` for jobs that write an
//! answer per puzzle, the names of the `outputs`, shards, observers and the panic guard.

pub(crate) mod durable;
pub(crate) mod error;
pub(crate) mod feed;
pub(crate) mod inputs;
pub(crate) mod journal;
pub(crate) mod line_output;
pub mod lines;
mod outputs;
pub mod pool;
pub(crate) mod pump;
pub(crate) mod records;
pub(crate) mod waiting;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

pub use error::Error;
pub use inputs::{skip_other_outputs, skip_own_outputs};
pub use outputs::Outputs;
pub use waiting::WaitingLine;

use crate::io::{IfExists, exists, fail_if_exists};
use gradus_engine::halt::Halted;

/// How a job starts if files of its outputs exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartMode {
    /// Fails.
    Fresh,
    /// Resumes an interrupted job.
    Resume,
    /// Overwrites them.
    Overwrite,
}

impl StartMode {
    /// How a commit of the outputs treats existing files.
    pub(crate) fn if_exists(self) -> IfExists {
        match self {
            StartMode::Overwrite => IfExists::Replace,
            StartMode::Fresh | StartMode::Resume => IfExists::Fail,
        }
    }
}

/// Refuses to overwrite outputs, or the journal of an interrupted job.
pub(crate) fn refuse(journal: Option<&Path>, outputs: &[PathBuf]) -> Result<(), Error> {
    match journal.filter(|path| exists(path)) {
        None => Ok(fail_if_exists(outputs.iter().map(PathBuf::as_path))?),
        Some(path) => Err(Error::Exists {
            path: path.to_path_buf(),
            resumable: true,
        }),
    }
}

/// The default number of threads: all cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Runs a function that works on one puzzle, and catches its panics: a panic costs that
/// puzzle, not the job. A halted search goes on to unwind: it has no result.
pub(crate) fn catch_defect<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let defect = "gradus failed on this puzzle, which is a defect: please report it";
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        if payload.is::<Halted>() {
            resume_unwind(payload);
        }
        defect.to_string()
    })
}

/// A part of a job that runs separately and is merged afterwards: shard I of N has the rows
/// whose number is I modulo N.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The index, from 0.
    pub index: u64,
    /// The number of shards.
    pub count: u64,
}

impl Shard {
    /// The only shard of a complete job.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Returns true if a row belongs to the shard.
    pub(crate) fn has(self, row: u64) -> bool {
        row % self.count == self.index
    }
}

/// A text that is not a shard.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("a shard is I/N with I from 0 to N-1: the shards of three are 0/3, 1/3 and 2/3")]
pub struct NotAShard;

impl FromStr for Shard {
    type Err = NotAShard;

    fn from_str(text: &str) -> Result<Self, NotAShard> {
        let (index, count) = text.split_once('/').ok_or(NotAShard)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| NotAShard);
        let (index, count) = (number(index)?, number(count)?);
        let shard = Shard { index, count };
        (index < count).then_some(shard).ok_or(NotAShard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// The progress of a job.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The number of finished rows.
    pub rows: u64,
    /// The number of these from earlier runs.
    pub rows_before: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// The finished fraction of the job, if its size is known.
    pub share: Option<f64>,
    /// The line that the others wait for, if it takes long.
    pub waiting: Option<WaitingLine<'a>>,
    /// A note about the progress.
    pub note: Option<&'a dyn fmt::Display>,
}

/// Receives progress.
pub trait Observer {
    /// Reports the progress.
    fn progress(&mut self, _snapshot: &Snapshot) {}

    /// All rows are in the journal, and the output is being written.
    fn rendering(&mut self, _rows: u64) {}

    /// Reports a note.
    fn note(&mut self, _message: &str) {}

    /// A line was rejected for a reason.
    fn rejected(&mut self, _reason: &str) {}

    /// Reports a problem that does not stop the job.
    fn warn(&mut self, _message: &str) {}

    /// The job was asked to stop after this many rows, and some puzzles neither end nor can be
    /// halted. Everything that is finished is durable, so a program may exit now; if this returns,
    /// the job waits.
    fn overdue(&mut self, _rows: u64) {}
}

/// The connection between a running job and its user.
pub(crate) struct Control<'a> {
    /// Set to stop the job.
    pub stop: &'a AtomicBool,
    /// Receives progress.
    pub observer: &'a mut dyn Observer,
}

/// Ignores progress.
pub struct Quiet;

impl Observer for Quiet {}
