//! 9×9 Sudoku: puzzles and grids as text, a solver, symmetries and canonical forms.

pub mod grid;
mod instance;
pub mod model;
pub mod puzzle;
pub mod solver;
pub mod symmetry;

pub use grid::{CELLS, Grid};
pub use model::{coordinates, domain, label, label_name, sudoku_model};
pub use puzzle::{Puzzle, as_sudoku, is_sudoku};
