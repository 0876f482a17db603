//! Tests if a rating is above a limit. This is often far cheaper than the value, and a hunt for
//! extreme puzzles asks it of nearly every puzzle.
//!
//! Braids are stable for confluence (PBCS 5.5), so that any braid up to the bar may be
//! applied, in any order, and most are read off from trials without a search
//! ([`super::traced`]). Only what these leave is searched, length by length, and
//! only up to the bar. The same holds for g-braids, of which braids are a part. For all
//! other ratings the search for the value stops at the bar.
//!
//! An upper bound of B needs no search at all: if braids up to a length that trials show decide a
//! puzzle, B is at most that length, whatever shorter braids there are that trials do not show.
//! It shows which of two puzzles is likely to be harder, without the value.

use super::case::{OnePuzzle, StartStates};
use super::chains::ChainRater;
use super::name::Name;
use super::rejection::Rejection;
use super::request::{Limits, Request};
use super::traced::{Traced, close_traced, is_solved};
use crate::kernel::Kernel;
use crate::te::Over;
use crate::with_kernel;
use gradus_csp::{Instance, Label};
use gradus_path::{Family, Rating, Status};

/// A rating compared with a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// The rating is at most the bar.
    No,
    /// The rating is finite or not known, and was not found to be at most the bar. For B
    /// and gB this means that it is above, as far as the budget goes.
    Yes,
    /// No length solves the puzzle.
    Infinite,
    /// The rating is not defined for the puzzle.
    NotApplicable,
}

/// Compares a rating of a puzzle with a bar; `solution` are the labels of its only solution.
/// Longer chains than the bar are not tried; the length in the limits does not matter.
pub fn above(
    puzzle: &dyn Instance,
    solution: &[Label],
    name: Name,
    bar: usize,
    limits: Limits,
) -> Result<Above, Rejection> {
    let limits = Limits {
        max_length: bar,
        ..limits
    };
    let rating = with_kernel!(puzzle, |kernel| {
        let start = StartStates::new(kernel, puzzle, Some(solution), limits.budget)?;
        match name {
            Name::B => braids(kernel, &start, Family::BRAID, limits),
            Name::GB => braids(kernel, &start, Family::GBRAID, limits),
            _ => {
                let names = name.into();
                let request = Request { names, limits };
                name.entry()
                    .rate(&mut OnePuzzle::new(kernel, &request, &start))
            }
        }
    });
    Ok(match (rating.status, rating.value) {
        (Status::Infinite, _) => Above::Infinite,
        (Status::Exact | Status::Upper, Some(value)) if usize::from(value) <= bar => Above::No,
        (Status::NotApplicable, _) => Above::NotApplicable,
        _ => Above::Yes,
    })
}

/// The rating by braids or g-braids, if it is at most the length in the limits.
fn braids<K: Kernel>(
    kernel: &K,
    start: &StartStates<K::Set>,
    family: Family,
    limits: Limits,
) -> Rating {
    let bar = limits.max_length;
    if let Some(rating) = start.settled() {
        return rating;
    }
    let mut state = start.states.w1.clone();
    let over = if family.groups {
        Over::Whips1
    } else {
        Over::Singles
    };
    if bar < 2 {
        return if is_solved(kernel, &state, &start.truth, over) {
            Rating::lower(2)
        } else {
            Rating::INFINITE
        };
    }
    match close_traced(kernel, &mut state, &start.truth, bar, over) {
        Traced::Decided => return Rating::exact(bar),
        Traced::Deeper => return Rating::INFINITE,
        Traced::Open => {}
    }
    let rater = ChainRater::new(kernel, &start.states.brt, &start.truth, limits);
    rater.rate_one(&state, family)
}

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
        let start = StartStates::new(kernel, puzzle, Some(solution), u64::MAX)?;
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
