//! Text tables, read row by row.

use std::io;
use std::path::Path;

use super::error::ReadError;
use super::row::Cell;
use crate::io::shown;

/// Bytes that a row of a text table may have, so that an unclosed quote does not
/// exhaust the memory.
pub(super) const LONGEST_ROW: usize = 1 << 20;

/// Reads selected columns of a text table, row by row.
pub(super) trait RowReader: Send {
    /// Goes to the next row. Returns false at the end.
    fn advance(&mut self) -> Result<bool, BadRow>;

    /// Goes to the next row, whose cells are not read. Returns false at the end.
    fn skip(&mut self) -> Result<bool, BadRow> {
        self.advance()
    }

    /// Returns a cell of the current row, by the place of its column in the selection:
    /// null or a number in a column of numbers, else a text.
    fn cell(&self, place: usize) -> Result<Cell<'_>, String>;
}

/// Why a row cannot be read.
pub(super) enum BadRow {
    Read(io::Error),
    Row(String),
    #[cfg(feature = "polars")]
    Table(ReadError),
}

impl BadRow {
    /// The error at a row of a file, from 1.
    pub(super) fn at(self, path: &Path, row: u64) -> ReadError {
        match self {
            BadRow::Read(error) => ReadError::read(path, error),
            BadRow::Row(reason) => ReadError::BadRow(path.to_path_buf(), row, reason),
            #[cfg(feature = "polars")]
            BadRow::Table(error) => error,
        }
    }
}

/// The message for a text in a column of numbers.
pub(super) fn not_a_number(text: &str) -> String {
    format!("{:?} is not a whole number", shown(text.as_bytes(), 40))
}
