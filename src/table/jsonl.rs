//! A ratings table as JSON lines: one object a row.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::TableWriter;
use super::columns::Columns;
use super::encode::Encoder;
use super::row::{Cell, Row};

/// Writes rows as JSON lines.
pub struct JsonWriter<'a> {
    output: Encoder<'a>,
    columns: Columns,
    /// The columns' names, in their order.
    names: Vec<String>,
}

impl<'a> JsonWriter<'a> {
    /// Writes nothing yet.
    pub fn new(output: Encoder<'a>, columns: Columns) -> Self {
        let names = columns.iter().map(|column| column.name()).collect();
        JsonWriter {
            output,
            columns,
            names,
        }
    }

    /// Hands on what was written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl TableWriter for JsonWriter<'_> {
    fn write(&mut self, row: &Row) -> io::Result<()> {
        let object = Object {
            columns: &self.columns,
            names: &self.names,
            row,
        };
        serde_json::to_writer(&mut self.output, &object)?;
        self.output.write_all(b"\n")
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.output.finish()
    }
}

struct Object<'a> {
    columns: &'a Columns,
    names: &'a [String],
    row: &'a Row,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (column, name) in self.columns.iter().zip(self.names) {
            match self.row.cell(column) {
                Cell::Null => map.serialize_entry(name, &())?,
                Cell::Number(number) => map.serialize_entry(name, &number)?,
                Cell::Text(text) => map.serialize_entry(name, text)?,
            }
        }
        map.end()
    }
}
