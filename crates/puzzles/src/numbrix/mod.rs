//! Numbrix and Hidato (PBCS 16.2; CSP-Rules manual, 11): the numbers from 1 on, one in each
//! white cell of a grid, consecutive numbers in neighbouring cells; in Hidato, diagonal ones
//! too. A line is `numbrix:` or `hidato:`, the size, a comma, and the cells: a number, `.`
//! or `B` for black, with commas or blanks between them.
//!
//! There are two models, which are not equivalent: in the *geometric* one, the default, two
//! numbers must not be farther apart than their difference allows; in the *topological* one,
//! `numbrix-topological:`, only neighbours in the path are linked.

mod domain;
mod drawing;
mod grid;
mod names;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::built::Built;
use crate::text::words;
use gradus_csp::{Domain, Instance, Label, ReadError, ReadResult, TooLarge};

use domain::PathDomain;
use grid::{Adjacency, Far, LARGEST, NumberGrid, PathCell};

/// A Numbrix or a Hidato.
#[derive(Clone, Debug)]
struct NumberPath {
    grid: Arc<NumberGrid>,
    domain: Arc<OnceLock<Built<PathDomain>>>,
}

/// Reads the text after the name of the kind.
pub(crate) fn read(kind: &'static str, text: &str) -> ReadResult {
    let adjacency = if kind.starts_with("numbrix") {
        Adjacency::Numbrix
    } else {
        Adjacency::Hidato
    };
    let far = if kind.ends_with("-topological") {
        Far::Topological
    } else {
        Far::Geometric
    };
    let grid = parsed(adjacency, far, text).map_err(|reason| ReadError::data(kind, reason))?;
    Ok(Box::new(NumberPath::of(grid)))
}

/// A grid from its size and cells.
fn parsed(adjacency: Adjacency, far: Far, text: &str) -> Result<NumberGrid, String> {
    let (size, cells) = text.split_once(',').unwrap_or((text, ""));
    let size = match size.trim().parse() {
        Ok(size @ 1..=LARGEST) => size,
        _ => {
            return Err(format!(
                "the size is {size:?}: expected SIZE,CELLS with a size from 1 to {LARGEST}"
            ));
        }
    };
    let words = words(cells);
    if words.len() != size * size {
        let (found, expected) = (words.len(), size * size);
        return Err(format!("{found} cells: size {size} has {expected}"));
    }
    let name = |cell: usize| format!("r{}c{}", cell / size + 1, cell % size + 1);
    let cell = |(cell, word): (usize, &str)| match word {
        "." => Ok(PathCell::Open),
        "B" | "b" => Ok(PathCell::Black),
        number => number.parse().map(PathCell::Given).map_err(|_| {
            let expected = "expected a number, `.` for an open cell or `B` for a black one";
            format!("{} is {number:?}: {expected}", name(cell))
        }),
    };
    let grid = NumberGrid {
        adjacency,
        far,
        size,
        cells: (0..).zip(words).map(cell).collect::<Result<_, _>>()?,
    };
    let most = grid.most();
    if most == 0 {
        return Err("there is no white cell".to_string());
    }
    for (cell, given) in grid.cells.iter().enumerate() {
        if let PathCell::Given(found) = *given
            && !(1..=most).contains(&usize::from(found))
        {
            let numbers = format!("the white cells have the numbers from 1 to {most}");
            return Err(format!("{} is {found}: {numbers}", name(cell)));
        }
    }
    TooLarge::check(domain::places(&grid).len()).map_err(|error| error.to_string())?;
    Ok(grid)
}

impl NumberPath {
    fn of(grid: NumberGrid) -> NumberPath {
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

/// The line of the puzzle.
impl fmt::Display for NumberPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.grid.kind(), self.grid.size)?;
        self.grid.cells.iter().try_for_each(|cell| match cell {
            PathCell::Black => write!(f, ",B"),
            PathCell::Open => write!(f, ",."),
            PathCell::Given(number) => write!(f, ",{number}"),
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
            grid.cells[cell] = PathCell::Given(number);
        }
        Some(Box::new(NumberPath::of(grid)))
    }
}
