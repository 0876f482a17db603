//! A cell of a table: people and programs read it differently.

use gradus_table::io::{fixed, grouped, shown, significant};

/// Characters of a text of unknown origin that people see.
const LONGEST_SAID: usize = 40;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetCell {
    /// Nothing.
    Empty,
    /// Words.
    Text(String),
    /// A text of unknown origin, such as a comment: people see its beginning.
    Said(String),
    /// A text whose characters are counted, such as a puzzle.
    Code(String),
    /// A number that is shown as it is written, such as a row number or a bound.
    Written(String),
    /// How many.
    Count(u64),
    /// A number and its significant digits.
    Significant(f64, usize),
    /// A number and its decimals.
    Fixed(f64, usize),
}

impl SheetCell {
    /// A number that is shown as it is written.
    pub fn written(number: impl ToString) -> SheetCell {
        SheetCell::Written(number.to_string())
    }

    /// A number and its significant digits; empty if there is no number.
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

    /// The cell for programs: nothing is rounded.
    pub(crate) fn raw(&self) -> String {
        match self {
            SheetCell::Empty => String::new(),
            SheetCell::Text(text)
            | SheetCell::Said(text)
            | SheetCell::Code(text)
            | SheetCell::Written(text) => text.clone(),
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

/// Nothing is an empty cell.
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
