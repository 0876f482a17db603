//! Why a table cannot be read: always with the file, and with the column or the
//! line where there is one.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What a damaged file is, and what to do about it.
const DAMAGED: &str = "its bytes are not those that were written; use an intact copy of it, or classify \
                       the puzzles again";

/// Why a table cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is something else.
    #[error("{} is no table of ratings: {reason}", .path.display())]
    NoTable {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is not what was written.
    #[error("{} is damaged: {DAMAGED}", .0.display())]
    Damaged(PathBuf),
    /// The table has no rows.
    #[error("{}: the table is empty", .0.display())]
    Empty(PathBuf),
    /// The table lacks a column.
    #[error("{}: the table has no column {column}", .path.display())]
    NoColumn {
        /// Which table.
        path: PathBuf,
        /// Which column.
        column: String,
    },
    /// Two tables that should be read as one.
    #[error("{} has a column {column}, {} has not: they cannot be read as one table", .with.display(), .without.display())]
    OtherColumns {
        /// The table that has the column.
        with: PathBuf,
        /// The table that lacks it.
        without: PathBuf,
        /// The column.
        column: String,
    },
    /// The table was made by another version of the program.
    #[error(
        "{} was made by gradus {version}, and this is gradus {ours}: classify the puzzles again",
        .path.display(), ours = env!("CARGO_PKG_VERSION")
    )]
    OtherVersion {
        /// Which table.
        path: PathBuf,
        /// That version.
        version: String,
    },
    /// What the table says of itself cannot be understood.
    #[error("{}: the metadata under the key {key:?} cannot be read: {reason}", .path.display(), key = super::metadata::KEY)]
    Metadata {
        /// Which table.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A cell holds what its column cannot hold.
    #[error("{}, row {row}, column {column}: {reason}", .path.display())]
    BadCell {
        /// Which table.
        path: PathBuf,
        /// The row's place in the table, from 1.
        row: u64,
        /// The column.
        column: String,
        /// What is wrong.
        reason: String,
    },
    /// A row that is none.
    #[error("{}, row {row}: {reason}", .path.display())]
    BadRow {
        /// Which table.
        path: PathBuf,
        /// The row's place in the table, from 1.
        row: u64,
        /// What is wrong.
        reason: String,
    },
}

impl ReadError {
    /// A file that cannot be read.
    pub fn read(path: &Path, source: impl Into<io::Error>) -> ReadError {
        ReadError::Read {
            path: path.to_path_buf(),
            source: source.into(),
        }
    }

    /// A file that is not a table.
    pub fn no_table(path: &Path, reason: impl Into<String>) -> ReadError {
        ReadError::NoTable {
            path: path.to_path_buf(),
            reason: reason.into(),
        }
    }

    pub(super) fn no_column(path: &Path, column: &str) -> ReadError {
        ReadError::NoColumn {
            path: path.to_path_buf(),
            column: column.to_string(),
        }
    }

    /// A cell that cannot be read.
    pub(crate) fn bad_cell(path: &Path, row: u64, column: &str, reason: impl ToString) -> Self {
        ReadError::BadCell {
            path: path.to_path_buf(),
            row,
            column: column.to_string(),
            reason: reason.to_string(),
        }
    }

    pub(super) fn bad_row(path: &Path, row: u64, reason: impl ToString) -> ReadError {
        ReadError::BadRow {
            path: path.to_path_buf(),
            row,
            reason: reason.to_string(),
        }
    }

    /// The reason, for a message that names the file itself.
    pub(crate) fn into_io(self) -> io::Error {
        let reason = match self {
            ReadError::Read { source, .. } => return source,
            ReadError::NoTable { reason, .. } => reason,
            ReadError::Damaged(_) => format!("it is damaged: {DAMAGED}"),
            ReadError::BadRow { row, reason, .. } => format!("row {row}: {reason}"),
            ReadError::BadCell {
                row,
                column,
                reason,
                ..
            } => format!("row {row}, column {column}: {reason}"),
            other => other.to_string(),
        };
        io::Error::new(io::ErrorKind::InvalidData, reason)
    }
}

/// This build cannot read or write Parquet.
#[cfg(not(feature = "polars"))]
pub(crate) fn no_parquet() -> io::Error {
    let message = "this build of gradus has no Parquet, only .csv and .jsonl";
    io::Error::new(io::ErrorKind::Unsupported, message)
}
