//! A cell of a table, which people and programs read differently.

use gradus_table::io::{fixed, grouped, shown, significant};

/// Maximum number of characters shown of a string of unknown origin.
const LONGEST_SAID: usize = 40;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetCell {
    /// Empty.
    Empty,
    /// Text.
    Text(String),
    /// A string of unknown origin, such as a comment; people see its beginning.
    Said(String),
    /// A string in a monospaced font, such as a puzzle.
    Code(String),
    /// A number shown verbatim, such as a row number or a bound.
    Written(String),
    /// A decimal number as its table has it; a number in JSON.
    Decimal(String),
    /// A count.
    Count(u64),
    /// A number and its significant digits.
    Significant(f64, usize),
    /// A number and its decimals.
    Fixed(f64, usize),
}

impl SheetCell {
    /// A number shown verbatim.
    pub fn written(number: impl ToString) -> SheetCell {
        SheetCell::Written(number.to_string())
    }

    /// A number and its significant digits; empty for `None`.
    pub fn significant(number: Option<f64>, digits: usize) -> SheetCell {
        number.map(|it| SheetCell::Significant(it, digits)).into()
    }

    pub(crate) fn shown(&self) -> String {
        match self {
            SheetCell::Said(text) => shown(text.as_bytes(), LONGEST_SAID),
            SheetCell::Count(count) => grouped(*count),
            SheetCell::Significant(value, digits) => significant(*value, *digits),
            SheetCell::Fixed(value, decimals) => fixed(*value, *decimals),
            _ => self.raw(),
        }
    }

    /// The unrounded content, for programs.
    pub(crate) fn raw(&self) -> String {
        match self {
            SheetCell::Empty => String::new(),
            SheetCell::Text(text)
            | SheetCell::Said(text)
            | SheetCell::Code(text)
            | SheetCell::Written(text)
            | SheetCell::Decimal(text) => text.clone(),
            SheetCell::Count(count) => count.to_string(),
            SheetCell::Significant(value, _) | SheetCell::Fixed(value, _) => value.to_string(),
        }
    }
}

impl From<&str> for SheetCell {
    fn from(text: &str) -> SheetCell {
        SheetCell::Text(text.to_string())
    }
}

impl From<u64> for SheetCell {
    fn from(count: u64) -> SheetCell {
        SheetCell::Count(count)
    }
}

/// `None` is an empty cell.
impl<T: Into<SheetCell>> From<Option<T>> for SheetCell {
    fn from(cell: Option<T>) -> SheetCell {
        cell.map_or(SheetCell::Empty, Into::into)
    }
}

impl From<String> for SheetCell {
    fn from(text: String) -> SheetCell {
        SheetCell::Text(text)
    }
}
