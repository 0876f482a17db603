//! What to compute for a puzzle.

use super::limits::Limits;
use super::name::Names;

/// What to compute, and how hard to try.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The ratings asked for.
    pub names: Names,
    /// Limits of the search.
    pub limits: Limits,
}
