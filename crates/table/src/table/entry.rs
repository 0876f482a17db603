//! One entry of a column: a number that is known exactly, a bound, or the reason for a
//! missing number.

use std::fmt;

use serde::{Serialize, Serializer};

use super::column::Column;
use gradus_path::{Rating, ShownValue, Status};

/// An entry of a table: one puzzle, one column. Ordered as distributions list
/// them: finite values, lower bounds, then the entries without a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entry {
    /// The value.
    Exact(u16),
    /// A path of this length exists; a shorter one is not excluded.
    Upper(u16),
    /// The value is at least this.
    Lower(u16),
    /// No length solves.
    Infinite,
    /// Beyond what was tried, or not known.
    Unknown,
    /// Not defined for this puzzle.
    NotApplicable,
}

/// The codes of entries with a number begin at multiples of this.
const STEP: u32 = 1 << 16;

impl Entry {
    /// The entry that a value and a status make. Without a status a value is exact,
    /// and its absence means that it is not known.
    pub fn new(value: Option<u16>, status: Option<Status>) -> Result<Entry, String> {
        match (value, status) {
            (Some(value), None | Some(Status::Exact)) => Ok(Entry::Exact(value)),
            (Some(value), Some(Status::Upper)) => Ok(Entry::Upper(value)),
            (Some(value), Some(Status::Lower)) => Ok(Entry::Lower(value)),
            (None, None) => Ok(Entry::Unknown),
            // A table may have a number for it.
            (_, Some(Status::Infinite)) => Ok(Entry::Infinite),
            (None, Some(Status::NotApplicable)) => Ok(Entry::NotApplicable),
            (None, Some(status)) => {
                let status = status.word();
                Err(format!("the status is {status:?} but there is no value"))
            }
            (Some(value), Some(status)) => {
                let status = status.word();
                Err(format!(
                    "the status is {status:?} but there is a value, {value}"
                ))
            }
        }
    }

    /// The number of a finite rating: exact, or the length of the path that was found.
    pub fn finite(self) -> Option<u16> {
        match self {
            Entry::Exact(value) | Entry::Upper(value) => Some(value),
            _ => None,
        }
    }

    /// The number, whether a value or a bound.
    pub fn number(self) -> Option<u16> {
        match self {
            Entry::Exact(value) | Entry::Upper(value) | Entry::Lower(value) => Some(value),
            _ => None,
        }
    }

    /// The status, as tables write it, or `None` if the value is unknown.
    pub fn status(self) -> Option<Status> {
        match self {
            Entry::Exact(_) => Some(Status::Exact),
            Entry::Upper(_) => Some(Status::Upper),
            Entry::Lower(_) => Some(Status::Lower),
            Entry::Infinite => Some(Status::Infinite),
            Entry::NotApplicable => Some(Status::NotApplicable),
            Entry::Unknown => None,
        }
    }

    /// The entry under which a distribution counts this one: upper bounds count as exact.
    pub fn class(self) -> Entry {
        match self {
            Entry::Upper(value) => Entry::Exact(value),
            other => other,
        }
    }

    /// The entry as it stands in a column: by its word, if the column has words.
    pub fn shown(self, column: Column) -> String {
        let Some(words) = column.words() else {
            return self.to_string();
        };
        let word = |value: u16| {
            let word = words.values.get(usize::from(value)).copied();
            word.map_or_else(|| value.to_string(), str::to_string)
        };
        match (self.status(), self.number().map(word)) {
            (Some(Status::Infinite), _) => words.beyond.to_string(),
            (Some(status), value @ Some(_)) => ShownValue { status, value }.to_string(),
            _ => self.to_string(),
        }
    }
}

/// The entry that has a code.
impl From<u32> for Entry {
    fn from(code: u32) -> Entry {
        let value = code as u16;
        match code / STEP {
            0 => Entry::Exact(value),
            1 => Entry::Upper(value),
            2 => Entry::Lower(value),
            3 => Entry::Infinite,
            4 => Entry::Unknown,
            _ => Entry::NotApplicable,
        }
    }
}

/// The code of an entry in columns. Codes have the order of the entries.
impl From<Entry> for u32 {
    fn from(entry: Entry) -> u32 {
        match entry {
            Entry::Exact(value) => value.into(),
            Entry::Upper(value) => STEP + u32::from(value),
            Entry::Lower(value) => 2 * STEP + u32::from(value),
            Entry::Infinite => 3 * STEP,
            Entry::Unknown => 4 * STEP,
            Entry::NotApplicable => 5 * STEP,
        }
    }
}

/// A computed rating. It is unknown if its status requires a number that is missing.
impl From<Rating> for Entry {
    fn from(rating: Rating) -> Entry {
        let entry = Entry::new(rating.value.map(u16::from), Some(rating.status));
        entry.unwrap_or(Entry::Unknown)
    }
}

/// The number, with a sign unless it is exact.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.number();
        match self.status() {
            Some(status) => ShownValue { status, value }.fmt(f),
            None => f.pad("?"),
        }
    }
}

/// An exact value is a number, anything else a text.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Entry::Exact(value) => serializer.serialize_u16(*value),
            other => serializer.collect_str(other),
        }
    }
}
