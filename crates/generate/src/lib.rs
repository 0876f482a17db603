//! Generators of minimal puzzles (PBCS, chapter 6): bottom-up, top-down and controlled-bias,
//! from complete grids that are exactly uniform, or that are given.
//!
//! Work is cut into numbered [`mod@unit`]s with random numbers of their own, so that what comes
//! out depends on the seed alone, whoever makes the units and in whatever order. Only
//! [`mod@suexg`] has one stream of random numbers for all its puzzles.
//!
//! [`vicinity`] has the puzzles near a puzzle.

#![warn(unreachable_pub)]

pub mod bottom_up;
pub mod cells;
pub mod controlled_bias;
pub mod dice;
pub mod generator;
pub mod grids;
mod lanes;
pub mod sight;
pub mod snapshots;
pub mod squares;
pub mod suexg;
pub mod top_down;
pub mod unavoidable;
pub mod unit;
pub mod vicinity;

pub use controlled_bias::Product;
pub use generator::{Deletion, Generator, Independent};
pub use squares::{LARGEST, Squares};
