//! Why a text is no Kakuro.

use thiserror::Error;

use super::combinations::LONGEST;
use super::place::{Direction, Place};
use gradus_csp::TooLarge;

/// Why a text is no Kakuro. Rows and columns are numbered from 1, the black ones at the edge
/// included.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum KakuroError {
    /// The parts are a size, rows, columns, and perhaps givens.
    #[error("{0} parts between semicolons: expected SIZE;ROWS;COLUMNS, and perhaps ;GIVENS")]
    Parts(usize),
    /// The size is no number, or too small.
    #[error(
        "the size is {0:?}: expected the number of rows, 2 or more, the black row at the top included"
    )]
    Size(String),
    /// A wrong number of rows or columns.
    #[error(
        "{found} {what} between slashes: expected {expected}, all but the black one at the edge"
    )]
    Lines {
        /// `rows`, `columns` or `rows of givens`.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A wrong number of places in a row or column.
    #[error("{line} has {found} places: expected {expected}")]
    Places {
        /// `row 2`.
        line: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A place is neither white nor black nor a clue.
    #[error(
        "{line}, place {place}, is {found:?}: expected `.` for a white cell, `B` for a black one or a sum from 1 to 45"
    )]
    Token {
        /// `row 2`.
        line: String,
        /// From 1.
        place: usize,
        /// What is there.
        found: String,
    },
    /// A place is neither empty nor a digit.
    #[error("given {place} is {found:?}: expected a digit from 1 to 9 or `.`")]
    Given {
        /// Where it is.
        place: Place,
        /// What is there.
        found: char,
    },
    /// A digit is given in a black cell, or one that no combination has.
    #[error("given {place} is {digit}: {reason}")]
    WrongGiven {
        /// Where it is.
        place: Place,
        /// What is there.
        digit: u8,
        /// Why it cannot be there.
        reason: &'static str,
    },
    /// The first place of a row or a column is white.
    #[error("{0} is white: the first row and the first column are black")]
    WhiteEdge(Place),
    /// A row and a column do not agree.
    #[error("{place} is {} in its row and {} in its column", colours[0], colours[1])]
    Colour {
        /// Where.
        place: Place,
        /// In the row and in the column.
        colours: [&'static str; 2],
    },
    /// More cells than digits.
    #[error("{length} white cells after {controller}: a run has at most {LONGEST}")]
    Run {
        /// The black cell before it.
        controller: Place,
        /// Its cells.
        length: usize,
    },
    /// A sum that no digits have.
    #[error(
        "the sum {clue} at {}{controller} is for {length} white cells: no {length} different digits have it",
        direction.letter()
    )]
    Clue {
        /// Where its cells lie.
        direction: Direction,
        /// The black cell.
        controller: Place,
        /// The sum.
        clue: u8,
        /// The cells.
        length: usize,
    },
    /// There is no white cell.
    #[error("there is no white cell")]
    Empty,
    /// It cannot be rated.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}
