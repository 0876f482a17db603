//! Why a table cannot be read: always with the file, and with the column or the
//! line where there is one.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Explains a damaged file and the remedy.
const DAMAGED: &str = "its bytes are not those that were written; use an intact copy of it, or classify \
                       the puzzles again";

/// Why a table cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// The file is something else, for a reason.
    #[error("{} is not a table of ratings: {}", .0.display(), .1)]
    NoTable(PathBuf, String),
    /// The file has changed since it was written.
    #[error("{} is damaged: {DAMAGED}", .0.display())]
    Damaged(PathBuf),
    /// The table has no rows.
    #[error("{}: the table is empty", .0.display())]
    Empty(PathBuf),
    /// The table lacks a column.
    #[error("{}: the table has no column {}", .0.display(), .1)]
    NoColumn(PathBuf, String),
    /// Two tables with different columns cannot be read as one.
    #[error("{} has a column {column}, {} does not: they cannot be read as one table", .with.display(), .without.display())]
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
        "{} was made by gradus {}, and this is gradus {ours}: classify the puzzles again",
        .0.display(), .1, ours = env!("CARGO_PKG_VERSION")
    )]
    OtherVersion(PathBuf, String),
    /// The metadata of the table cannot be parsed, for a reason.
    #[error("{}: the metadata under the key {key:?} cannot be read: {}", .0.display(), .1, key = super::metadata::KEY)]
    Metadata(PathBuf, String),
    /// A cell has the wrong type or is out of range.
    #[error("{}, row {row}, column {column}: {reason}", .path.display())]
    BadCell {
        /// The table.
        path: PathBuf,
        /// The row's place in the table, from 1.
        row: u64,
        /// The column.
        column: String,
        /// The error.
        reason: String,
    },
    /// A row, by its place from 1, is malformed for a reason.
    #[error("{}, row {}: {}", .0.display(), .1, .2)]
    BadRow(PathBuf, u64, String),
}

impl ReadError {
    /// A file that cannot be read.
    pub(crate) fn read(path: &Path, source: impl Into<io::Error>) -> ReadError {
        ReadError::Read(path.to_path_buf(), source.into())
    }

    /// A file that is not a table.
    pub(crate) fn no_table(path: &Path, reason: impl Into<String>) -> ReadError {
        ReadError::NoTable(path.to_path_buf(), reason.into())
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

    /// The reason, for a message that names the file itself.
    pub fn into_io(self) -> io::Error {
        let reason = match self {
            ReadError::Read(_, source) => return source,
            ReadError::NoTable(_, reason) => reason,
            ReadError::Damaged(_) => format!("it is damaged: {DAMAGED}"),
            ReadError::BadRow(_, row, reason) => format!("row {row}: {reason}"),
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
