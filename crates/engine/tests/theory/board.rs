//! 9×9 Sudoku on bit boards.

use gradus_csp::{ContradictoryGivens, State};
use gradus_engine::kernel::bitboard::{BoardKernel, Boards};
use gradus_engine::kernel::initial_state;
use gradus_puzzles::sudoku::{Puzzle, domain};

/// The kernel of 9×9 Sudoku.
pub fn board() -> BoardKernel {
    BoardKernel::of(domain()).unwrap()
}

/// The first state of a puzzle.
pub trait InitialState {
    /// The initial resolution state (PBCS 4.2.2).
    fn state(&self) -> Result<State<Boards>, ContradictoryGivens>;
}

impl InitialState for Puzzle {
    fn state(&self) -> Result<State<Boards>, ContradictoryGivens> {
        initial_state(&board(), self)
    }
}
