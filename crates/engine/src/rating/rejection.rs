//! Puzzles that are not rated: those without exactly one solution.

use thiserror::Error;

use crate::solve::solutions;
use gradus_csp::{ContradictoryGivens, Instance, Label, Solutions};

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
}

/// The labels of the only solution of a puzzle.
pub fn solution(puzzle: &dyn Instance) -> Result<Vec<Label>, Rejection> {
    match solutions(puzzle) {
        Solutions::One(labels) => Ok(labels),
        Solutions::None => Err(Rejection::NoSolution),
        Solutions::Several => Err(Rejection::SeveralSolutions),
    }
}
