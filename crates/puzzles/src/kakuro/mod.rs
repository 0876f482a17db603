//! Kakuro (PBCS 15; CSP-Rules manual, 9): digits in the white cells of a grid, different in
//! every run of white cells and with the sum that stands before it. Sums become binary by
//! controller variables: which combination of digits does a run have? A line is `kakuro:`
//! and `SIZE;ROWS;COLUMNS`.

mod combinations;
mod coupling;
mod domain;
mod drawing;
mod error;
mod grid;
mod names;
mod place;
mod text;

use std::sync::{Arc, OnceLock};

use crate::built;
use gradus_csp::{Domain, Instance, Label};

use coupling::Coupling;

pub use combinations::{Digits, combinations};
pub use domain::{KakuroDomain, Meaning};
pub use error::KakuroError;
pub use grid::{Grid, Sector};
pub use place::{Direction, Place};

/// A Kakuro to be solved.
#[derive(Clone, Debug)]
pub struct Kakuro {
    names: Arc<KakuroDomain>,
    /// Built on first use, and shared by the same grid with other givens.
    domain: Arc<OnceLock<Domain>>,
    /// The digits of white cells, if they are given.
    givens: Vec<Option<u8>>,
}

impl Instance for Kakuro {
    fn kind(&self) -> &'static str {
        "kakuro"
    }

    fn domain(&self) -> &Domain {
        self.domain.get_or_init(|| {
            let names = self.names.clone();
            let rules = Arc::new(Coupling::new(&names));
            built::domain(names.graph().clone(), names).with_rules(rules)
        })
    }

    fn givens(&self) -> Vec<Label> {
        let given = |(cell, digit): (usize, &Option<u8>)| self.names.digit(cell, (*digit)?);
        self.givens.iter().enumerate().filter_map(given).collect()
    }

    fn possible(&self) -> Option<Vec<Label>> {
        // A cell without any digit has no variable that could be seen to be empty.
        self.names.grid().is_impossible().then(Vec::new)
    }

    /// Combinations are not given: the digits of their cells say them.
    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        for &label in more {
            if let Meaning::Digit { cell, digit } = self.names.meaning(label) {
                puzzle.givens[cell] = Some(digit);
            }
        }
        Some(Box::new(puzzle))
    }
}
