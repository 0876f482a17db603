//! Futoshiki: a Latin square with strict inequalities between some neighbouring cells (PBCS
//! 14). A line is `futoshiki:n,GIVENS,H,V`: n² symbols row by row, n rows of n - 1 signs
//! `<`, `>` or `-` between neighbours in a row, and n columns of n - 1 signs, from left to
//! right and each from top to bottom. `futoshiki-hills` is the same puzzle with the rules
//! of hills and valleys (module `hills`) in addition to whips\[1\].
//!
//! The variables are those of a Latin square. If a cell a is smaller than its neighbour
//! b, the label x of a is linked to the label y of b whenever x ≥ y. Ascending chains need
//! no rule: they are sequences of whips\[1\]. The g-labels follow from these links: the
//! last values of a cell with a greater neighbour, the first values of a cell with a smaller
//! one, their intersections, and the places of a symbol in two or three cells of a line that
//! a sign joins.

mod drawing;
mod hills;
mod signs;
pub(crate) mod unequal;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use signs::{Sign, Signs};

use crate::squares::Square;
use crate::squares::shape::Shape;
use crate::sudoku::puzzle::BLANKS;
use gradus_csp::{CoverMatrix, Domain, Instance, Label};
use hills::HillRules;

/// A Futoshiki to be completed.
#[derive(Clone)]
pub(crate) struct Futoshiki {
    /// Row by row: the symbol of a cell if given.
    cells: Vec<Option<usize>>,
    signs: Arc<Signs>,
    hills: bool,
    /// Built on first use.
    board: OnceLock<Arc<Domain>>,
}

/// Fails if a part of a square of this size is of the wrong length.
fn check_length(part: &str, found: usize, expected: usize, size: usize) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "{found} {part}: a square of size {size} has {expected}"
        ))
    }
}

/// The largest supported square.
pub(crate) const LARGEST: usize = 15;

/// The shape of a square of this size.
fn shape(size: usize) -> Shape {
    Shape::latin(size)
}

impl FromStr for Futoshiki {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(',').collect();
        let [size, givens, across, down] = parts[..] else {
            return Err(format!(
                "{} parts between commas: expected 4, the size, the givens, the signs in rows and \
                 the signs in columns",
                parts.len()
            ));
        };
        let size = match size.parse() {
            Ok(size @ 1..=LARGEST) => size,
            _ => {
                return Err(format!(
                    "the size is {size:?}: expected a number from 1 to {LARGEST}"
                ));
            }
        };
        check_length("givens", givens.chars().count(), size * size, size)?;
        let given = |(position, found): (usize, char)| {
            let byte = u8::try_from(found).ok();
            let symbol = byte.and_then(|byte| Shape::symbol(byte.to_ascii_uppercase()));
            match symbol.filter(|&symbol| symbol < size) {
                Some(symbol) => Ok(Some(symbol)),
                None if BLANKS.contains(found) => Ok(None),
                None => Err(format!(
                    "given {position} is {found:?}: expected 1 to {} or one of {BLANKS} for empty",
                    Shape::character(size - 1)
                )),
            }
        };
        let cells = (1..).zip(givens.chars()).map(given);
        let cells: Vec<Option<usize>> = cells.collect::<Result<_, _>>()?;
        let mut signs = Signs::none(size);
        let read = |slots: &mut [Option<Sign>], text: &str, lines: &str| {
            let part = format!("signs in {lines}");
            check_length(&part, text.chars().count(), slots.len(), size)?;
            for ((position, found), slot) in (1..).zip(text.chars()).zip(slots) {
                *slot = match found {
                    '-' => None,
                    '<' => Some(Sign::Less),
                    '>' => Some(Sign::Greater),
                    _ => {
                        let expected = "expected <, > or -";
                        return Err(format!(
                            "sign {position} in {lines} is {found:?}: {expected}"
                        ));
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

    fn size(&self) -> usize {
        self.signs.size()
    }
}

/// The line of the puzzle, `.` for empty.
impl fmt::Display for Futoshiki {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |cell: &Option<usize>| cell.map_or('.', Shape::character);
        let cells: String = self.cells.iter().map(symbol).collect();
        let signs = |signs: &[Option<Sign>]| -> String {
            signs.iter().map(|&sign| Sign::character(sign)).collect()
        };
        let (across, down) = (signs(&self.signs.across), signs(&self.signs.down));
        write!(f, "{}:{},{cells},{across},{down}", self.kind(), self.size())
    }
}

impl fmt::Debug for Futoshiki {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Instance for Futoshiki {
    fn kind(&self) -> &'static str {
        if !self.hills {
            "futoshiki"
        } else {
            "futoshiki-hills"
        }
    }

    fn domain(&self) -> &Domain {
        let build = || Arc::new(FutoshikiBoard::domain(self.signs.clone(), self.hills));
        self.board.get_or_init(build)
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
        let names = Arc::new(Square {
            shape,
            model: model.clone(),
        });
        let rules = with_hills.then(|| Arc::new(HillRules::new(&signs)));
        let drawing = Arc::new(FutoshikiBoard { signs });
        let domain = Domain::new(model, names, Some(drawing));
        let domain = domain.expect("the largest square is not too large");
        let domain = domain.with_matrices(matrices(size), Vec::new());
        match rules {
            Some(rules) => domain.with_rules(rules),
            None => domain,
        }
    }
}

/// The cover matrices of a square. They do not depend on signs.
fn matrices(size: usize) -> Arc<[CoverMatrix]> {
    static MATRICES: [OnceLock<Arc<[CoverMatrix]>>; LARGEST + 1] =
        [const { OnceLock::new() }; LARGEST + 1];
    let build = || shape(size).matrices(&shape(size).model()).into();
    MATRICES[size].get_or_init(build).clone()
}
