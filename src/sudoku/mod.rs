//! The 9×9 Sudoku instance of the constraint model: text formats and a solver.

pub mod grid;
pub mod solver;

pub use grid::Grid;
