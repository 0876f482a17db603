//! Numbrix and Hidato (PBCS 16.2; CSP-Rules manual, 11): the numbers from 1 on, one in each
//! white cell of a grid, such that each has the next one beside it; in Hidato, also at a
//! corner. A line is `numbrix:` or `hidato:`, the size, a comma, and the cells: a number, `.`
//! or `B` for black, with commas or blanks between them.
//!
//! There are two models, which are not equivalent: in the *geometric* one two numbers must not
//! be farther apart than their difference allows, in the *topological* one only neighbours in
//! the path are tied, `numbrix-topological:`. The geometric one is the default.

mod domain;
mod drawing;
mod grid;
mod names;

use std::fmt;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use crate::built::Built;
use gradus_csp::{Domain, Instance, Label, ReadError, ReadResult, TooLarge};

pub use domain::PathDomain;
pub use grid::{Cell, Far, Game, Grid, LARGEST};

/// A Numbrix or a Hidato.
#[derive(Clone, Debug)]
pub(crate) struct NumberPath {
    grid: Arc<Grid>,
    domain: Arc<OnceLock<Built<PathDomain>>>,
}

/// Why a text is no Numbrix and no Hidato.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum PathError {
    /// There is no size, or one that cannot be.
    #[error("the size is {0:?}: expected SIZE,CELLS with a size from 1 to {LARGEST}")]
    Size(String),
    /// A wrong number of cells.
    #[error("{found} cells: size {size} has {}", size * size)]
    Cells {
        /// How many there are.
        found: usize,
        /// The size.
        size: usize,
    },
    /// A cell is neither black nor open nor a number.
    #[error(
        "r{row}c{column} is {found:?}: expected a number, `.` for an open cell or `B` for a black one"
    )]
    Cell {
        /// From 1.
        row: usize,
        /// From 1.
        column: usize,
        /// What is there.
        found: String,
    },
    /// A number that no white cell can have.
    #[error("r{row}c{column} is {found}: the white cells have the numbers from 1 to {most}")]
    Number {
        /// From 1.
        row: usize,
        /// From 1.
        column: usize,
        /// What is there.
        found: u16,
        /// The number of white cells.
        most: usize,
    },
    /// There is no white cell.
    #[error("there is no white cell")]
    Empty,
    /// It cannot be rated.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Reads what follows the name of the kind.
pub(crate) fn read(kind: &'static str, text: &str) -> ReadResult {
    let game = match kind.starts_with("numbrix") {
        true => Game::Numbrix,
        false => Game::Hidato,
    };
    let far = match kind.ends_with("-topological") {
        true => Far::Topological,
        false => Far::Geometric,
    };
    match NumberPath::of_text(game, far, text) {
        Ok(puzzle) => Ok(Box::new(puzzle)),
        Err(error) => Err(ReadError::data(kind, error)),
    }
}

impl NumberPath {
    /// The puzzle of a size and cells.
    pub(crate) fn of_text(game: Game, far: Far, text: &str) -> Result<NumberPath, PathError> {
        let (size, cells) = text.split_once(',').unwrap_or((text, ""));
        let size = match size.trim().parse() {
            Ok(size @ 1..=LARGEST) => size,
            _ => return Err(PathError::Size(size.to_string())),
        };
        let words = cells.split(|c: char| c == ',' || c.is_whitespace());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if words.len() != size * size {
            let found = words.len();
            return Err(PathError::Cells { found, size });
        }
        let cell = |(place, word): (usize, &&str)| match *word {
            "." => Ok(Cell::Open),
            "B" | "b" => Ok(Cell::Black),
            number => number
                .parse()
                .map(Cell::Given)
                .map_err(|_| PathError::Cell {
                    row: place / size + 1,
                    column: place % size + 1,
                    found: number.to_string(),
                }),
        };
        let cells = words.iter().enumerate().map(cell);
        let grid = Grid {
            game,
            far,
            size,
            cells: cells.collect::<Result<_, _>>()?,
        };
        let most = grid.most();
        if most == 0 {
            return Err(PathError::Empty);
        }
        for (place, cell) in grid.cells.iter().enumerate() {
            match *cell {
                Cell::Given(found) if !(1..=most).contains(&usize::from(found)) => {
                    return Err(PathError::Number {
                        row: place / size + 1,
                        column: place % size + 1,
                        found,
                        most,
                    });
                }
                _ => {}
            }
        }
        TooLarge::check(domain::places(&grid).len())?;
        Ok(NumberPath::of(grid))
    }

    fn of(grid: Grid) -> NumberPath {
        NumberPath {
            grid: Arc::new(grid),
            domain: Arc::default(),
        }
    }

    fn built(&self) -> &Built<PathDomain> {
        self.domain
            .get_or_init(|| PathDomain::new(self.grid.clone()))
    }
}

/// The line that stands for it.
impl fmt::Display for NumberPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.grid.kind(), self.grid.size)?;
        self.grid.cells.iter().try_for_each(|cell| match cell {
            Cell::Black => write!(f, ",B"),
            Cell::Open => write!(f, ",."),
            Cell::Given(number) => write!(f, ",{number}"),
        })
    }
}

impl Instance for NumberPath {
    fn kind(&self) -> &'static str {
        self.grid.kind()
    }

    fn domain(&self) -> &Domain {
        &self.built().domain
    }

    fn givens(&self) -> Vec<Label> {
        self.built().names.givens()
    }

    fn possible(&self) -> Option<Vec<Label>> {
        self.built().names.possible()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut grid = self.grid.as_ref().clone();
        for &label in more {
            let (number, cell) = self.built().names.place(label);
            grid.cells[cell] = Cell::Given(number);
        }
        Some(Box::new(NumberPath::of(grid)))
    }
}
