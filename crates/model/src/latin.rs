//! Latin squares: n symbols in an n×n square, each once in every row and column
//! (PBCS 14.1). A line is `latin:` and n² characters, row by row; `1` to `9` and
//! then `A` to `F` are symbols.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

use super::domain::{Domain, Instance};
use super::model::Label;
use super::shape::Shape;
use super::square::Square;
use super::sudoku::puzzle::BLANKS;

/// The largest square that can be rated: its givens are counted in one byte.
pub const LARGEST: usize = 15;

/// A Latin square to be completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LatinSquare {
    size: usize,
    /// Row by row: the symbol of a cell, if it is given.
    cells: Vec<Option<usize>>,
}

/// Why a text is no Latin square.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LatinError {
    /// The number of characters is no square, or too large a one.
    #[error("{0} characters: a Latin square of size n has n times n, with n from 1 to {LARGEST}")]
    Length(usize),
    /// A character that is neither a symbol nor blank.
    #[error("character {position} is {found:?}: expected {symbols} or one of {BLANKS} for empty")]
    Character {
        /// Position in the text, from 1.
        position: usize,
        /// What is there.
        found: char,
        /// The symbols of a square of this size.
        symbols: String,
    },
}

impl FromStr for LatinSquare {
    type Err = LatinError;

    fn from_str(text: &str) -> Result<Self, LatinError> {
        let length = text.chars().count();
        let size = (1..=LARGEST).find(|size| size * size == length);
        let size = size.ok_or(LatinError::Length(length))?;
        let shape = Shape { size, block: None };
        let cell = |(index, found): (usize, char)| {
            let byte = u8::try_from(found).ok();
            let symbol = byte.and_then(|byte| shape.symbol(byte.to_ascii_uppercase()));
            match symbol {
                Some(symbol) => Ok(Some(symbol)),
                None if BLANKS.contains(found) => Ok(None),
                None => Err(LatinError::Character {
                    position: index + 1,
                    found,
                    symbols: format!("1 to {}", shape.character(size - 1)),
                }),
            }
        };
        let cells = text.chars().enumerate().map(cell);
        Ok(LatinSquare {
            size,
            cells: cells.collect::<Result<_, _>>()?,
        })
    }
}

/// The line that stands for it, `.` for empty.
impl fmt::Display for LatinSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.square().shape();
        let character = |cell: &Option<usize>| cell.map_or('.', |symbol| shape.character(symbol));
        let cells: String = self.cells.iter().map(character).collect();
        write!(f, "latin:{cells}")
    }
}

impl LatinSquare {
    /// The domain of its size, built on first use.
    fn square(&self) -> &'static Square {
        static SQUARES: [OnceLock<Square>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
        SQUARES[self.size].get_or_init(|| {
            let shape = Shape {
                size: self.size,
                block: None,
            };
            Square::generic(shape).expect("the largest square fits the largest kernel")
        })
    }
}

impl Instance for LatinSquare {
    fn kind(&self) -> &'static str {
        "latin"
    }

    fn domain(&self) -> &dyn Domain {
        self.square()
    }

    fn givens(&self) -> Vec<Label> {
        let shape = self.square().shape();
        let given = |(cell, symbol): (usize, &Option<usize>)| {
            Some(shape.label((*symbol)?, cell / self.size, cell % self.size))
        };
        self.cells.iter().enumerate().filter_map(given).collect()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        for &label in more {
            let (symbol, row, column) = self.square().shape().coordinates(label);
            puzzle.cells[row * self.size + column] = Some(symbol);
        }
        Some(Box::new(puzzle))
    }
}
