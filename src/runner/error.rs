//! Why a job ended before it was done.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What stopped a job.
#[derive(Debug, Error)]
pub enum Error {
    /// An input could not be read to its end.
    #[error("cannot read on in {name} after line {line}")]
    Input {
        /// Its name.
        name: String,
        /// The last line that was read.
        line: u64,
        /// What the system or the decoder said.
        source: io::Error,
    },
    /// A bad line in a job that is strict.
    #[error("{input}, line {line}: {reason}")]
    BadLine {
        /// The name of the input.
        input: String,
        /// The number of the line.
        line: u64,
        /// What is bad.
        reason: String,
    },
    /// The disk is full.
    #[error("the disk is full: cannot write {}", .0.display())]
    DiskFull(PathBuf),
    /// An output could not be written.
    #[error("cannot write {}", .path.display())]
    Output {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of a job could not be read back.
    #[error("cannot read {}: {reason}", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Something is there that would be overwritten.
    #[error("{} exists: --force overwrites it{}", .path.display(), if *.resumable { ", --resume goes on with the job that was begun" } else { "" })]
    Exists {
        /// What.
        path: PathBuf,
        /// Whether it is the journal of a job that can go on.
        resumable: bool,
    },
    /// The job that was begun is not the one that is asked for.
    #[error("{} is another job, not to be resumed: {difference} (--force begins anew)", .path.display())]
    Changed {
        /// The journal or the table.
        path: PathBuf,
        /// What was and what is.
        difference: String,
    },
    /// The job is running already.
    #[error("{} is in use: another gradus is running this job", .0.display())]
    InUse(PathBuf),
    /// Shards that do not make a whole.
    #[error("{0}")]
    Merge(String),
}

impl Error {
    /// An output could not be written; a full disk is told as such.
    pub fn output(path: &Path, source: io::Error) -> Error {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull(path),
            _ => Error::Output { path, source },
        }
    }

    /// A file of a job could not be read back.
    pub fn read(path: &Path, reason: impl ToString) -> Error {
        Error::Read {
            path: path.to_path_buf(),
            reason: reason.to_string(),
        }
    }
}
