//! Tables as Parquet, read by polars: only the columns that are asked for, some
//! thousand rows at a time.

use std::path::Path;

use polars::prelude::*;

use super::rows::{entry, status};
use super::{ScanError, Take};
use crate::stats::batch::Batch;
use crate::stats::entry::Entry;
use crate::stats::layout::{Layout, PUZZLE, Place, ROW};
use crate::table::parquet::{Kind, ParquetFile};

fn open(path: &Path) -> Result<ParquetFile, ScanError> {
    ParquetFile::open(path).map_err(|error| failure(path, error))
}

/// The names of the columns.
pub(super) fn names(path: &Path) -> Result<Vec<String>, ScanError> {
    Ok(open(path)?.names().map(str::to_string).collect())
}

/// What the file carries under our key, if it does.
pub(super) fn metadata(path: &Path) -> Result<Option<String>, ScanError> {
    Ok(open(path)?.carried())
}

/// Reads the rows, and tells how many there were.
pub(super) fn scan(
    path: &Path,
    layout: &Layout,
    before: u64,
    take: &mut Take,
) -> Result<u64, ScanError> {
    let file = open(path)?;
    let expected = file.rows();
    let batches = file.frames(select(layout));
    let batches = batches.map_err(|error| failure(path, error))?;
    let mut count = 0;
    for batch in batches {
        let frame = batch.map_err(|error| failure(path, error))?;
        let reader = FrameReader {
            path,
            frame: &frame,
            first: count + 1,
        };
        let batch = reader.batch(layout, before + count)?;
        count += batch.len() as u64;
        take(&batch);
    }
    // A reader that broke down tells nothing but has given fewer rows.
    match count == expected {
        true => Ok(count),
        false => Err(ScanError::no_table(
            path,
            format!("{count} rows could be read, and it should have {expected}"),
        )),
    }
}

/// The columns of a layout, and what they are read as.
fn select(layout: &Layout) -> Vec<(String, Kind)> {
    let mut columns = Vec::new();
    columns.extend(layout.row.then(|| (ROW.to_string(), Kind::Number)));
    columns.extend(layout.puzzle.then(|| (PUZZLE.to_string(), Kind::Text)));
    for place in &layout.places {
        columns.push((place.value.clone(), Kind::Number));
        columns.extend(place.status.clone().map(|status| (status, Kind::Text)));
    }
    columns
}

/// Reads a frame of some rows.
struct FrameReader<'a> {
    path: &'a Path,
    frame: &'a DataFrame,
    /// The place of its first row in the table, from 1.
    first: u64,
}

impl FrameReader<'_> {
    fn batch(&self, layout: &Layout, number: u64) -> Result<Batch, ScanError> {
        let mut batch = Batch::new(&layout.columns());
        let len = self.frame.height();
        batch.rows = (number..number + len as u64).collect();
        if layout.row {
            let rows = self.column(ROW)?;
            let rows = rows.u64().map_err(|error| failure(self.path, error))?;
            for (slot, row) in batch.rows.iter_mut().zip(rows.iter()) {
                *slot = row.unwrap_or(*slot);
            }
        }
        if layout.puzzle {
            let puzzles = self.column(PUZZLE)?;
            let puzzles = puzzles.str().map_err(|error| failure(self.path, error))?;
            for puzzle in puzzles.iter() {
                batch.puzzles.push(puzzle.unwrap_or_default());
            }
        }
        for (place, (_, entries)) in layout.places.iter().zip(&mut batch.entries) {
            *entries = self.entries(place)?;
        }
        Ok(batch)
    }

    fn column(&self, name: &str) -> Result<&Column, ScanError> {
        let column = self.frame.column(name);
        column.map_err(|error| failure(self.path, error))
    }

    fn entries(&self, place: &Place) -> Result<Vec<Entry>, ScanError> {
        let failure = |error| failure(self.path, error);
        let values = self.column(&place.value)?.u64().map_err(failure)?;
        let bad = |row: usize, name: &str, reason: String| {
            ScanError::bad_cell(self.path, self.first + row as u64, name, reason)
        };
        let make = |row: usize, value: Option<u64>, status| {
            let entry = entry(place.column, value, status);
            entry.map_err(|reason| bad(row, &place.value, reason))
        };
        let values = values.iter().enumerate();
        let Some(name) = &place.status else {
            return values.map(|(row, value)| make(row, value, None)).collect();
        };
        let words = self.column(name)?.str().map_err(failure)?;
        let with_status = |((row, value), word): ((usize, Option<u64>), Option<&str>)| {
            let status = word.map(status).transpose();
            make(row, value, status.map_err(|reason| bad(row, name, reason))?)
        };
        values.zip(words.iter()).map(with_status).collect()
    }
}

/// What polars said, as an error of reading the file.
fn failure(path: &Path, error: PolarsError) -> ScanError {
    match error {
        PolarsError::IO { error, .. } => {
            let error = std::io::Error::new(error.kind(), error.to_string());
            ScanError::read(path, error)
        }
        other => ScanError::no_table(path, other.to_string()),
    }
}
