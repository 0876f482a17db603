//! Squares of symbols: their shapes, names, texts and pictures, Sudokus of all sizes and
//! forms, Latin squares, and IDs of Solo. [`sudoku`] is the 9×9 Sudoku.

mod form;
mod lines;
mod names;
mod puzzle;
pub mod shape;
mod solo;
mod square;
pub mod sudoku;
pub(crate) mod svg;
pub(crate) mod text;

pub(crate) use names::parts;
pub use puzzle::SquarePuzzle;
pub(crate) use puzzle::read;
pub(crate) use solo::read as read_solo;
pub use square::{Square, domain};
