//! Futoshiki: a Latin square with strict inequalities between some neighbouring cells (PBCS
//! 14). A line is `futoshiki:n,GIVENS,H,V`: n² symbols row by row, n rows of n - 1 signs
//! `<`, `>` or `-` between neighbours in a row, and n columns of n - 1 signs, from left to
//! right and each from top to bottom. `futoshiki-hills` is the same puzzle with the rules
//! of hills and valleys ([`hills`]) beside whips\[1\].
//!
//! The variables are those of a Latin square. Where a cell a is smaller than its neighbour
//! b, the label x of a is linked to the label y of b whenever x ≥ y. Ascending chains need
//! no rule: they are sequences of whips\[1\]. The g-labels follow from these links: the
//! last values of a cell that has a greater neighbour, its first values if it has a smaller
//! one, what is in both, and the places of a symbol in two or three cells of a line that a
//! sign joins.

mod drawing;
pub mod hills;
mod signs;
pub(crate) mod unequal;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

pub use signs::{Sign, Signs};

use crate::squares::Square;
use crate::squares::shape::Shape;
use crate::sudoku::puzzle::BLANKS;
use gradus_csp::{CoverMatrix, Domain, Instance, Label};
use hills::Hills;

/// A Futoshiki to be completed.
#[derive(Clone)]
pub struct Futoshiki {
    /// Row by row: the symbol of a cell, if it is given.
    cells: Vec<Option<usize>>,
    signs: Arc<Signs>,
    hills: bool,
    /// Built when it is first asked for.
    board: OnceLock<Arc<Domain>>,
}

/// Why a text is no Futoshiki.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FutoshikiError {
    /// Not four parts.
    #[error(
        "{0} parts between commas: expected 4, the size, the givens, the signs in rows and \
         the signs in columns"
    )]
    Parts(usize),
    /// No size.
    #[error("the size is {0:?}: expected a number from 1 to {LARGEST}")]
    Size(String),
    /// A part of the wrong length.
    #[error("{found} {part}: a square of size {size} has {expected}")]
    Length {
        /// What is counted.
        part: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The size.
        size: usize,
    },
    /// A character that is neither a symbol nor blank.
    #[error("given {position} is {found:?}: expected 1 to {last} or one of {BLANKS} for empty")]
    Given {
        /// Position in the givens, from 1.
        position: usize,
        /// What is there.
        found: char,
        /// The last symbol.
        last: char,
    },
    /// A character that is no sign.
    #[error("sign {position} in {lines} is {found:?}: expected <, > or -")]
    Sign {
        /// Rows or columns.
        lines: &'static str,
        /// Position in the signs, from 1.
        position: usize,
        /// What is there.
        found: char,
    },
}

impl FutoshikiError {
    fn length(
        part: &'static str,
        found: usize,
        expected: usize,
        size: usize,
    ) -> Result<(), FutoshikiError> {
        match found == expected {
            true => Ok(()),
            false => Err(FutoshikiError::Length {
                part,
                found,
                expected,
                size,
            }),
        }
    }
}

/// The largest square that is read.
pub(crate) const LARGEST: usize = 15;

/// The shape of a square of this size.
fn shape(size: usize) -> Shape {
    Shape::latin(size)
}

impl FromStr for Futoshiki {
    type Err = FutoshikiError;

    fn from_str(text: &str) -> Result<Self, FutoshikiError> {
        let parts: Vec<&str> = text.split(',').collect();
        let [size, givens, across, down] = parts[..] else {
            return Err(FutoshikiError::Parts(parts.len()));
        };
        let number = size
            .parse()
            .ok()
            .filter(|size| (1..=LARGEST).contains(size));
        let size = number.ok_or_else(|| FutoshikiError::Size(size.to_string()))?;
        FutoshikiError::length("givens", givens.chars().count(), size * size, size)?;
        let given = |(index, found): (usize, char)| {
            let byte = u8::try_from(found).ok();
            let symbol = byte.and_then(|byte| Shape::symbol(byte.to_ascii_uppercase()));
            match symbol.filter(|&symbol| symbol < size) {
                Some(symbol) => Ok(Some(symbol)),
                None if BLANKS.contains(found) => Ok(None),
                None => Err(FutoshikiError::Given {
                    position: index + 1,
                    found,
                    last: Shape::character(size - 1),
                }),
            }
        };
        let cells = givens.chars().enumerate().map(given);
        let cells: Vec<Option<usize>> = cells.collect::<Result<_, _>>()?;
        let mut signs = Signs::none(size);
        let read = |slots: &mut [Option<Sign>], text: &str, lines: &'static str| {
            let part = match lines {
                "rows" => "signs in rows",
                _ => "signs in columns",
            };
            FutoshikiError::length(part, text.chars().count(), slots.len(), size)?;
            for ((index, found), slot) in text.chars().enumerate().zip(slots) {
                *slot = match found {
                    '-' => None,
                    '<' => Some(Sign::Less),
                    '>' => Some(Sign::Greater),
                    _ => {
                        return Err(FutoshikiError::Sign {
                            lines,
                            position: index + 1,
                            found,
                        });
                    }
                };
            }
            Ok(())
        };
        read(&mut signs.across, across, "rows")?;
        read(&mut signs.down, down, "columns")?;
        Ok(Futoshiki::new(cells, signs))
    }
}

impl Futoshiki {
    fn new(cells: Vec<Option<usize>>, signs: Signs) -> Futoshiki {
        Futoshiki {
            cells,
            signs: Arc::new(signs),
            hills: false,
            board: OnceLock::new(),
        }
    }

    /// The same puzzle with the rules of hills and valleys.
    pub(crate) fn with_hills(self) -> Futoshiki {
        Futoshiki {
            hills: true,
            board: OnceLock::new(),
            ..self
        }
    }

    /// Number of rows, of columns and of symbols.
    pub fn size(&self) -> usize {
        self.signs.size()
    }

    /// The signs.
    pub fn signs(&self) -> &Signs {
        &self.signs
    }

    fn board(&self) -> &Domain {
        let build = || Arc::new(FutoshikiBoard::domain(self.signs.clone(), self.hills));
        self.board.get_or_init(build)
    }
}

/// The line that stands for it, `.` for empty.
impl fmt::Display for Futoshiki {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |cell: &Option<usize>| cell.map_or('.', Shape::character);
        let cells: String = self.cells.iter().map(symbol).collect();
        let signs = |signs: &[Option<Sign>]| {
            let signs = signs.iter().map(|&sign| Sign::character(sign));
            signs.collect::<String>()
        };
        write!(
            f,
            "{}:{},{cells},{},{}",
            self.kind(),
            self.size(),
            signs(&self.signs.across),
            signs(&self.signs.down)
        )
    }
}

impl fmt::Debug for Futoshiki {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Instance for Futoshiki {
    fn kind(&self) -> &'static str {
        match self.hills {
            false => "futoshiki",
            true => "futoshiki-hills",
        }
    }

    fn domain(&self) -> &Domain {
        self.board()
    }

    fn givens(&self) -> Vec<Label> {
        let (size, shape) = (self.size(), shape(self.size()));
        let given = |(cell, symbol): (usize, &Option<usize>)| {
            Some(shape.label((*symbol)?, cell / size, cell % size))
        };
        self.cells.iter().enumerate().filter_map(given).collect()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        for &label in more {
            let (symbol, row, column) = shape(self.size()).coordinates(label);
            puzzle.cells[row * self.size() + column] = Some(symbol);
        }
        Some(Box::new(puzzle))
    }
}

/// The drawings of all Futoshikis with the same signs.
#[derive(Debug)]
pub(crate) struct FutoshikiBoard {
    signs: Arc<Signs>,
}

impl FutoshikiBoard {
    fn domain(signs: Arc<Signs>, with_hills: bool) -> Domain {
        let size = signs.size();
        let shape = shape(size);
        let mut model = shape.builder();
        for (smaller, greater) in signs.pairs() {
            for low in 0..size {
                for high in low..size {
                    model.link(
                        shape.label(high, smaller.0, smaller.1),
                        shape.label(low, greater.0, greater.1),
                    );
                }
            }
        }
        let model = model.build().expect("a square with signs is a sound model");
        let model = Arc::new(model);
        let names = Arc::new(Square::new(shape, model.clone()));
        let domain = Domain::new(model, names).expect("the largest square is not too large");
        let domain = domain.with_matrices(matrices(size));
        let domain = match with_hills {
            true => domain.with_rules(Arc::new(Hills::new(&signs))),
            false => domain,
        };
        domain.with_drawing(Arc::new(FutoshikiBoard { signs }))
    }
}

/// The cover matrices of a square. They do not depend on signs.
fn matrices(size: usize) -> Arc<[CoverMatrix]> {
    static MATRICES: [OnceLock<Arc<[CoverMatrix]>>; LARGEST + 1] =
        [const { OnceLock::new() }; LARGEST + 1];
    let build = || shape(size).matrices(&shape(size).model()).into();
    MATRICES[size].get_or_init(build).clone()
}
