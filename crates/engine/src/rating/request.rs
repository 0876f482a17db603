//! A request for ratings, and the limits of the search.

use std::time::Duration;

use super::name::Names;

/// The ratings to compute, and the limits of the search.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The requested ratings.
    pub names: Names,
    /// Limits of the search.
    pub limits: Limits,
}

/// The deepest T&E that is tried unless more is requested; no 9×9 puzzle made of givens is
/// known to need more.
pub const MAX_DEPTH: usize = 3;

/// Limits of the search for one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longer chains are not tried.
    pub max_length: usize,
    /// Search nodes for the solution, for each path that a rating follows, and for the trials of
    /// each depth.
    pub budget: u64,
    /// Deeper T&E is not tried for the depths, te and gte.
    pub max_depth: usize,
    /// The time for a puzzle. With a limit, results depend on the machine and its load.
    pub timeout: Option<Duration>,
}

impl Default for Limits {
    /// The lengths that the author's own program knows, and some seconds of
    /// search: enough for all but a handful of known puzzles.
    fn default() -> Self {
        Limits {
            max_length: 36,
            budget: 4_000_000,
            max_depth: MAX_DEPTH,
            timeout: None,
        }
    }
}
