//! How many solutions a puzzle has, as far as it matters.

use super::ids::Label;

/// The solutions of a puzzle, as far as they matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// There is none.
    None,
    /// There is exactly one: its labels.
    One(Vec<Label>),
    /// There are two or more.
    Several,
}
