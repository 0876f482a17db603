//! A cell of a table: people and programs read it differently.

use super::number::{fixed, grouped, significant};

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Words.
    Text(String),
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

impl Cell {
    /// A number that is shown as it is written.
    pub fn written(number: impl ToString) -> Cell {
        Cell::Written(number.to_string())
    }

    /// A number and its significant digits; empty if there is no number.
    pub fn significant(number: Option<f64>, digits: usize) -> Cell {
        number.map_or(Cell::Empty, |number| Cell::Significant(number, digits))
    }

    /// The cell for people.
    pub fn shown(&self) -> String {
        match self {
            Cell::Count(count) => grouped(*count),
            Cell::Significant(value, digits) => significant(*value, *digits),
            Cell::Fixed(value, decimals) => fixed(*value, *decimals),
            _ => self.raw(),
        }
    }

    /// The cell for programs: nothing is rounded.
    pub fn raw(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) | Cell::Code(text) | Cell::Written(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Significant(value, _) | Cell::Fixed(value, _) => value.to_string(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_string())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_programs_read_the_same_number() {
        let texts = |cell: Cell| [cell.shown(), cell.raw()];
        assert_eq!(
            texts(Cell::Significant(29.170_812, 4)),
            ["29.17", "29.170812"]
        );
        assert_eq!(texts(Cell::Count(5_926_343)), ["5,926,343", "5926343"]);
        assert_eq!(texts(Cell::Fixed(-0.5, 3)), ["−0.500", "-0.5"]);
    }
}
