//! What a generator makes.

use gradus_puzzles::sudoku::Grid;

/// A puzzle, and the number of grids that its unit had used when it came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The puzzle.
    pub puzzle: Grid,
    /// The grids, this puzzle's included.
    pub grids: u64,
}
