//! A place in the search: a puzzle with exactly one solution, and that solution.

use gradus_csp::CanonicalKey;
use gradus_generate::cells::Cells;
use gradus_puzzles::sudoku::solver::{GridSolutions, second_solution, solve};
use gradus_puzzles::sudoku::symmetry::{Canoniser, key};
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// A puzzle and its only solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Grid,
}

impl Position {
    /// The position of a puzzle, if it has exactly one solution.
    pub fn of(puzzle: &Grid) -> Option<Position> {
        match solve(puzzle) {
            GridSolutions::One(solution) => Some(Position {
                puzzle: *puzzle,
                solution,
            }),
            _ => None,
        }
    }

    /// The same position in the canonical form of the puzzle, and the key of that.
    pub fn canonical(&self, canoniser: &mut Canoniser) -> (Position, CanonicalKey) {
        let least = canoniser.least_of_grid(&self.puzzle);
        let solution = match least.symmetry.apply(&Puzzle::Givens(self.solution)) {
            Puzzle::Givens(solution) => solution,
            Puzzle::Sukaku(_) => self.solution,
        };
        let position = Position {
            puzzle: least.grid,
            solution,
        };
        (position, key(&Puzzle::Givens(least.grid)))
    }

    /// What stands for all puzzles whose solutions are essentially the same as this one's.
    pub fn solution_key(&self, canoniser: &mut Canoniser) -> CanonicalKey {
        key(&Puzzle::Givens(
            canoniser.least_of_grid(&self.solution).grid,
        ))
    }

    /// The cells of the clues.
    pub fn clues(&self) -> Cells {
        cells(&self.puzzle, |digit| digit != 0)
    }

    /// The cells without a clue.
    pub fn open(&self) -> Cells {
        cells(&self.puzzle, |digit| digit == 0)
    }

    /// The same with one more clue of the solution.
    pub fn with(mut self, cell: usize) -> Position {
        self.puzzle.0[cell] = self.solution.0[cell];
        self
    }

    /// The same without a clue, if the solution is still the only one.
    pub fn without(mut self, cell: usize) -> Option<Position> {
        self.puzzle.0[cell] = 0;
        second_solution(&self.solution, self.clues())
            .is_none()
            .then_some(self)
    }
}

fn cells(puzzle: &Grid, has: impl Fn(u8) -> bool) -> Cells {
    let cells = puzzle.0.iter().enumerate();
    cells
        .filter(|(_, digit)| has(**digit))
        .fold(0, |set, (cell, _)| set | 1 << cell)
}
