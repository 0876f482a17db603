//! 9×9 Sudoku as an instance: its domain, its own solver and its symmetries.

use super::puzzle::Puzzle;
use super::symmetry::{key, least_form};
use super::{coordinates, domain, label, solver};
use gradus_csp::{CanonicalImage, Domain, Instance, Label, Solutions};

impl Puzzle {
    /// The puzzle with more labels given.
    fn give(&mut self, labels: &[Label]) {
        for &label in labels {
            let (digit, row, column) = coordinates(label);
            let cell = row * 9 + column;
            match self {
                Puzzle::Givens(grid) => grid.0[cell] = digit as u8 + 1,
                Puzzle::Sukaku(cells) => cells[cell] = 1 << digit,
            }
        }
    }
}

impl Instance for Puzzle {
    fn kind(&self) -> &'static str {
        "sudoku"
    }

    fn domain(&self) -> &Domain {
        domain()
    }

    fn givens(&self) -> Vec<Label> {
        self.givens().labels()
    }

    /// All labels if the puzzle has givens: the other labels in the cell of a given are
    /// eliminated when it is asserted.
    fn possible(&self) -> Option<Vec<Label>> {
        let Puzzle::Sukaku(cells) = self else {
            return None;
        };
        let cells = cells.iter().enumerate();
        let labels = cells.flat_map(|(cell, &mask)| {
            let digits = (0..9).filter(move |digit| mask >> digit & 1 == 1);
            digits.map(move |digit| label(digit, cell / 9, cell % 9))
        });
        Some(labels.collect())
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut puzzle = self.clone();
        puzzle.give(more);
        Some(Box::new(puzzle))
    }

    fn own_count(&self, limit: u64) -> Option<u64> {
        Some(solver::count_candidates(&self.candidates(), limit))
    }

    fn own_solutions(&self) -> Option<Solutions> {
        Some(match solver::solve_candidates(&self.candidates()) {
            solver::GridSolutions::None => Solutions::None,
            solver::GridSolutions::One(grid) => Solutions::One(grid.labels()),
            solver::GridSolutions::Many(..) => Solutions::Several,
        })
    }

    fn canonical(&self, also_given: &[Label]) -> Option<CanonicalImage> {
        let mut expansion = self.clone();
        expansion.give(also_given);
        let form = least_form(&expansion);
        Some(CanonicalImage {
            puzzle: Box::new(form.symmetry.apply(self)),
            source: form.symmetry.source_labels(),
            key: key(&form.puzzle),
        })
    }

    fn redundant_givens(&self) -> Option<usize> {
        let Puzzle::Givens(grid) = self else {
            return None;
        };
        match solver::solve(grid) {
            solver::GridSolutions::One(solution) => {
                Some(solver::redundant(grid, &solution).count())
            }
            _ => None,
        }
    }
}
