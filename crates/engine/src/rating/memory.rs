//! Ratings that are known already: of puzzles whose expansions by Singles are essentially
//! the same as that of an earlier one. What is remembered changes no result, only the time.

use super::name::Names;
use gradus_csp::CanonicalKey;
use gradus_path::Rating;

/// Remembers ratings by what stands for the expansion, for one request.
pub trait RatingMemory {
    /// Returns true if it still accepts questions.
    fn is_open(&self) -> bool;

    /// The ratings that were kept under a key.
    fn recall(&self, key: CanonicalKey) -> Option<Vec<Rating>>;

    /// Keeps ratings under a key.
    fn keep(&self, key: CanonicalKey, ratings: &[Rating]);
}

/// Returns true if all ratings of a list depend on the expansion alone: those that are shown by
/// their number alone look at the givens.
pub(super) fn is_for(names: &Names) -> bool {
    use super::registry::Shown;
    names
        .iter()
        .all(|name| name.entry().shown_by != Shown::Number)
}
