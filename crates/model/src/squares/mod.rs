//! Squares of symbols as puzzles: their forms, their texts, and ids of Solo.

mod form;
pub(crate) mod puzzle;
mod solo;

pub use puzzle::{SquareError, SquarePuzzle};
pub(crate) use solo::read as read_solo;
