//! Ratings: what is computed for a puzzle, in one call, sharing work.
//!
//! The classifier takes a puzzle and a request and returns numbers; it reads
//! and writes nothing.

pub mod chains;
pub mod classify;

pub use classify::{Classification, Rejection, classify};
