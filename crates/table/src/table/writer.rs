//! The interface of all writers of tables.

use std::io;

use super::row::Row;

/// Something that rows can be written to.
pub trait TableWriter {
    /// Writes a row.
    fn write(&mut self, row: &Row) -> io::Result<()>;

    /// Writes what has to come last.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
