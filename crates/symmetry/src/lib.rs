//! The symmetries of 9×9 Sudoku and what they leave unchanged.
//!
//! Bands, stacks, rows in a band and columns in a stack can change places, the grid can
//! be turned over its diagonal, and digits can be renamed: 2 × 6⁸ = 3,359,232 symmetries
//! of the cells times 9! renamings. Puzzles that a [`Symmetry`] leads to each other are
//! essentially the same, and have the same ratings. The least of all their texts is the
//! [canonical form](form) of the class, and a [`Key`] stands for it in large sets.
//!
//! The least form is found by three searches, each exact, none with a
//! limit: `givens` for puzzles, `grids` for complete grids, and `search` for all
//! that the others cannot take, which is sukakus and givens that contradict each
//! other. Each takes what the others take where they overlap, and tests compare them.

#![warn(unreachable_pub)]

pub mod form;
mod givens;
mod grids;
pub mod key;
mod lines;
mod names;
mod search;
pub mod symmetry;

pub use form::{Canonical, Canoniser, NotOneSolution, least_form};
pub use givens::Least;
pub use key::Key;
pub use symmetry::Symmetry;
