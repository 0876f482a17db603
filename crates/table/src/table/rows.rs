//! Rows of a text table, one by one, put together as chunks.

use std::io;
use std::path::{Path, PathBuf};

use super::chunk::{Chunk, Kind, ROWS, Selected};
use super::error::ReadError;
use super::row::Cell;

/// Bytes that a row of a text table may have: a quote that is never closed does
/// not swallow the memory.
pub(super) const LONGEST_ROW: usize = 1 << 20;

/// Reads a text table row by row.
pub(super) trait Rows {
    /// Goes to the next row; false if there is none.
    fn advance(&mut self) -> Result<bool, BadRow>;

    /// What stands in a selected column, given by its place in the selection, or
    /// what is wrong with it.
    fn cell(&self, place: usize, kind: Kind) -> Result<Cell<'_>, String>;
}

/// Why there is no row where one should be.
pub(super) enum BadRow {
    /// The file cannot be read.
    Read(io::Error),
    /// The row is none.
    Row(String),
}

impl BadRow {
    /// The error at a row of a file, from 1.
    pub(super) fn at(self, path: &Path, row: u64) -> ReadError {
        match self {
            BadRow::Read(error) => ReadError::read(path, error),
            BadRow::Row(reason) => ReadError::bad_row(path, row, reason),
        }
    }
}

/// The rows of a text table as chunks.
pub(super) struct RowChunks<R> {
    rows: R,
    path: PathBuf,
    selected: Vec<Selected>,
    /// Rows read so far.
    count: u64,
}

impl<R: Rows> RowChunks<R> {
    pub(super) fn new(rows: R, path: &Path, selected: &[Selected]) -> RowChunks<R> {
        RowChunks {
            rows,
            path: path.to_path_buf(),
            selected: selected.to_vec(),
            count: 0,
        }
    }

    fn read(&mut self) -> Result<Chunk, ReadError> {
        let mut chunk = Chunk::new(&self.selected);
        while chunk.rows() < ROWS {
            let next = self.count + 1;
            let found = self.rows.advance();
            if !found.map_err(|fault| fault.at(&self.path, next))? {
                break;
            }
            self.count = next;
            for (place, column) in self.selected.iter().enumerate() {
                let cell = self.rows.cell(place, column.kind);
                let pushed = cell.and_then(|cell| chunk.push(place, cell));
                pushed.map_err(|reason| {
                    ReadError::bad_cell(&self.path, next, &column.name, reason)
                })?;
            }
            chunk.end_row();
        }
        Ok(chunk)
    }
}

impl<R: Rows> Iterator for RowChunks<R> {
    type Item = Result<Chunk, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.read();
        (!matches!(&chunk, Ok(chunk) if chunk.rows() == 0)).then_some(chunk)
    }
}
