//! Errors of jobs.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::expression::Fault;
use crate::input::ColumnError;
use crate::io::NotLocked;
use crate::io::OutputConflict;
use gradus_generate::generator::LargeSeed;

/// The error that stopped a job.
#[derive(Debug, Error)]
pub enum Error {
    /// An input could not be read to its end.
    #[error("cannot read {name} after line {line}")]
    Input {
        /// Its name.
        name: String,
        /// The last line that was read.
        line: u64,
        /// The error of the system or the decoder.
        source: io::Error,
    },
    /// The columns of an input do not fit the job.
    #[error("{input}: {error}")]
    Columns {
        /// The name of the input.
        input: String,
        /// What is wrong with them.
        error: ColumnError,
    },
    /// An input in a form that is not read: an archive, or Parquet without the feature.
    #[error("cannot read {input}: {reason}")]
    Unsupported {
        /// The name of the input.
        input: String,
        /// Which form it has, and what to do about it.
        reason: String,
    },
    /// A bad line in a job that is strict.
    #[error("{input}, line {line}: {reason}")]
    BadLine {
        /// The name of the input.
        input: String,
        /// The number of the line.
        line: u64,
        /// The reason.
        reason: String,
    },
    /// The disk is full.
    #[error("the disk is full: cannot write {}", .0.display())]
    DiskFull(PathBuf),
    /// An output could not be written.
    #[error("cannot write {}", .path.display())]
    Output {
        /// Its path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file of a job could not be read back.
    #[error("cannot read {}: {reason}", .path.display())]
    Read {
        /// Its path.
        path: PathBuf,
        /// The cause.
        reason: String,
    },
    /// An output exists.
    #[error("{} exists", .path.display())]
    Exists {
        /// Its path.
        path: PathBuf,
        /// True if it is the journal of an interrupted job.
        resumable: bool,
    },
    /// The interrupted job is not the requested one.
    #[error("{} belongs to another job: {difference}", .path.display())]
    Changed {
        /// The journal, the output or an input.
        path: PathBuf,
        /// The difference.
        difference: String,
    },
    /// An output is an input, or a file that gradus did not write.
    #[error(transparent)]
    OutputConflict(OutputConflict),
    /// Another job has the output.
    #[error(transparent)]
    NotLocked(#[from] NotLocked),
    /// A generator that does not accept the seed.
    #[error(transparent)]
    Seed(#[from] LargeSeed),
    /// The condition of a job does not fit its columns.
    #[error(transparent)]
    Condition(#[from] Fault),
    /// The workers have given up.
    #[error("the workers are gone: {0}")]
    Workers(String),
    /// Shards that cannot be merged.
    #[error("{0}")]
    Merge(String),
}

impl Error {
    /// An input could not be read beyond a line.
    pub(crate) fn input(name: &str, line: u64, source: io::Error) -> Error {
        let name = name.to_string();
        match ColumnError::of(&source) {
            Some(columns) => Error::Columns {
                input: name,
                error: columns.clone(),
            },
            None if source.kind() == io::ErrorKind::Unsupported => Error::Unsupported {
                input: name,
                reason: source.to_string(),
            },
            None => Error::Input { name, line, source },
        }
    }

    /// Returns true if another input or other options are needed: nothing was read, and nothing
    /// is to be kept.
    pub(crate) fn is_bad_input(&self) -> bool {
        matches!(self, Error::Columns { .. } | Error::Unsupported { .. })
    }

    /// An output could not be written.
    pub(crate) fn output(path: &Path, source: io::Error) -> Error {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull(path),
            io::ErrorKind::AlreadyExists => OutputConflict::NotOurs(path).into(),
            _ => Error::Output { path, source },
        }
    }

    /// A temporary file could not be written or read, probably because the disk is full.
    pub(crate) fn temporary(source: io::Error) -> Error {
        let path = Path::new("a temporary file (TMPDIR names the directory)");
        Error::output(path, source)
    }

    /// [`Error::output`] as a function for `map_err`.
    pub(crate) fn writing(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
        move |source| Error::output(path, source)
    }

    /// A file of a job could not be read back.
    pub(crate) fn read(path: &Path, reason: impl ToString) -> Error {
        Error::Read {
            path: path.to_path_buf(),
            reason: reason.to_string(),
        }
    }
}

impl From<OutputConflict> for Error {
    fn from(what: OutputConflict) -> Error {
        match what {
            OutputConflict::Exists(path) => Error::Exists {
                path,
                resumable: false,
            },
            other => Error::OutputConflict(other),
        }
    }
}
