//! How many solutions a puzzle has, as far as it matters.

use super::ids::Label;

/// The solutions of a puzzle, as far as they matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// No solution.
    None,
    /// Exactly one: its labels.
    One(Vec<Label>),
    /// Two or more.
    Several,
}
