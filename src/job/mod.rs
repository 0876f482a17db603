//! What all jobs share: the `feed` that reads puzzles, the ordered `pump` that works on all
//! cores, the `journal` from which a `durable` job resumes, `lines` for jobs that write an
//! answer per puzzle, the names of the `outputs`, `rejects`, `shard`s and observers.

pub(crate) mod asked;
pub(crate) mod defect;
pub(crate) mod durable;
pub(crate) mod error;
pub(crate) mod feed;
pub(crate) mod journal;
mod kept_columns;
pub(crate) mod line_output;
pub(crate) mod lines;
pub(crate) mod observe;
pub mod outputs;
mod own_outputs;
pub(crate) mod pool;
pub(crate) mod pump;
pub(crate) mod rejects;
pub(crate) mod shard;

use std::path::{Path, PathBuf};

pub use defect::{Defect, catch_defect};
pub use error::Error;
pub use observe::{Observer, Quiet, Snapshot};
pub use outputs::Outputs;
pub use own_outputs::skip_own_outputs;
pub use shard::Shard;

use crate::io::{IfExists, exists, fail_if_exists};

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
    /// What a commit of the outputs does with existing files.
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
