//! Slitherlink: lines between points form one single loop, and a number says how many sides
//! of its cell are part of it (PBCS2 chapter 17).
//!
//! A line is `slitherlink:`, the numbers of rows and columns, and the cells row by row:
//! `slitherlink:3x4,.21.30...2.3`. With `slitherlink-xtd:` in front, Extended Loops are part
//! of the theory. Ids of Simon Tatham's Loopy are read too; these have the width first.
//!
//! A loop round a single cell is no solution: B has no value with four sides.

mod apply;
mod board;
mod colours;
mod contacts;
mod extended;
mod facts;
mod grid;
mod layout;
mod loops;
mod macros;
mod names;
mod notation;
mod paths;
mod rules;
mod solver;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod turned;

use std::fmt;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use crate::tatham::Id;
use gradus_csp::{Domain, Instance, Label, MOST_LABELS, Read, ReadError, Solutions};
use grid::Grid;
use layout::{Layout, Place};
use solver::Solver;

/// The name of the kind.
pub(crate) const KIND: &str = "slitherlink";
/// The name of the kind with Extended Loops.
pub(crate) const EXTENDED: &str = "slitherlink-xtd";

/// A Slitherlink.
#[derive(Clone)]
pub(crate) struct Slitherlink {
    layout: Arc<Layout>,
    /// Whether Extended Loops are part of the theory.
    extended: bool,
    board: Arc<OnceLock<Domain>>,
}

/// Why a text is no Slitherlink.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum SlitherlinkError {
    /// No numbers of rows and columns in front.
    #[error("expected ROWSxCOLUMNS,CELLS, such as 2x2,.3.2; found {0:?}")]
    Size(String),
    /// A grid without cells.
    #[error("a grid of {rows} rows and {columns} columns has no cells")]
    Empty {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// Too many or too few cells.
    #[error("{found} cells: {rows} rows of {columns} are {}", rows * columns)]
    Cells {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Cells in the text.
        found: usize,
    },
    /// A character that is neither a number nor empty.
    #[error("cell {position} is {found:?}: expected 0, 1, 2, 3 or . for empty")]
    Character {
        /// Number of the cell, from 1.
        position: usize,
        /// What is there.
        found: char,
    },
    /// A character of an id that is neither a number nor a run.
    #[error(
        "character {position} of the description is {found:?}: expected 0 to 3, or a to z for a run of empty cells"
    )]
    Run {
        /// Position in the description, from 1.
        position: usize,
        /// What is there.
        found: char,
    },
    /// A grid that is not of squares.
    #[error("type {0} of Loopy is no grid of squares: only type 0 is read")]
    Type(usize),
    /// More labels than fit the largest kernel.
    #[error(
        "{rows} rows of {columns} cells are too large: at most {MOST_LABELS} labels can be rated"
    )]
    TooLarge {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
}

/// Reads the data of either kind.
pub(crate) fn read(kind: &'static str, text: &str) -> Read {
    let puzzle = Slitherlink::parse(text, kind == EXTENDED);
    let puzzle = puzzle.map_err(|error| ReadError::data(kind, error))?;
    Ok(Box::new(puzzle))
}

/// Reads an id of Loopy.
pub(crate) fn read_id(id: &Id<'_>) -> Read {
    let puzzle = Slitherlink::of_id(id, false);
    let puzzle = puzzle.map_err(|error| ReadError::data(KIND, error))?;
    Ok(Box::new(puzzle))
}

/// Reads an id of Loopy as a puzzle with Extended Loops.
pub(crate) fn read_extended_id(id: &Id<'_>) -> Read {
    let puzzle = Slitherlink::of_id(id, true);
    let puzzle = puzzle.map_err(|error| ReadError::data(EXTENDED, error))?;
    Ok(Box::new(puzzle))
}

impl Slitherlink {
    fn parse(text: &str, extended: bool) -> Result<Slitherlink, SlitherlinkError> {
        let size = || SlitherlinkError::Size(text.chars().take(20).collect());
        let (numbers, cells) = text.split_once(',').ok_or_else(size)?;
        let (rows, columns) = numbers.split_once(['x', '×']).ok_or_else(size)?;
        let number = |text: &str| text.parse::<u16>().map_err(|_| size());
        let (rows, columns) = (number(rows)?.into(), number(columns)?.into());
        let given = |(index, found): (usize, char)| match found {
            '.' => Ok(None),
            '0'..='3' => Ok(Some(found as u8 - b'0')),
            _ => Err(SlitherlinkError::Character {
                position: index + 1,
                found,
            }),
        };
        let givens = cells.chars().enumerate().map(given);
        Slitherlink::new(rows, columns, givens.collect::<Result<_, _>>()?, extended)
    }

    fn of_id(id: &Id<'_>, extended: bool) -> Result<Slitherlink, SlitherlinkError> {
        if let Some(other @ 1..) = id.number {
            return Err(SlitherlinkError::Type(other));
        }
        let mut givens = Vec::new();
        for (index, found) in id.description.chars().enumerate() {
            match found {
                '0'..='3' => givens.push(Some(found as u8 - b'0')),
                'a'..='z' => givens.extend((b'a'..=found as u8).map(|_| None)),
                _ => {
                    return Err(SlitherlinkError::Run {
                        position: index + 1,
                        found,
                    });
                }
            }
        }
        Slitherlink::new(id.height.unwrap_or(id.width), id.width, givens, extended)
    }

    fn new(
        rows: usize,
        columns: usize,
        givens: Vec<Option<u8>>,
        extended: bool,
    ) -> Result<Slitherlink, SlitherlinkError> {
        if rows == 0 || columns == 0 {
            return Err(SlitherlinkError::Empty { rows, columns });
        }
        if givens.len() != rows * columns {
            return Err(SlitherlinkError::Cells {
                rows,
                columns,
                found: givens.len(),
            });
        }
        let layout = Layout::new(Grid { rows, columns }, givens);
        let layout = layout.filter(|layout| layout.labels() <= MOST_LABELS);
        let layout = layout.ok_or(SlitherlinkError::TooLarge { rows, columns })?;
        Ok(Slitherlink {
            layout: Arc::new(layout),
            extended,
            board: Arc::default(),
        })
    }

    fn board(&self) -> &Domain {
        let build = || board::domain(Arc::clone(&self.layout), self.extended);
        self.board.get_or_init(build)
    }
}

/// The line that stands for it, `.` for empty.
impl fmt::Display for Slitherlink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Grid { rows, columns } = self.layout.grid;
        write!(f, "{}:{rows}x{columns},", self.kind())?;
        for given in &self.layout.givens {
            match given {
                Some(given) => write!(f, "{given}")?,
                None => write!(f, ".")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Slitherlink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Instance for Slitherlink {
    fn kind(&self) -> &'static str {
        match self.extended {
            true => EXTENDED,
            false => KIND,
        }
    }

    fn domain(&self) -> &Domain {
        self.board()
    }

    fn givens(&self) -> Vec<Label> {
        let cells = self.layout.givens.iter().enumerate();
        let given =
            |(cell, given): (usize, &Option<u8>)| self.layout.label(Place::Number(cell), (*given)?);
        cells.filter_map(given).collect()
    }

    /// Numbers alone can be given.
    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut givens = self.layout.givens.clone();
        for &label in more {
            match self.layout.place(self.layout.variable_of(label)) {
                Place::Number(cell) => givens[cell] = Some(self.layout.value(label)),
                _ => return None,
            }
        }
        let Grid { rows, columns } = self.layout.grid;
        let puzzle = Slitherlink::new(rows, columns, givens, self.extended);
        Some(Box::new(puzzle.ok()?))
    }

    /// The loop: `1` for a line that is there and `0` for one that is not, first the
    /// horizontal lines, then the vertical ones, row by row.
    fn solution_text(&self, solution: &[Label]) -> Option<String> {
        let Grid { rows, columns } = self.layout.grid;
        let lines = self
            .board()
            .names()
            .cells(&|label| solution.contains(&label));
        Some(format!(
            "{}:{rows}x{columns},{}",
            self.kind(),
            lines.concat()
        ))
    }

    fn own_solutions(&self) -> Option<Solutions> {
        let mut found = Vec::new();
        Solver::new(self.layout.grid, &self.layout.givens).each(&mut |exists| {
            found.push(self.layout.solution(exists));
            found.len() == 2
        });
        Some(match found.len() {
            0 => Solutions::None,
            1 => Solutions::One(found.remove(0)),
            _ => Solutions::Several,
        })
    }

    fn own_count(&self, limit: u64) -> Option<u64> {
        let mut count = 0;
        if limit > 0 {
            Solver::new(self.layout.grid, &self.layout.givens).each(&mut |_| {
                count += 1;
                count == limit
            });
        }
        Some(count)
    }
}
