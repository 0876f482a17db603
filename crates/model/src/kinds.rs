//! The kinds of puzzles, and how a line becomes one: `KIND:DATA`, or 81 or 729
//! characters without a kind for 9×9 Sudoku.

use thiserror::Error;

use super::domain::Instance;
use super::latin::{LatinError, LatinSquare};
use super::sudoku::{ParseError, Puzzle};

/// Why a text is no puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// No Sudoku.
    #[error(transparent)]
    Sudoku(#[from] ParseError),
    /// No Latin square. The text has its cause, so a chain of causes has it once.
    #[error("latin: {0}")]
    Latin(LatinError),
    /// The word before the colon names no kind.
    #[error("no kind of puzzle is called {0:?}: the kinds are {kinds}", kinds = names())]
    Kind(String),
}

impl From<LatinError> for ReadError {
    fn from(error: LatinError) -> ReadError {
        ReadError::Latin(error)
    }
}

/// A kind of puzzle.
struct Kind {
    name: &'static str,
    read: fn(&str) -> Result<Box<dyn Instance>, ReadError>,
}

/// All kinds; a new one is one more entry.
const KINDS: [Kind; 2] = [
    Kind {
        name: "sudoku",
        read: sudoku,
    },
    Kind {
        name: "latin",
        read: |text| Ok(Box::new(text.parse::<LatinSquare>()?)),
    },
];

fn sudoku(text: &str) -> Result<Box<dyn Instance>, ReadError> {
    Ok(Box::new(text.parse::<Puzzle>()?))
}

fn names() -> String {
    KINDS.map(|kind| kind.name).join(", ")
}

/// The puzzle of a text.
pub fn read(text: &str) -> Result<Box<dyn Instance>, ReadError> {
    // Most lines are Sudokus without a kind: no need to look for a colon first.
    if let (81 | 729, Ok(puzzle)) = (text.len(), sudoku(text)) {
        return Ok(puzzle);
    }
    let Some((kind, data)) = text.split_once(':') else {
        return sudoku(text);
    };
    let found = KINDS
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(kind));
    match found {
        Some(found) => (found.read)(data),
        None => Err(ReadError::Kind(kind.to_string())),
    }
}
