//! Puzzles near a puzzle, as hunters of extreme puzzles ask for them: with one more clue of
//! the solution ([`one_more`]), all minimal puzzles inside it ([`mod@minimals`]), and the
//! {-n+m} vicinity, where some clues are exchanged for others ([`mod@neighbours`]), and the
//! puzzles with the same clue cells whose solutions agree elsewhere ([`mod@twins`]).
//!
//! A puzzle is a [`gradus_puzzles::sudoku::Grid`] of givens. Everything that comes out has
//! exactly one solution, is there once, and is in a defined order.

mod completions;
pub mod minimals;
pub mod neighbours;
mod survey;
pub mod twins;

pub use completions::one_more;
pub use minimals::{Minimals, minimals, sample};
pub use neighbours::{Vicinity, exchanged, neighbours};
pub use twins::twins;
