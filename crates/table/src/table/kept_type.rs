//! The types of the columns that a table keeps of its inputs.
//!
//! A value is a text everywhere in the program, which conditions, counts and text tables use as it
//! is. The type says what the text stands for: with it, the value is restored without a loss in
//! Parquet, in JSON and in Arrow arrays.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The type of a kept column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptType {
    /// A text.
    #[default]
    Text,
    /// A text with offsets of 64 bits.
    LargeText,
    /// A text in views.
    TextView,
    /// Nothing but nulls.
    Null,
    /// `true` or `false`.
    Boolean,
    /// Signed numbers.
    Int8,
    /// Signed numbers.
    Int16,
    /// Signed numbers.
    Int32,
    /// Signed numbers.
    Int64,
    /// Unsigned numbers.
    Uint8,
    /// Unsigned numbers.
    Uint16,
    /// Unsigned numbers.
    Uint32,
    /// Unsigned numbers.
    Uint64,
    /// Floating-point numbers.
    Float32,
    /// Floating-point numbers.
    Float64,
    /// Bytes: as text if they are UTF-8, else in hexadecimal after `0x`.
    Binary,
    /// Bytes with offsets of 64 bits.
    LargeBinary,
    /// Bytes in views.
    BinaryView,
    /// This many bytes.
    FixedBinary(usize),
    /// A day: `2026-02-28`.
    Date,
    /// A day, in milliseconds.
    DateMillis,
    /// A time of the day: `12:30:00.500`.
    Time32(Unit),
    /// A time of the day.
    Time64(Unit),
    /// A point in time, with a `Z` if it has a time zone; then it is that of UTC.
    Timestamp(Unit, Option<String>),
    /// A number of seconds.
    Duration(Unit),
    /// A decimal number: its digits, and those after the point.
    Decimal(usize, usize),
    /// A text from a short list.
    Words(Words),
    /// A list, as JSON.
    List(Box<KeptField>),
    /// A list with offsets of 64 bits.
    LargeList(Box<KeptField>),
    /// A list of this many elements.
    FixedList(Box<KeptField>, usize),
    /// A list of pairs; true if they are sorted.
    Map(Box<KeptField>, bool),
    /// An object, as JSON.
    Struct(Vec<KeptField>),
}

/// A field of a nested type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptField {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: KeptType,
    /// True if it may be null.
    pub nullable: bool,
}

/// The unit of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Seconds.
    S,
    /// Milliseconds.
    Ms,
    /// Microseconds.
    Us,
    /// Nanoseconds.
    Ns,
}

impl Unit {
    /// Digits after the point of a second.
    #[cfg(feature = "polars")]
    pub(super) fn digits(self) -> usize {
        match self {
            Unit::S => 0,
            Unit::Ms => 3,
            Unit::Us => 6,
            Unit::Ns => 9,
        }
    }
}

/// A dictionary of texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// Bytes of a key.
    pub bytes: u8,
    /// True if keys are signed.
    pub signed: bool,
    /// True if the order of the words means something.
    pub ordered: bool,
    /// What polars notes about its own dictionaries: a key and a value.
    pub note: Option<(String, String)>,
}

impl Words {
    /// Words of ours, as polars notes them.
    pub(super) fn fixed(words: &[&str]) -> Words {
        let words = words.iter().map(|word| format!("{};{word}", word.len()));
        Words {
            bytes: 1,
            signed: false,
            ordered: false,
            note: Some(("_PL_ENUM_VALUES2".to_string(), words.collect())),
        }
    }
}

impl KeptType {
    /// Returns true if the column has texts.
    pub fn is_text(&self) -> bool {
        matches!(
            self,
            KeptType::Text | KeptType::LargeText | KeptType::TextView | KeptType::Null
        )
    }

    /// Returns true if the column has numbers.
    pub fn is_number(&self) -> bool {
        let is_fraction = matches!(
            self,
            KeptType::Float32 | KeptType::Float64 | KeptType::Decimal(..) | KeptType::Duration(_)
        );
        is_fraction || self.integer().is_some()
    }

    /// A value as JSON has it: a number, a boolean, a list or an object if it is one, else a
    /// text.
    pub fn json(&self, text: &str) -> Value {
        let read = match self {
            KeptType::Boolean
            | KeptType::Int8
            | KeptType::Int16
            | KeptType::Int32
            | KeptType::Int64
            | KeptType::Uint8
            | KeptType::Uint16
            | KeptType::Uint32
            | KeptType::Uint64
            | KeptType::Float32
            | KeptType::Float64
            | KeptType::List(_)
            | KeptType::LargeList(_)
            | KeptType::FixedList(..)
            | KeptType::Map(..)
            | KeptType::Struct(_) => serde_json::from_str(text).ok(),
            _ => None,
        };
        read.unwrap_or_else(|| Value::String(text.to_string()))
    }

    /// Whole numbers: signed or not, and their bits.
    fn integer(&self) -> Option<(bool, u8)> {
        Some(match self {
            KeptType::Int8 => (true, 8),
            KeptType::Int16 => (true, 16),
            KeptType::Int32 => (true, 32),
            KeptType::Int64 => (true, 64),
            KeptType::Uint8 => (false, 8),
            KeptType::Uint16 => (false, 16),
            KeptType::Uint32 => (false, 32),
            KeptType::Uint64 => (false, 64),
            _ => return None,
        })
    }

    /// The type that holds the values of two types without a change of their texts, if there is
    /// one other than text.
    fn joined(&self, other: &KeptType) -> Option<KeptType> {
        if self == other {
            return Some(self.clone());
        }
        match (self, other) {
            (KeptType::Null, other) | (other, KeptType::Null) => return Some(other.clone()),
            (KeptType::Words(_), KeptType::Words(_)) => return Some(KeptType::Text),
            _ => {}
        }
        let ((signed, bits), (other_signed, other_bits)) = (self.integer()?, other.integer()?);
        let wide = match (signed, other_signed) {
            (true, true) if bits.max(other_bits) == 64 => KeptType::Int64,
            (true, true) | (false, false) if bits > other_bits => self.clone(),
            (true, true) | (false, false) => other.clone(),
            (true, false) if other_bits == 64 => return None,
            (false, true) if bits == 64 => return None,
            _ => KeptType::Int64,
        };
        Some(wide)
    }
}

/// What a source says about one of its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// A field of CSV, which may be a number.
    #[default]
    Field,
    /// A text, even if it looks like a number.
    Text,
    /// A literal of JSON: a number, a boolean, a list or an object.
    Literal,
}

/// Collects the values of a column, and finds its type.
///
/// A column of fields is numeric if nothing would be lost: all of its values are written as
/// numbers are, without leading zeros, signs of plus, exponents and zeros that end a fraction,
/// unless all have the same number of decimals.
#[derive(Clone, Debug, Default)]
pub struct TypeSearch {
    /// The type that sources declare.
    declared: Option<KeptType>,
    /// True if two types do not fit together.
    is_mixed: bool,
    /// The values of sources that declare none.
    values: u64,
    integers: u64,
    numbers: u64,
    booleans: u64,
    /// The number of decimals that all have, and true if they all have it.
    decimals: Option<(usize, bool)>,
    /// Numbers whose fraction ends with a zero.
    padded: u64,
}

/// Significant digits that a floating-point number keeps.
const EXACT_DIGITS: usize = 15;

impl TypeSearch {
    /// Adds a type that a source declares.
    pub fn declare(&mut self, kind: &KeptType) {
        match &self.declared {
            None => self.declared = Some(kind.clone()),
            Some(before) => match before.joined(kind) {
                Some(joined) => self.declared = Some(joined),
                None => self.is_mixed = true,
            },
        }
    }

    /// Adds a value of a source that declares no type.
    pub fn add(&mut self, text: &str, spelling: Spelling) {
        self.values += 1;
        match (spelling, text) {
            (Spelling::Text, _) => {}
            (Spelling::Literal, "true" | "false") => self.booleans += 1,
            _ => self.number(text),
        }
    }

    fn number(&mut self, text: &str) {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = match digits.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (digits, None),
        };
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_canonical = is_digits(whole)
            && (whole == "0" || !whole.starts_with('0'))
            && fraction.is_none_or(is_digits)
            && text != "-0";
        if !is_canonical {
            return;
        }
        let decimals = fraction.map_or(0, str::len);
        let is_integer = fraction.is_none() && text.parse::<i64>().is_ok();
        let significant = digits.trim_start_matches(['0', '.']).len();
        if !is_integer && significant > EXACT_DIGITS + usize::from(fraction.is_some()) {
            return;
        }
        // Larger whole numbers are exact among whole numbers only.
        if is_integer && significant <= EXACT_DIGITS || fraction.is_some() {
            self.numbers += 1;
        }
        self.integers += u64::from(is_integer);
        self.padded += u64::from(fraction.is_some_and(|fraction| fraction.ends_with('0')));
        self.decimals = Some(match self.decimals {
            None => (decimals, true),
            Some((before, all)) => (before, all && before == decimals),
        });
    }

    /// The type of the column, and true if it is text only because types do not fit together.
    pub fn finish(&self) -> (KeptType, bool) {
        let found = match self.values {
            0 => None,
            all if all == self.integers => Some(KeptType::Int64),
            all if all == self.booleans => Some(KeptType::Boolean),
            all if all == self.numbers => {
                let is_uniform = matches!(self.decimals, Some((_, true)));
                Some(if self.padded == 0 || is_uniform {
                    KeptType::Float64
                } else {
                    KeptType::Text
                })
            }
            _ => Some(KeptType::Text),
        };
        let joined = match (&self.declared, found) {
            _ if self.is_mixed => None,
            (None, None) => Some(KeptType::Text),
            (Some(kind), None) => Some(kind.clone()),
            (None, Some(kind)) => Some(kind),
            // Whole numbers are written as such among others.
            (Some(KeptType::Float64), Some(KeptType::Int64)) => Some(KeptType::Float64),
            (Some(declared), Some(found)) => declared.joined(&found),
        };
        match joined {
            Some(kind) => (kind, false),
            None => (KeptType::Text, true),
        }
    }
}

/// The types of kept columns, in order: texts where nothing else is known.
pub(super) fn padded(types: &[KeptType]) -> impl Iterator<Item = KeptType> + '_ {
    types
        .iter()
        .cloned()
        .chain(std::iter::repeat(KeptType::Text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fields: &[&str]) -> KeptType {
        let mut search = TypeSearch::default();
        fields
            .iter()
            .for_each(|text| search.add(text, Spelling::Field));
        search.finish().0
    }

    #[test]
    fn a_column_of_fields_is_numeric_if_nothing_is_lost() {
        for (fields, kind) in [
            (&["1", "-2", "0"][..], KeptType::Int64),
            (&["1", "2.5"], KeptType::Float64),
            (&["7.0", "10.5", "2.3"], KeptType::Float64),
            (&["12.50", "3.00"], KeptType::Float64),
            (&["7.10", "7.1"], KeptType::Text),
            (&["1", "02"], KeptType::Text),
            (&["+1"], KeptType::Text),
            (&["1,000"], KeptType::Text),
            (&["1e5"], KeptType::Text),
            (&["-0"], KeptType::Text),
            (&[".5"], KeptType::Text),
            (&["5."], KeptType::Text),
            (&["0.1234567890123456789"], KeptType::Text),
            (&["9223372036854775807"], KeptType::Int64),
            (&["9223372036854775808"], KeptType::Text),
            (&["9007199254740993", "0.5"], KeptType::Text),
            (&["true"], KeptType::Text),
            (&["1", "x"], KeptType::Text),
            (&[], KeptType::Text),
        ] {
            assert_eq!(of(fields), kind, "{fields:?}");
        }
    }

    #[test]
    fn texts_of_json_stay_texts_and_its_booleans_are_such() {
        let mut search = TypeSearch::default();
        search.add("5", Spelling::Text);
        assert_eq!(search.finish().0, KeptType::Text);
        let mut search = TypeSearch::default();
        search.add("true", Spelling::Literal);
        search.add("false", Spelling::Literal);
        assert_eq!(search.finish().0, KeptType::Boolean);
    }

    #[test]
    fn types_are_joined_if_no_text_changes() {
        let joined = |kinds: &[KeptType]| {
            let mut search = TypeSearch::default();
            kinds.iter().for_each(|kind| search.declare(kind));
            search.finish()
        };
        let (int, wide) = (KeptType::Int32, KeptType::Int64);
        assert_eq!(joined(&[int.clone(), wide.clone()]), (wide.clone(), false));
        assert_eq!(joined(&[KeptType::Uint8, KeptType::Int8]), (wide, false));
        assert_eq!(
            joined(&[KeptType::Date, int.clone()]),
            (KeptType::Text, true)
        );
        assert_eq!(joined(&[KeptType::Null, int.clone()]), (int, false));
    }
}
