//! The number of solutions of a puzzle: none, one or several.

use super::ids::Label;

/// The solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// No solution.
    None,
    /// Exactly one: its labels.
    One(Vec<Label>),
    /// Two or more.
    Several,
}
