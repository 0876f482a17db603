//! Generators of minimal puzzles (PBCS, chapter 6): bottom-up, top-down and controlled-bias,
//! from complete grids that are exactly uniform, or that are given.
//!
//! Work is cut into numbered [`unit`]s with random numbers of their own. Workers take them
//! as they come, results are put in order, and a [`job`] stops at the puzzle that was asked
//! for: what comes out depends on the seed alone, not on threads or interruptions.

pub mod bottom_up;
pub mod cells;
pub mod controlled_bias;
pub mod dice;
pub mod footer;
pub mod given;
pub mod grids;
pub mod isomorphism;
pub mod job;
mod journal;
pub mod kind;
pub mod lanes;
pub mod sight;
pub mod snapshots;
pub mod top_down;
pub mod unavoidable;
pub mod unit;

pub use footer::Footer;
pub use job::{End, Grids, Job, run, stream};
pub use kind::{Deletion, Kind};
