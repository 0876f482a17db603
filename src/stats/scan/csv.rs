//! Tables as CSV, with commas, semicolons or tabs between fields.

use std::io::{self, Read};
use std::path::Path;

use ::csv::{ByteRecord, Reader, ReaderBuilder};

use super::rows::{Field, Rows, fields};
use super::{ScanError, Take, text};
use crate::stats::layout::Layout;

/// Bytes that a row may have: a quote that is never closed does not swallow the
/// memory.
const LONGEST_ROW: usize = 1 << 20;

/// An input that gives so much at most between two rows.
struct Bounded<R> {
    input: R,
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let message = "a row is too long: is a quote not closed?";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let size = buffer.len().min(self.left);
        let count = self.input.read(&mut buffer[..size])?;
        self.left -= count;
        Ok(count)
    }
}

type Input = Reader<Bounded<Box<dyn io::BufRead + Send>>>;

fn open(path: &Path, delimiter: u8) -> Result<Input, ScanError> {
    let (input, _) = text(path)?;
    let left = LONGEST_ROW;
    Ok(ReaderBuilder::new()
        .delimiter(delimiter)
        .from_reader(Bounded { input, left }))
}

/// The names in the header.
pub(super) fn names(path: &Path, delimiter: u8) -> Result<Vec<String>, ScanError> {
    let mut input = open(path, delimiter)?;
    let header = input
        .byte_headers()
        .map_err(|error| failure(path, 0, error))?;
    Ok(trimmed(header))
}

fn trimmed(header: &ByteRecord) -> Vec<String> {
    let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    header.iter().map(name).collect()
}

/// Reads the rows, and tells how many there were.
pub(super) fn scan(
    path: &Path,
    delimiter: u8,
    layout: &Layout,
    before: u64,
    take: &mut Take,
) -> Result<u64, ScanError> {
    let mut input = open(path, delimiter)?;
    let header = input
        .byte_headers()
        .map_err(|error| failure(path, 0, error))?;
    let header = trimmed(header);
    let names = fields(layout);
    let place = |name: &&str| header.iter().position(|other| other == name);
    let places: Vec<Option<usize>> = names.iter().map(place).collect();
    let mut rows = Rows::new(path, layout, before, take);
    let mut record = ByteRecord::new();
    let mut row = vec![Field::Null; names.len()];
    loop {
        let found = input.read_byte_record(&mut record);
        if !found.map_err(|error| failure(path, rows.next(), error))? {
            return Ok(rows.finish());
        }
        input.get_mut().left = LONGEST_ROW;
        for ((field, place), name) in row.iter_mut().zip(&places).zip(&names) {
            let bytes = place
                .and_then(|place| record.get(place))
                .unwrap_or_default();
            let set = field.set_csv(bytes);
            set.map_err(|reason| ScanError::bad_cell(path, rows.next(), name, reason))?;
        }
        rows.push(&row)?;
    }
}

/// What went wrong at a row.
fn failure(path: &Path, row: u64, error: ::csv::Error) -> ScanError {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => ScanError::read(path, error),
        ::csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            let reason = format!("it has {len} fields, and the header has {expected_len}");
            ScanError::bad_row(path, row, reason)
        }
        _ => ScanError::bad_row(path, row, "it is not CSV"),
    }
}
