//! The guard around the work on one puzzle: a panic costs that puzzle, not the job.

use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

/// The program has failed on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("gradus failed on this puzzle, which is a defect: please report it")]
pub struct Defect;

/// Runs a function that works on one puzzle, and catches its panics.
pub fn catch_defect<T>(work: impl FnOnce() -> T) -> Result<T, Defect> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Defect)
}
