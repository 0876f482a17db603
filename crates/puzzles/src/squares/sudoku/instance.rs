//! 9×9 Sudoku as an instance: its domain, its own solver and its symmetries.

use super::puzzle::Puzzle;
use super::symmetry::{key, least_form};
use super::{Grid, coordinates, domain, label, solver};
use gradus_csp::{CanonicalImage, Domain, Instance, Label, Solutions, Undecided};

/// Smaller budgets are this large. No 9×9 puzzle is known to take more, so that a small budget for
/// ratings rejects none.
const LEAST_NODES: u64 = 100_000;

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

impl Puzzle {
    /// The cells of a sukaku with one candidate as givens, if these leave the others all candidates
    /// that they have.
    fn as_givens(&self) -> Option<Grid> {
        let Puzzle::Sukaku(cells) = self else {
            return None;
        };
        let is_decided = |cell: &usize| cells[*cell].count_ones() == 1;
        let mut grid = Grid::EMPTY;
        for cell in (0..81).filter(is_decided) {
            grid.0[cell] = 1 + cells[cell].trailing_zeros() as u8;
        }
        let has_all = |cell: usize| {
            let peers = (0..81).filter(|&other| {
                let same = |lines: [usize; 2]| lines[0] == lines[1];
                let block = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
                other != cell
                    && (same([cell / 9, other / 9])
                        || same([cell % 9, other % 9])
                        || same([block(cell), block(other)]))
            });
            let seen = peers
                .filter(is_decided)
                .fold(0, |seen, peer| seen | cells[peer]);
            let possible = !seen & 0x1ff;
            cells[cell] & possible == possible
        };
        (0..81)
            .all(|cell| is_decided(&cell) || has_all(cell))
            .then_some(grid)
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

    fn own_count(&self, limit: u64, nodes: u64) -> Option<Result<u64, Undecided>> {
        Some(solver::count_within(
            &self.candidates(),
            limit,
            nodes.max(LEAST_NODES),
        ))
    }

    fn own_solutions(&self, nodes: u64) -> Option<Result<Solutions, Undecided>> {
        let found = solver::solve_within(&self.candidates(), nodes.max(LEAST_NODES));
        Some(found.map(|found| match found {
            solver::GridSolutions::None => Solutions::None,
            solver::GridSolutions::One(grid) => Solutions::One(grid.labels()),
            solver::GridSolutions::Many(..) => Solutions::Several,
        }))
    }

    fn canonical(&self, also_given: &[Label]) -> Option<CanonicalImage> {
        let mut expansion = self.clone();
        expansion.give(also_given);
        // A sukaku that is left with the candidates of a puzzle is that puzzle.
        if let Some(grid) = expansion.as_givens().filter(|_| !also_given.is_empty()) {
            expansion = Puzzle::Givens(grid);
        }
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
