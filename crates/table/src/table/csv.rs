//! Tables as CSV: a header line, an empty field for null. Written with commas; read
//! with commas, semicolons or tabs between fields.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read};
use std::path::Path;

use ::csv::{ByteRecord, Reader, ReaderBuilder};

use super::columns::Columns;
use super::error::ReadError;
use super::row::{Cell, Row};
use super::row_reader::{BadRow, LONGEST_ROW, RowReader, not_a_number};
use super::selected::{CellKind, Selected};
use super::writer::TableWriter;
use crate::io::{Encoder, open_file};

pub(crate) struct CsvWriter<'a> {
    output: ::csv::Writer<Encoder<'a>>,
    columns: Columns,
    number: String,
}

impl<'a> CsvWriter<'a> {
    pub(crate) fn new(output: Encoder<'a>, columns: Columns) -> io::Result<Self> {
        let mut output = ::csv::Writer::from_writer(output);
        output.write_record(columns.names()).map_err(io_error)?;
        Ok(CsvWriter {
            output,
            columns,
            number: String::new(),
        })
    }
}

impl TableWriter for CsvWriter<'_> {
    fn write(&mut self, row: &Row) -> io::Result<()> {
        self.write_cells(row).map_err(io_error)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let output = self.output.into_inner();
        output.map_err(|error| error.into_error())?.finish()
    }
}

impl CsvWriter<'_> {
    fn write_cells(&mut self, row: &Row) -> ::csv::Result<()> {
        for field in self.columns.iter() {
            match row.cell(field) {
                Cell::Null => self.output.write_field("")?,
                Cell::Text(text) | Cell::Decimal(text) => self.output.write_field(text)?,
                Cell::Number(number) => {
                    self.number.clear();
                    let _ = write!(self.number, "{number}");
                    self.output.write_field(&self.number)?;
                }
            }
        }
        self.output.write_record(None::<&[u8]>)
    }
}

/// The cause of an error, so that a full disk is recognised.
pub fn io_error(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// An input that gives only so much between two rows.
struct RowLimit<R> {
    input: R,
    left: usize,
}

impl<R: Read> Read for RowLimit<R> {
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

type CsvInput = Reader<RowLimit<Box<dyn BufRead + Send>>>;

/// Opens a table and reads the names in its header.
fn open(path: &Path, delimiter: u8) -> Result<(CsvInput, Vec<String>), ReadError> {
    let input = open_file(path).map_err(|error| ReadError::read(path, error))?;
    let input = RowLimit {
        input: input.input,
        left: LONGEST_ROW,
    };
    let mut input = ReaderBuilder::new().delimiter(delimiter).from_reader(input);
    let header = input
        .byte_headers()
        .map_err(|error| bad_row(error).at(path, 0))?;
    let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    let names = header.iter().map(name).collect();
    Ok((input, names))
}

pub(super) fn names(path: &Path, delimiter: u8) -> Result<Vec<String>, ReadError> {
    Ok(open(path, delimiter)?.1)
}

/// The rows of a table, with some of its columns.
pub(super) fn rows(
    path: &Path,
    delimiter: u8,
    selected: &[Selected],
) -> Result<Box<dyn RowReader>, ReadError> {
    let (input, names) = open(path, delimiter)?;
    let place = |column: &Selected| {
        let place = names.iter().position(|name| *name == column.written);
        let place =
            place.ok_or_else(|| ReadError::NoColumn(path.to_path_buf(), column.written.clone()))?;
        Ok((place, column.kind))
    };
    let places: Result<_, ReadError> = selected.iter().map(place).collect();
    Ok(Box::new(CsvRows {
        input,
        places: places?,
        record: ByteRecord::new(),
    }))
}

struct CsvRows {
    input: CsvInput,
    /// The places of the columns in a record, and what they hold.
    places: Vec<(usize, CellKind)>,
    record: ByteRecord,
}

impl RowReader for CsvRows {
    fn advance(&mut self) -> Result<bool, BadRow> {
        let found = self.input.read_byte_record(&mut self.record);
        self.input.get_mut().left = LONGEST_ROW;
        found.map_err(bad_row)
    }

    fn cell(&self, place: usize) -> Result<Cell<'_>, String> {
        let (place, kind) = self.places[place];
        match self.record.get(place).unwrap_or_default() {
            b"" if kind == CellKind::Kept => Ok(Cell::Null),
            bytes => cell(bytes, kind),
        }
    }
}

/// A field: digits make a number where one is expected.
fn cell(bytes: &[u8], kind: CellKind) -> Result<Cell<'_>, String> {
    if kind == CellKind::Number {
        let digits = bytes.trim_ascii();
        // The status says that it is infinite.
        if digits.is_empty() || digits == b"inf" {
            return Ok(Cell::Null);
        }
        if digits.len() < 20 && digits.iter().all(u8::is_ascii_digit) {
            let number = |sum, digit: &u8| sum * 10 + u64::from(digit - b'0');
            return Ok(Cell::Number(digits.iter().fold(0, number)));
        }
    }
    let text = str::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?;
    match kind {
        CellKind::Number => Err(not_a_number(text)),
        _ => Ok(Cell::Text(kind.text(text))),
    }
}

/// The error at a row.
fn bad_row(error: ::csv::Error) -> BadRow {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => BadRow::Read(error),
        ::csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => BadRow::Row(format!(
            "it has {len} fields, and the header has {expected_len}"
        )),
        _ => BadRow::Row("it is not CSV".to_string()),
    }
}
