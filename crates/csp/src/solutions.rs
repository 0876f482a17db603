//! The number of solutions of a puzzle: none, one or several.

use std::time::Duration;

use thiserror::Error;

use super::deadline;
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

/// It is not decided how many solutions a puzzle has.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undecided {
    /// The search visited as many nodes as it may.
    #[error("number of solutions not decided within {0} nodes")]
    Nodes(u64),
    /// There is no time left.
    #[error("number of solutions not decided within {} seconds", .0.as_secs_f64())]
    Time(Duration),
}

impl Undecided {
    /// The reason why a search that may visit so many nodes was given up.
    pub fn after(nodes: u64) -> Undecided {
        deadline::passed().map_or(Undecided::Nodes(nodes), Undecided::Time)
    }
}
