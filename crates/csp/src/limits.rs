//! The size limit of puzzles.

use thiserror::Error;

/// The most labels that a model may have to be rated.
pub const MOST_LABELS: usize = 16_384;

/// A model has more labels than can be rated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the puzzle has {0} labels, and at most {MOST_LABELS} can be rated")]
pub struct TooLarge(usize);

impl TooLarge {
    /// Fails if this many labels are too many.
    pub fn check(labels: usize) -> Result<(), TooLarge> {
        if labels > MOST_LABELS {
            return Err(TooLarge(labels));
        }
        Ok(())
    }
}
