//! The 9×9 Sudoku instance of the constraint model: its tables, its
//! bit-parallel kernel, its text formats and a solver.

pub mod boards;
pub mod families;
pub mod grid;
pub mod groups;
pub mod kernel;
pub mod model;
pub mod puzzle;
mod segments;
mod singles;
pub mod solver;
mod strike;
mod vector;

pub use boards::Boards;
pub use grid::Grid;
pub use kernel::SudokuKernel;
pub use model::{label, label_name, square, sudoku_model};
pub use puzzle::{ParseError, Puzzle, complete_grid};
