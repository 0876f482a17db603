//! The kernel of 9×9 Sudoku: sets of labels as bit boards, and every question of
//! the rules answered for all variables at once.

pub mod boards;
pub mod families;
mod groups;
mod kernel;
pub mod model;
mod segments;
mod singles;
mod strike;
mod vector;

pub use boards::Boards;
pub use kernel::BoardKernel;
