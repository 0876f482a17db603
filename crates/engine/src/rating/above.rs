//! Is a rating above a bar? One question, often far cheaper than the value: whoever
//! looks for extreme puzzles asks it of nearly every puzzle and needs few values.
//!
//! Braids are stable for confluence (PBCS 5.5), so that any braid up to the bar may be
//! applied, in any order, and most are read off from trials without a search
//! ([`super::traced`]). Only what these leave is searched, length by length, and
//! only up to the bar. The same holds for g-braids, of which braids are a part. For all
//! other ratings the search for the value stops at the bar.

use super::chains::ChainRater;
use super::classify::{Rejection, Start};
use super::limits::Limits;
use super::name::{Name, Names};
use super::request::Request;
use super::traced::{Traced, close_traced, is_solved};
use crate::kernel::{Kernel, Task, with_kernel};
use crate::te::Over;
use gradus_csp::{Instance, Label};
use gradus_path::{Family, Rating, Status};

/// What is known of a rating and a bar.
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

/// Whether a rating of a puzzle is above a bar; `solution` are the labels of its only
/// solution. Longer chains than the bar are not tried; the length in the limits does not
/// matter.
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
    let question = Question {
        puzzle,
        solution,
        name,
        bar,
        limits,
    };
    with_kernel(puzzle, question)
}

struct Question<'a> {
    puzzle: &'a dyn Instance,
    solution: &'a [Label],
    name: Name,
    bar: usize,
    limits: Limits,
}

impl Task for Question<'_> {
    type Output = Result<Above, Rejection>;

    fn run<K: Kernel>(self, kernel: &K) -> Self::Output {
        let start = Start::with(kernel, self.puzzle, self.solution)?;
        let family = match self.name {
            Name::B => Some(Family::BRAID),
            Name::GB => Some(Family::GBRAID),
            _ => None,
        };
        let rating = match family {
            Some(family) => self.braids(kernel, &start, family),
            None => {
                let request = Request {
                    names: Names::from_iter([self.name]),
                    limits: self.limits,
                };
                (self.name.entry().rate)(&mut start.case(kernel, &request))
            }
        };
        Ok(match (rating.status, rating.value) {
            (Status::Infinite, _) => Above::Infinite,
            (Status::Exact | Status::Upper, Some(value)) if usize::from(value) <= self.bar => {
                Above::No
            }
            (Status::NotApplicable, _) => Above::NotApplicable,
            _ => Above::Yes,
        })
    }
}

impl Question<'_> {
    /// The rating by braids or g-braids, if it is at most the bar.
    fn braids<K: Kernel>(&self, kernel: &K, start: &Start<K::Set>, family: Family) -> Rating {
        if start.states.brt.is_decided() {
            return Rating::exact(0);
        }
        if start.states.w1.is_decided() {
            return Rating::exact(1);
        }
        let mut state = start.states.w1.clone();
        let over = match family.groups {
            false => Over::Singles,
            true => Over::Whips1,
        };
        if self.bar < 2 {
            return match is_solved(kernel, &state, &start.truth, over) {
                true => Rating::lower(2),
                false => Rating::INFINITE,
            };
        }
        match close_traced(kernel, &mut state, &start.truth, self.bar, over) {
            Traced::Decided => return Rating::exact(self.bar),
            Traced::Deeper => return Rating::INFINITE,
            Traced::Open => {}
        }
        let rater = ChainRater::new(kernel, &start.states.brt, &start.truth, self.limits);
        let rated = rater.rate(&state, &[family]);
        rated
            .first()
            .map_or(Rating::INFINITE, |(_, rating)| *rating)
    }
}
