//! Tables as JSON lines: one object per row. The first has all columns.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::Path;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::columns::{Columns, Field};
use super::error::ReadError;
use super::row::{Cell, Row};
use super::row_reader::{BadRow, LONGEST_ROW, RowReader, not_a_number};
use super::selected::{CellKind, Selected};
use super::writer::TableWriter;
use crate::io::{Encoder, Lines, open_file};

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
        JsonWriter {
            output,
            names: columns.names(),
            columns,
        }
    }

    /// The rows from now on have these columns.
    pub fn set_columns(&mut self, columns: Columns) {
        self.names = columns.names();
        self.columns = columns;
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl TableWriter for JsonWriter<'_> {
    fn write(&mut self, row: &Row) -> io::Result<()> {
        let object = JsonObject {
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

struct JsonObject<'a> {
    columns: &'a Columns,
    names: &'a [String],
    row: &'a Row,
}

impl Serialize for JsonObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, name) in self.columns.iter().zip(self.names) {
            match self.row.cell(field) {
                Cell::Null => map.serialize_entry(name, &())?,
                Cell::Number(number) => map.serialize_entry(name, &number)?,
                Cell::Decimal(text) => map.serialize_entry(name, &text.parse::<f64>().ok())?,
                Cell::Text(text) => match field {
                    Field::Kept(_, _, kind) if !kind.is_text() => {
                        map.serialize_entry(name, &kind.json(text))?;
                    }
                    _ => map.serialize_entry(name, text)?,
                },
            }
        }
        map.end()
    }
}

pub(super) fn names(path: &Path, line: &[u8]) -> Result<Vec<String>, ReadError> {
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(line)
        .map_err(|error| ReadError::no_table(path, format!("line 1: {error}")))?;
    Ok(object.into_iter().map(|(name, _)| name).collect())
}

/// The rows of a table, with some of its columns.
pub(super) fn rows(path: &Path, selected: &[Selected]) -> Result<Box<dyn RowReader>, ReadError> {
    let input = open_file(path).map_err(|error| ReadError::read(path, error))?;
    let places = selected.iter().enumerate();
    let places = places.map(|(place, column)| (column.written.clone(), place));
    let slot = |column: &Selected| Slot {
        kind: column.kind,
        value: JsonValue::Missing,
        text: String::new(),
    };
    Ok(Box::new(JsonRows {
        lines: Lines::with_longest(input.input, LONGEST_ROW),
        places: places.collect(),
        row: selected.iter().map(slot).collect(),
    }))
}

struct JsonRows {
    lines: Lines<Box<dyn BufRead + Send>>,
    /// The places of the columns in the selection, by their names.
    places: HashMap<String, usize>,
    row: Vec<Slot>,
}

/// A value of a row. The memory of its text is used again for the next row.
struct Slot {
    kind: CellKind,
    value: JsonValue,
    text: String,
}

#[derive(Clone, Copy)]
enum JsonValue {
    Missing,
    Null,
    Number(u64),
    Text,
}

impl RowReader for JsonRows {
    /// Goes to the next line that is not empty.
    fn skip(&mut self) -> Result<bool, BadRow> {
        loop {
            if !self.lines.advance().map_err(BadRow::Read)? {
                return Ok(false);
            }
            if !self.lines.line().bytes.is_empty() {
                return Ok(true);
            }
        }
    }

    fn advance(&mut self) -> Result<bool, BadRow> {
        if !self.skip()? {
            return Ok(false);
        }
        let line = self.lines.line();
        if line.too_long {
            return Err(BadRow::Row("the line is too long".to_string()));
        }
        for slot in &mut self.row {
            slot.value = JsonValue::Missing;
        }
        let seed = RowSeed {
            places: &self.places,
            row: &mut self.row,
        };
        let mut deserializer = serde_json::Deserializer::from_slice(line.bytes);
        seed.deserialize(&mut deserializer)
            .and_then(|()| deserializer.end())
            .map_err(|error| BadRow::Row(error.to_string()))?;
        Ok(true)
    }

    fn cell(&self, place: usize) -> Result<Cell<'_>, String> {
        let Slot { kind, value, text } = &self.row[place];
        match (value, kind) {
            // Texts about a puzzle are optional.
            (JsonValue::Missing, CellKind::Text) => Ok(Cell::Text("")),
            (JsonValue::Missing | JsonValue::Null, CellKind::Kept) => Ok(Cell::Null),
            (JsonValue::Missing, _) => Err("the key is missing".to_string()),
            (JsonValue::Null, CellKind::Number) => Ok(Cell::Null),
            (JsonValue::Null, _) => Ok(Cell::Text("")),
            (JsonValue::Number(number), _) => Ok(Cell::Number(*number)),
            // The status says that it is infinite.
            (JsonValue::Text, CellKind::Number) if text == "inf" => Ok(Cell::Null),
            (JsonValue::Text, CellKind::Number) => Err(not_a_number(text)),
            (JsonValue::Text, _) => Ok(Cell::Text(kind.text(text))),
        }
    }
}

/// An object whose values go to their places in a row.
struct RowSeed<'a> {
    places: &'a HashMap<String, usize>,
    row: &'a mut [Slot],
}

impl<'de> DeserializeSeed<'de> for RowSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RowSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(ColumnKey(self.places))? {
            match key {
                Some(place) => {
                    map.next_value_seed(Filled(&mut self.row[place]))?;
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A key, as the place of its value in a row.
struct ColumnKey<'a>(&'a HashMap<String, usize>);

impl<'de> DeserializeSeed<'de> for ColumnKey<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for ColumnKey<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.get(name).copied())
    }
}

/// A value that goes to its slot.
struct Filled<'a>(&'a mut Slot);

impl<'de> DeserializeSeed<'de> for Filled<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Filled<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a whole number, a text or null")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.value = JsonValue::Null;
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        // A puzzle without a point is a number.
        if self.0.kind != CellKind::Number {
            return self.visit_str(&number.to_string());
        }
        self.0.value = JsonValue::Number(number);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.value = JsonValue::Text;
        self.0.text.clear();
        self.0.text.push_str(text);
        Ok(())
    }

    // The other columns may have other values.

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        match self.0.kind {
            CellKind::Kept => self.visit_str(&Value::from(number).to_string()),
            _ => self.visit_str(&number.to_string()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        let list = Value::deserialize(SeqAccessDeserializer::new(list))?;
        self.visit_str(&list.to_string())
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<(), A::Error> {
        let object = Value::deserialize(MapAccessDeserializer::new(object))?;
        self.visit_str(&object.to_string())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.visit_str(if value { "true" } else { "false" })
    }
}
