//! The interface of all writers of tables.

use std::io;

use super::row::Row;

/// Writes rows of a table.
pub trait TableWriter {
    /// Writes a row.
    fn write(&mut self, row: &Row) -> io::Result<()>;

    /// Writes the end of the table.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
