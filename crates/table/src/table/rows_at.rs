//! Some rows of a table, by their places in it. The others are passed over without making rows
//! of them.

use std::io;

use super::columns::Columns;
use super::csv;
use super::error::ReadError;
use super::frame::FrameRows;
use super::jsonl;
use super::read::{Table, TableContainer, TableReader};
use super::row::Row;
use super::row_reader::{BadRow, RowReader};

impl Table {
    /// The rows at these places, which are counted from 0 and ascend. These must be the columns
    /// of the table.
    pub fn rows_at(&self, columns: Columns, places: &[u64]) -> io::Result<Vec<Row>> {
        let selected = self.all(&columns)?;
        let (rows, are_picked): (Result<Box<dyn RowReader>, ReadError>, bool) = match &self.content
        {
            TableContainer::Parquet(file) => {
                let frames = file.frames_at(&selected, places.to_vec());
                let rows = frames.map(|frames| Box::new(FrameRows::new(frames)) as _);
                (rows, true)
            }
            TableContainer::Csv(delimiter) => (csv::rows(&self.path, *delimiter, &selected), false),
            TableContainer::Json => (jsonl::rows(&self.path, &selected), false),
        };
        let mut reader = TableReader {
            rows: Some(rows.map_err(ReadError::into_io)?),
            columns,
            selected,
            count: 0,
        };
        let row = |&place: &u64| {
            if are_picked {
                reader.count = place
            } else {
                reader.skip_to(place)?
            }
            reader.row()?.ok_or_else(|| {
                let message = format!("it has no row {}: it was changed", place + 1);
                io::Error::new(io::ErrorKind::InvalidData, message)
            })
        };
        places.iter().map(row).collect()
    }
}

impl TableReader {
    /// Passes over the rows before a place.
    fn skip_to(&mut self, place: u64) -> io::Result<()> {
        while self.count < place
            && let Some(rows) = &mut self.rows
        {
            let next = self.count + 1;
            let fault = |fault: BadRow| fault.at("".as_ref(), next).into_io();
            if !rows.skip().map_err(fault)? {
                break;
            }
            self.count += 1;
        }
        Ok(())
    }
}
