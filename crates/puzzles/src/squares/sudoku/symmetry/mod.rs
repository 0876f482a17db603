//! The symmetries of 9×9 Sudoku and what they leave unchanged.
//!
//! Bands, stacks, rows in a band and columns in a stack can change places, the grid can
//! be turned over its diagonal, and digits can be renamed: 2 × 6⁸ = 3,359,232 symmetries
//! of the cells times 9! renamings. Puzzles that a [`Symmetry`] leads to each other are
//! essentially the same, and have the same ratings. The least of all their texts is the
//! [canonical form](form) of the class, and a [`CanonicalKey`] stands for it in large sets.
//!
//! The least form is found by three searches, each exact, none with a
//! limit: `givens` for puzzles, `grids` for complete grids, and `search` for all
//! that the others cannot take, which is sukakus and givens that contradict each
//! other. Each takes what the others take where they overlap, and tests compare them.

pub mod form;
mod givens;
mod grids;
mod lines;
mod names;
mod search;
mod transformation;

use super::Puzzle;
use gradus_csp::CanonicalKey;

pub use form::{Canonical, Canoniser, NotOneSolution, least_form};
pub use givens::Least;
pub use transformation::Symmetry;

/// The key of a class, from its canonical form.
pub fn key(form: &Puzzle) -> CanonicalKey {
    let hash = match form {
        Puzzle::Givens(grid) => blake3::hash(&grid.0),
        Puzzle::Sukaku(cells) => {
            let bytes: Vec<u8> = cells.iter().flat_map(|mask| mask.to_le_bytes()).collect();
            blake3::hash(&bytes)
        }
    };
    let mut half = [0; 16];
    half.copy_from_slice(&hash.as_bytes()[..16]);
    CanonicalKey(u128::from_le_bytes(half))
}
