//! Hunts: the search for puzzles with an extreme rating, as a job that can be resumed.
//!
//! A hunt goes from generation to generation. In each, parents and moves are drawn with
//! seeded dice, all cores try the moves and judge what comes of them, and the results are
//! taken in order: so the same seed and options give the same finds, byte for byte, for any
//! number of threads. What is judged goes through a cascade of questions, the cheap ones
//! first, and what passes the bar becomes part of a population with a quota for each
//! solution grid. The moves, the bandit that chooses among them and the population are in
//! [`gradus_hunt`]; here is what puzzles are worth, and what is kept of them.

mod cascade;
mod generation;
pub(crate) mod job;
mod journal;
mod judge;
#[cfg(feature = "polars")]
pub(crate) mod lineage;
mod progress;
mod render;
mod seeds;
mod seen;
mod snapshot;
mod spec;
mod state;
pub(crate) mod target;

pub use cascade::{Stage, Tally};
pub use job::run;
pub use spec::{Job, Outcome, StopReason, Stops};
pub use target::Target;
