//! Ratings tables read back, row by row, whatever their format.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde_json::{Map, Value};

use super::columns::{Column, Columns};
use super::format::Format;
use super::row::{Cell, Row};
use crate::input::decompress::decompressed;

/// The rows of a table.
pub struct TableReader(Box<dyn Iterator<Item = io::Result<Row>>>);

impl TableReader {
    /// Opens a table that must have these columns.
    pub fn open(path: &Path, columns: Columns) -> io::Result<TableReader> {
        let (format, _) = Format::of(path).map_err(io::Error::other)?;
        Ok(TableReader(match format {
            #[cfg(feature = "polars")]
            Format::Parquet => Box::new(super::parquet::rows(path, columns)?),
            #[cfg(not(feature = "polars"))]
            Format::Parquet => return Err(super::format::no_parquet()),
            Format::Csv(_) => Box::new(csv_rows(path, columns)?),
            Format::Json(_) => Box::new(json_rows(path, columns)?),
        }))
    }
}

impl Iterator for TableReader {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<io::Result<Row>> {
        self.0.next()
    }
}

fn text(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    Ok(decompressed(BufReader::new(File::open(path)?))?.0)
}

fn csv_rows(
    path: &Path,
    columns: Columns,
) -> io::Result<impl Iterator<Item = io::Result<Row>> + use<>> {
    let mut reader = csv::Reader::from_reader(text(path)?);
    let expected: Vec<String> = columns.iter().map(Column::name).collect();
    if *reader.headers()? != expected[..] {
        let message = format!("its columns are not {}", expected.join(","));
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let row = move |record: csv::StringRecord| {
        fn cell(column: Column, field: &str) -> Cell<'_> {
            match (column, field) {
                (Column::Puzzle | Column::Status(..), text) => Cell::Text(text),
                (_, "") => Cell::Null,
                (Column::Comment, text) => Cell::Text(text),
                // What is no number is not fit for any other column.
                (_, text) => text.parse().map_or(Cell::Text(text), Cell::Number),
            }
        }
        let cells = columns
            .iter()
            .zip(&record)
            .map(|(column, field)| cell(column, field));
        Row::from_cells(&columns, cells).map_err(io::Error::other)
    };
    Ok(reader.into_records().map(move |record| row(record?)))
}

fn json_rows(
    path: &Path,
    columns: Columns,
) -> io::Result<impl Iterator<Item = io::Result<Row>> + use<>> {
    let row = move |line: &str| {
        let object: Map<String, Value> = serde_json::from_str(line)?;
        let cell = |column: Column| match object.get(&column.name()) {
            Some(Value::Number(number)) => number.as_u64().map_or(Cell::Null, Cell::Number),
            Some(Value::String(text)) => Cell::Text(text),
            _ => Cell::Null,
        };
        Row::from_cells(&columns, columns.iter().map(cell)).map_err(io::Error::other)
    };
    Ok(text(path)?.lines().map(move |line| row(&line?)))
}
