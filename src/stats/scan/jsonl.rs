//! Tables as JSON lines: one object a row. The first tells the columns.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};

use super::rows::{Field, Rows, fields};
use super::{ScanError, Take, text};
use crate::input::lines::Lines;
use crate::stats::layout::Layout;

/// The keys of the first line.
pub(super) fn names(path: &Path, line: &[u8]) -> Result<Vec<String>, ScanError> {
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(line)
        .map_err(|error| ScanError::no_table(path, format!("line 1: {error}")))?;
    Ok(object.into_iter().map(|(name, _)| name).collect())
}

/// Reads the rows, and tells how many there were.
pub(super) fn scan(
    path: &Path,
    layout: &Layout,
    before: u64,
    take: &mut Take,
) -> Result<u64, ScanError> {
    let (input, _) = text(path)?;
    let mut lines = Lines::new(input);
    let names = fields(layout);
    let places = names.iter().enumerate().map(|(place, name)| (*name, place));
    let places: HashMap<&str, usize> = places.collect();
    let mut rows = Rows::new(path, layout, before, take);
    let mut row = vec![Field::Null; names.len()];
    let mut met = vec![false; names.len()];
    while lines
        .advance()
        .map_err(|error| ScanError::read(path, error))?
    {
        let line = lines.line();
        if line.bytes.is_empty() {
            continue;
        }
        if line.too_long {
            return Err(ScanError::bad_row(
                path,
                rows.next(),
                "the line is too long",
            ));
        }
        met.fill(false);
        let seed = Object {
            places: &places,
            row: &mut row,
            met: &mut met,
        };
        let mut deserializer = serde_json::Deserializer::from_slice(line.bytes);
        seed.deserialize(&mut deserializer)
            .and_then(|()| deserializer.end())
            .map_err(|error| ScanError::bad_row(path, rows.next(), error))?;
        if let Some(missing) = met.iter().position(|met| !met) {
            let reason = "the key is missing";
            return Err(ScanError::bad_cell(
                path,
                rows.next(),
                names[missing],
                reason,
            ));
        }
        rows.push(&row)?;
    }
    Ok(rows.finish())
}

/// An object whose values go to their places in a row.
struct Object<'a> {
    places: &'a HashMap<&'a str, usize>,
    row: &'a mut [Field],
    met: &'a mut [bool],
}

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Key(self.places))? {
            match key {
                Some(place) => {
                    map.next_value_seed(Value(&mut self.row[place]))?;
                    self.met[place] = true;
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
struct Key<'a>(&'a HashMap<&'a str, usize>);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.get(name).copied())
    }
}

/// A value that goes to its field.
struct Value<'a>(&'a mut Field);

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a whole number, a text or null")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        *self.0 = Field::Null;
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        *self.0 = Field::Number(number);
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.set_text(text);
        Ok(())
    }
}
