//! Hunts: the search for puzzles with an extreme rating, as a job that can be resumed.
//!
//! A hunt runs generation after generation. In each, parents and moves are drawn with seeded
//! dice, all cores try the moves and judge their puzzles, and the results are taken in order:
//! the same seed and options give the same finds, byte for byte, for any number of threads.
//! Puzzles pass a cascade of tests, the cheap ones first, and those above the bar join a
//! population with a quota for each solution grid. The moves, the bandit that chooses among
//! them and the population are in [`gradus_hunt`]; this module scores puzzles and keeps the
//! finds.

mod cascade;
mod generation;
mod job;
mod judge;
#[cfg(feature = "polars")]
pub(crate) mod lineage;
mod progress;
mod render;
mod seeds;
mod seen;
mod spec;
mod state;
mod target;

pub use cascade::{Stage, StageTally};
pub use job::run;
pub use spec::{Job, Outcome, StopReason, Stops};
pub use target::Target;
