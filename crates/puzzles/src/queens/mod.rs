//! N queens on a board of n×n, some already placed, none of which attacks another (PBCS
//! 5.11, 7.8 and 8.9). A line is `queens:n,SQUARE,…`, such as `queens:8,r1c2,r2c7,r3c5`;
//! blanks between squares are also allowed. `sudoqueens`, for sizes that are squares, also
//! needs one queen in each block.
//!
//! A label is a queen on a square. Rows and columns are CSP variables, and so are blocks;
//! diagonals are only links, because some of them have no queen.

mod board;
mod drawing;
mod names;

use std::fmt;
use std::sync::OnceLock;

use crate::text::{joined, words};
use board::QueensBoard;
use gradus_csp::{Domain, Instance, Label};

/// The largest board: it has as many squares as the largest kernel has labels.
const LARGEST: usize = 128;

/// Some queens on a board.
#[derive(Clone)]
pub(crate) struct Queens {
    size: usize,
    blocks: bool,
    /// In the order of their squares, row by row.
    placed: Vec<Label>,
}

impl Queens {
    /// Reads a size and the squares of queens, with commas or blanks between. The error
    /// explains why a text is not a board with queens.
    pub(crate) fn read(text: &str, blocks: bool) -> Result<Queens, String> {
        let (word, squares) = text.split_once(',').ok_or(
            "no comma after the size: expected the size, a comma, and the squares of queens",
        )?;
        let size = word
            .parse()
            .ok()
            .filter(|size| (1..=LARGEST).contains(size));
        let size: usize = size.ok_or_else(|| {
            format!("the size is {word:?}: expected a number from 1 to {LARGEST}")
        })?;
        if blocks && size.isqrt().pow(2) != size {
            return Err(format!(
                "the size is {size}: blocks need a size that is a square, such as 9 or 16"
            ));
        }
        let mut placed: Vec<Label> = Vec::new();
        for (position, word) in (1..).zip(words(squares)) {
            let label = names::square(word, size).ok_or_else(|| {
                format!(
                    "queen {position} is {word:?}: expected a square from r1c1 to r{size}c{size}"
                )
            })?;
            if placed.contains(&label) {
                return Err(format!(
                    "queen {position} is on {word}, where another one is"
                ));
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
        static BOARDS: [[OnceLock<Domain>; LARGEST + 1]; 2] =
            [const { [const { OnceLock::new() }; LARGEST + 1] }; 2];
        let board = &BOARDS[usize::from(self.blocks)][self.size];
        board.get_or_init(|| QueensBoard::domain(self.size, self.blocks))
    }
}

/// The line of the puzzle.
impl fmt::Display for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.placed.iter().map(|&l| names::name(l, self.size));
        write!(f, "{}:{},{}", self.kind(), self.size, joined(squares, ","))
    }
}

impl fmt::Debug for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Instance for Queens {
    fn kind(&self) -> &'static str {
        if !self.blocks { "queens" } else { "sudoqueens" }
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
