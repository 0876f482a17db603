//! An input of JSON lines: one object per line, with the puzzle under its key.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::column_error::ColumnError;
use super::columns::{ReadOptions, Role, Roles};
use super::kept_values::KeptValues;
use super::record::Fields;
use super::sample::ColumnSample;
use crate::io::Line;
use crate::table::Spelling;

/// Keys that are kept, at most.
const MOST_KEPT: usize = 1000;

pub(super) struct JsonObjects {
    reading: ReadOptions,
    roles: Roles,
    /// The key of the puzzles.
    key: String,
    /// The roles of the keys that were met.
    known: HashMap<String, Role>,
    puzzle: String,
    comment: String,
    values: Vec<Option<(String, Spelling)>>,
    kept: KeptValues,
    fault: Option<String>,
}

impl JsonObjects {
    /// Objects whose puzzles are under this key.
    pub(super) fn new(reading: &ReadOptions, key: String) -> JsonObjects {
        JsonObjects {
            reading: reading.clone(),
            roles: Roles::new(reading),
            key,
            known: HashMap::new(),
            puzzle: String::new(),
            comment: String::new(),
            values: Vec::new(),
            kept: KeptValues::default(),
            fault: None,
        }
    }

    /// The names that the kept keys have in our table, as far as they are known.
    pub(super) fn kept(&self) -> &[String] {
        &self.roles.kept
    }

    pub(super) fn read(&mut self, line: &[u8]) {
        self.puzzle.clear();
        self.comment.clear();
        self.values.fill(None);
        self.fault = self.take(line).err();
        self.kept.clear();
        for value in &self.values {
            let value = value.as_ref();
            let spelling = value.map_or(Spelling::Text, |(_, spelling)| *spelling);
            self.kept
                .push(value.map(|(text, _)| text.as_str()), spelling);
        }
    }

    fn take(&mut self, line: &[u8]) -> Result<(), String> {
        let object: Map<String, Value> =
            serde_json::from_slice(line).map_err(|error| format!("not a JSON object: {error}"))?;
        let mut has_puzzle = false;
        for (key, value) in &object {
            let role = self.role(key)?;
            let Some(text) = text_of(value) else {
                continue;
            };
            if matches!(role, Role::Kept(_)) && key.eq_ignore_ascii_case(&self.key) {
                has_puzzle = true;
                put(&mut self.puzzle, key, text.clone())?;
            }
            match role {
                Role::Puzzle => {
                    has_puzzle = true;
                    put(&mut self.puzzle, key, text)?;
                }
                Role::Comment => put(&mut self.comment, key, text)?,
                Role::Kept(place) if self.values[place].is_some() => return Err(twice(key)),
                Role::Kept(place) => {
                    let is_text = value.is_string();
                    let spelling = if is_text {
                        Spelling::Text
                    } else {
                        Spelling::Literal
                    };
                    self.values[place] = Some((text, spelling));
                }
                Role::Other => {}
            }
        }
        if has_puzzle {
            Ok(())
        } else {
            let missing = ColumnError::Missing {
                wanted: self.key.clone(),
                names: object.keys().cloned().collect(),
            };
            Err(missing.to_string())
        }
    }

    fn role(&mut self, key: &str) -> Result<Role, String> {
        // Capitals make no difference.
        let folded = key.to_ascii_lowercase();
        if let Some(role) = self.known.get(&folded) {
            return Ok(*role);
        }
        if self.known.len() == MOST_KEPT {
            return Err(format!(
                "the objects have more than {MOST_KEPT} different keys"
            ));
        }
        let role = self.roles.add(key, key.eq_ignore_ascii_case(&self.key));
        self.known.insert(folded, role);
        self.values.resize(self.roles.kept.len(), None);
        Ok(role)
    }

    /// The record of the line that was read.
    pub(super) fn fields<'a>(&'a self, line: Line<'a>) -> Fields<'a> {
        let comment = self.comment.trim_ascii().as_bytes();
        Fields {
            puzzle: self.puzzle.trim_ascii().as_bytes(),
            kind: self.reading.kind.as_deref(),
            comment: (!comment.is_empty()).then_some(comment),
            kept: Some(&self.kept),
            fault: self.fault.as_deref(),
            ..Fields::of(line)
        }
    }
}

/// The key of the puzzles, and whether it was chosen by its content, as no object has one of
/// the name. The objects are the first lines of the input.
pub(super) fn puzzle_key<'a>(
    reading: &ReadOptions,
    lines: impl Iterator<Item = &'a [u8]>,
) -> Result<(String, bool), ColumnError> {
    let mut sample = ColumnSample::new(&[], reading.kind.as_deref());
    for line in lines {
        let Ok(object) = serde_json::from_slice::<Map<String, Value>>(line) else {
            continue;
        };
        for (key, value) in &object {
            if reading.is_puzzle(key) {
                return Ok((key.clone(), false));
            }
            let mut names = sample.names().iter();
            let place = names.position(|name| name.eq_ignore_ascii_case(key));
            let place = place.unwrap_or_else(|| sample.column(key));
            sample.add(place, text_of(value).unwrap_or_default().as_bytes());
        }
    }
    let place = reading.by_content(&sample)?;
    Ok((sample.names()[place].clone(), true))
}

/// A value as text, or `None` if it is null.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Puts a value in its place, which must be free.
fn put(place: &mut String, key: &str, text: String) -> Result<(), String> {
    if place.is_empty() {
        *place = text;
        Ok(())
    } else {
        Err(twice(key))
    }
}

fn twice(key: &str) -> String {
    format!("the key {key} occurs twice")
}
