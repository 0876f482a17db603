//! The kernel of 9×9 Sudoku: sets of labels as bit boards, and every question of
//! the rules answered for all variables at once.

mod board;
mod boards;
mod groups;
mod kernel;
mod matrices;
mod segments;
mod singles;
mod strike;
mod vector;

pub use boards::Boards;
pub use kernel::BoardKernel;
