//! The symmetries of 9×9 Sudoku and their invariants.
//!
//! Bands, stacks, rows in a band and columns in a stack can be permuted, the grid can
//! be transposed, and digits can be renamed: 2 × 6⁸ = 3,359,232 symmetries
//! of the cells times 9! renamings. Puzzles that a [`Symmetry`] maps to each other are
//! equivalent and have the same ratings. The least of all their texts is the
//! [canonical form](form) of the class, and a [`CanonicalKey`] stands for it in large sets.
//!
//! Three searches find the least form, each exact and without a
//! limit: `givens` for puzzles, `grids` for complete grids, and `search` for everything
//! else, which is sukakus and givens that contradict each
//! other. Tests compare them where they overlap.

pub mod form;
mod givens;
mod grids;
mod lines;
mod names;
mod search;
mod transformation;

use super::Puzzle;
use gradus_csp::CanonicalKey;

pub use form::{Canoniser, NotOneSolution, least_form};
pub use transformation::Symmetry;

/// A canonical form of a puzzle or grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical<P = Puzzle> {
    /// The form.
    pub puzzle: P,
    /// A symmetry that yields it.
    pub symmetry: Symmetry,
    /// The order of the automorphism group: the number of symmetries of the cells that yield it.
    pub automorphisms: u64,
}

impl<P> Canonical<P> {
    fn map<Q>(self, puzzle: impl FnOnce(P) -> Q) -> Canonical<Q> {
        Canonical {
            puzzle: puzzle(self.puzzle),
            symmetry: self.symmetry,
            automorphisms: self.automorphisms,
        }
    }
}

/// The key of a class, from its canonical form.
pub fn key(form: &Puzzle) -> CanonicalKey {
    let hash = match form {
        Puzzle::Givens(grid) => blake3::hash(&grid.0),
        Puzzle::Sukaku(cells) => {
            let bytes: Vec<u8> = cells.iter().flat_map(|mask| mask.to_le_bytes()).collect();
            blake3::hash(&bytes)
        }
    };
    let (half, _) = hash.as_bytes().split_first_chunk().expect("32 bytes");
    CanonicalKey(u128::from_le_bytes(*half))
}
