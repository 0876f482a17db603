//! A ratings table as CSV: a header line, an empty field for null.

use std::fmt::Write as _;
use std::io;

use super::TableWriter;
use super::columns::Columns;
use super::encode::Encoder;
use super::row::{Cell, Row};

/// Writes rows as CSV.
pub struct CsvWriter<'a> {
    output: ::csv::Writer<Encoder<'a>>,
    columns: Columns,
    number: String,
}

impl<'a> CsvWriter<'a> {
    /// Writes the header.
    pub fn new(output: Encoder<'a>, columns: Columns) -> io::Result<Self> {
        let mut output = ::csv::Writer::from_writer(output);
        let names = columns.iter().map(|column| column.name());
        output.write_record(names).map_err(io_error)?;
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
        for column in self.columns.iter() {
            match row.cell(column) {
                Cell::Null => self.output.write_field("")?,
                Cell::Text(text) => self.output.write_field(text)?,
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

/// What went wrong below: a full disk must be known as one.
pub fn io_error(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
