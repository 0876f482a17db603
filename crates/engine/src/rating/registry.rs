//! The registry: one table of all ratings. Columns of tables, help texts, error
//! messages, headings and the order of everything are derived from it. A new rating
//! is one entry and one function over a [`Case`](super::Case).

use std::sync::OnceLock;

use thiserror::Error;

pub use super::entry::{Cost, RatingEntry, Shown, UnknownWord, Words};
use super::standard::STANDARD;
pub use gradus_path::Ladder;

static INSTALLED: OnceLock<Vec<&'static RatingEntry>> = OnceLock::new();

/// Why ratings cannot be added.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstallError {
    /// The registry was read before, and what was derived from it is fixed.
    #[error("ratings must be added before the first one is used")]
    InUse,
    /// Two ratings with one column.
    #[error("two ratings are named {0:?}")]
    Twice(&'static str),
}

/// Adds ratings of a program's own, after the standard ones. To be called once,
/// before anything is rated.
pub fn install(own: &[&'static RatingEntry]) -> Result<(), InstallError> {
    let entries: Vec<&'static RatingEntry> = STANDARD.iter().chain(own.iter().copied()).collect();
    for (place, entry) in entries.iter().enumerate() {
        if entries[..place].iter().any(|e| e.column == entry.column) {
            return Err(InstallError::Twice(entry.column));
        }
    }
    INSTALLED.set(entries).map_err(|_| InstallError::InUse)
}

/// All ratings, in the order of the columns.
pub(super) fn entries() -> &'static [&'static RatingEntry] {
    INSTALLED.get_or_init(|| STANDARD.iter().collect())
}
