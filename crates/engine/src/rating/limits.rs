//! The limits of the search for a rating.

/// Limits of the search for one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longer chains are not tried.
    pub max_length: usize,
    /// Search nodes for each path that a rating follows.
    pub budget: u64,
}

impl Default for Limits {
    /// The lengths that the author's own program knows, and some seconds of
    /// search: enough for all but a handful of known puzzles.
    fn default() -> Self {
        Limits {
            max_length: 36,
            budget: 4_000_000,
        }
    }
}
