//! Puzzles that are not rated: those that are not known to have exactly one solution.

use thiserror::Error;

use crate::solve::solutions_within;
use gradus_csp::{ContradictoryGivens, Instance, Label, Solutions, Undecided};

/// Why a puzzle is not rated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// Two givens exclude each other.
    #[error(transparent)]
    Contradictory(#[from] ContradictoryGivens),
    /// The puzzle has no solution.
    #[error("no solution")]
    NoSolution,
    /// The puzzle has more than one solution.
    #[error("several solutions")]
    SeveralSolutions,
    /// The search for solutions took too many nodes.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

/// The labels of the only solution of a puzzle. The search has no limit.
pub fn solution(puzzle: &dyn Instance) -> Result<Vec<Label>, Rejection> {
    solution_within(puzzle, u64::MAX)
}

/// The labels of the only solution of a puzzle, if it is found within a number of nodes.
pub fn solution_within(puzzle: &dyn Instance, nodes: u64) -> Result<Vec<Label>, Rejection> {
    match solutions_within(puzzle, nodes)? {
        Solutions::One(labels) => Ok(labels),
        Solutions::None => Err(Rejection::NoSolution),
        Solutions::Several => Err(Rejection::SeveralSolutions),
    }
}
