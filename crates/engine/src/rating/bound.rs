//! An upper bound of B that trials show without a search. It tells which of two puzzles is
//! likely to be harder, without the value.
//!
//! Braids are stable for confluence (PBCS 5.5). So if braids up to a length that trials show
//! ([`super::traced`]) decide a puzzle, B is at most that length, whatever shorter braids
//! there are that trials do not show.

use super::case::StartStates;
use super::rejection::Rejection;
use super::traced::{Traced, close_traced};
use crate::te::Over;
use crate::with_kernel;
use gradus_csp::{Instance, Label};

/// The result of trials for B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// B is at most this.
    AtMost(usize),
    /// No braids solve the puzzle.
    Infinite,
}

/// The least length, but not below `from`, for which trials show that B is at most that;
/// `solution` are the labels of the only solution. The longer `from` is, the faster.
pub fn bound(puzzle: &dyn Instance, solution: &[Label], from: usize) -> Result<Bound, Rejection> {
    with_kernel!(puzzle, |kernel| {
        let start = StartStates::new(kernel, puzzle, Some(solution))?;
        for (length, state) in [&start.states.brt, &start.states.w1]
            .into_iter()
            .enumerate()
        {
            if from <= length && state.is_decided() {
                return Ok(Bound::AtMost(length));
            }
        }
        let mut state = start.states.w1.clone();
        let mut length = from.max(2);
        // A trial that refutes is a braid of some length, so that this ends.
        loop {
            match close_traced(kernel, &mut state, &start.truth, length, Over::Singles) {
                Traced::Decided => return Ok(Bound::AtMost(length)),
                Traced::Deeper => return Ok(Bound::Infinite),
                Traced::Open => length += 1,
            }
        }
    })
}
