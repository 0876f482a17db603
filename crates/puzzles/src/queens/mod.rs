//! N queens on a board of n×n, none of which attacks another, some of them placed (PBCS
//! 5.11, 7.8 and 8.9). A line is `queens:n,SQUARE,…`, such as `queens:8,r1c2,r2c7,r3c5`;
//! blanks between squares are read too. `sudoqueens` wants one queen in each block as well,
//! for sizes that are squares.
//!
//! A label is a queen on a square. Rows and columns are CSP variables, and so are blocks;
//! diagonals are links only, since not each of them has a queen.

mod board;
mod drawing;
mod names;

use std::fmt;
use std::sync::OnceLock;

use thiserror::Error;

use gradus_csp::{Domain, Instance, Label};

pub use board::QueensBoard;

/// The largest board: its squares are as many labels as the largest kernel has.
pub const LARGEST: usize = 128;

/// Some queens on a board.
#[derive(Clone)]
pub struct Queens {
    size: usize,
    blocks: bool,
    /// In the order of their squares, row by row.
    placed: Vec<Label>,
}

/// Why a text is no board with queens.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum QueensError {
    /// The size alone.
    #[error("no comma after the size: expected the size, a comma, and the squares of queens")]
    Comma,
    /// No size.
    #[error("the size is {0:?}: expected a number from 1 to {LARGEST}")]
    Size(String),
    /// Blocks do not fit the board.
    #[error("the size is {0}: blocks need a size that is a square, such as 9 or 16")]
    Blocks(usize),
    /// No square of the board.
    #[error("queen {position} is {found:?}: expected a square from r1c1 to r{size}c{size}")]
    Square {
        /// Its number, from 1.
        position: usize,
        /// What is there.
        found: String,
        /// The size of the board.
        size: usize,
    },
    /// A square is named twice.
    #[error("queen {position} is on {found}, where another one is")]
    Twice {
        /// Its number, from 1.
        position: usize,
        /// Its square.
        found: String,
    },
}

impl Queens {
    /// Reads a size and the squares of queens, with commas or blanks between.
    pub fn read(text: &str, blocks: bool) -> Result<Queens, QueensError> {
        let (word, squares) = text.split_once(',').ok_or(QueensError::Comma)?;
        let words = squares.split([',', ' ', '\t']);
        let words = words.filter(|word| !word.is_empty());
        let size = word
            .parse()
            .ok()
            .filter(|size| (1..=LARGEST).contains(size));
        let size: usize = size.ok_or_else(|| QueensError::Size(word.to_string()))?;
        if blocks && size.isqrt().pow(2) != size {
            return Err(QueensError::Blocks(size));
        }
        let mut placed: Vec<Label> = Vec::new();
        for (index, word) in words.enumerate() {
            let position = index + 1;
            let label = names::square(word, size).ok_or_else(|| QueensError::Square {
                position,
                found: word.to_string(),
                size,
            })?;
            if placed.contains(&label) {
                let found = word.to_string();
                return Err(QueensError::Twice { position, found });
            }
            placed.push(label);
        }
        placed.sort_unstable();
        Ok(Queens {
            size,
            blocks,
            placed,
        })
    }

    /// The domain of its size, built on first use.
    fn board(&self) -> &'static Domain {
        static PLAIN: [OnceLock<Domain>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
        static WITH_BLOCKS: [OnceLock<Domain>; LARGEST + 1] =
            [const { OnceLock::new() }; LARGEST + 1];
        let boards = match self.blocks {
            false => &PLAIN,
            true => &WITH_BLOCKS,
        };
        boards[self.size].get_or_init(|| QueensBoard::domain(self.size, self.blocks))
    }
}

/// The line that stands for it.
impl fmt::Display for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.placed.iter();
        let squares: Vec<String> = squares.map(|&l| names::name(l, self.size)).collect();
        write!(f, "{}:{},{}", self.kind(), self.size, squares.join(","))
    }
}

impl fmt::Debug for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Instance for Queens {
    fn kind(&self) -> &'static str {
        match self.blocks {
            false => "queens",
            true => "sudoqueens",
        }
    }

    fn domain(&self) -> &Domain {
        self.board()
    }

    fn givens(&self) -> Vec<Label> {
        self.placed.clone()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        puzzle.placed.extend(more);
        puzzle.placed.sort_unstable();
        puzzle.placed.dedup();
        Some(Box::new(puzzle))
    }
}
