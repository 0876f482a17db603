//! Kakuro (PBCS 15; CSP-Rules manual, 9): digits in the white cells of a grid, different in
//! every run of white cells and with the sum printed before it. Controller variables, whose
//! values are combinations of digits, make the sums binary. A line is `kakuro:`
//! and `SIZE;ROWS;COLUMNS`.

mod combinations;
mod coupling;
mod domain;
mod drawing;
mod grid;
mod names;
mod text;

use std::sync::{Arc, OnceLock};

use crate::built::Built;
use gradus_csp::{Domain, Instance, Label};

use domain::{KakuroDomain, KakuroLabel};
use grid::KakuroGrid;

/// A Kakuro to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Kakuro {
    grid: Arc<KakuroGrid>,
    /// Built on first use, and shared by the same grid with other givens.
    domain: Arc<OnceLock<Built<KakuroDomain>>>,
    /// The digits of white cells, if given.
    givens: Vec<Option<u8>>,
}

impl Kakuro {
    fn built(&self) -> &Built<KakuroDomain> {
        self.domain
            .get_or_init(|| KakuroDomain::new(self.grid.clone()))
    }
}

impl Instance for Kakuro {
    fn kind(&self) -> &'static str {
        "kakuro"
    }

    fn domain(&self) -> &Domain {
        &self.built().domain
    }

    fn givens(&self) -> Vec<Label> {
        let names = &self.built().names;
        let given = |(cell, digit): (usize, &Option<u8>)| names.digit(cell, (*digit)?);
        self.givens.iter().enumerate().filter_map(given).collect()
    }

    fn possible(&self) -> Option<Vec<Label>> {
        // A cell without possible digits has no variable that could become empty.
        self.grid.is_impossible().then(Vec::new)
    }

    /// Combinations are not givens: they follow from the digits of their cells.
    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        for &label in more {
            if let KakuroLabel::Digit { cell, digit } = self.built().names.meaning(label) {
                puzzle.givens[cell] = Some(digit);
            }
        }
        Some(Box::new(puzzle))
    }
}
