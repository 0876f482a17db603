//! A place in the search: a puzzle with exactly one solution, and that solution.

use gradus_csp::CanonicalKey;
use gradus_generate::cells::{self, ALL_CELLS, Cells};
use gradus_puzzles::sudoku::solver::{GridSolutions, second_solution, solve};
use gradus_puzzles::sudoku::symmetry::{Canoniser, key};
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// A puzzle and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedPuzzle {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Grid,
}

impl SolvedPuzzle {
    /// The position of a puzzle, if it has exactly one solution.
    pub fn of(puzzle: &Grid) -> Option<SolvedPuzzle> {
        match solve(puzzle) {
            GridSolutions::One(solution) => Some(SolvedPuzzle {
                puzzle: *puzzle,
                solution,
            }),
            _ => None,
        }
    }

    /// The same position in the canonical form of the puzzle, and the key of that.
    pub fn canonical(&self, canoniser: &mut Canoniser) -> (SolvedPuzzle, CanonicalKey) {
        let least = canoniser.least_of_grid(&self.puzzle);
        let solution = match least.symmetry.apply(&Puzzle::Givens(self.solution)) {
            Puzzle::Givens(solution) => solution,
            Puzzle::Sukaku(_) => self.solution,
        };
        let position = SolvedPuzzle {
            puzzle: least.puzzle,
            solution,
        };
        (position, key(&Puzzle::Givens(least.puzzle)))
    }

    /// The key of all puzzles whose solutions are essentially the same as this one's.
    pub fn solution_key(&self, canoniser: &mut Canoniser) -> CanonicalKey {
        let least = canoniser.least_of_grid(&self.solution);
        key(&Puzzle::Givens(least.puzzle))
    }

    /// The cells of the clues.
    pub fn clues(&self) -> Cells {
        cells::clues(&self.puzzle)
    }

    /// The cells without a clue.
    pub fn open(&self) -> Cells {
        ALL_CELLS & !self.clues()
    }

    /// The same with one more clue of the solution.
    pub fn with(mut self, cell: usize) -> SolvedPuzzle {
        self.puzzle.0[cell] = self.solution.0[cell];
        self
    }

    /// The same without a clue, if the solution is still the only one.
    pub fn without(mut self, cell: usize) -> Option<SolvedPuzzle> {
        self.puzzle.0[cell] = 0;
        let other = second_solution(&self.solution, self.clues());
        other.is_none().then_some(self)
    }
}
