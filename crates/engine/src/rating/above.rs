//! Is a rating above a bar? One question, often far cheaper than the value: whoever
//! looks for extreme puzzles asks it of nearly every puzzle and needs few values.
//!
//! Braids are stable for confluence (PBCS 5.5), so that any braid up to the bar may be
//! applied, in any order, and most are read off from trials without a search
//! ([`crate::rules::trace`]). Only what these leave is searched, length by length, and
//! only up to the bar. The same holds for g-braids, of which braids are a part. For all
//! other ratings the search for the value stops at the bar.

use super::chains::ChainRater;
use super::classify::{Rejection, Start};
use super::limits::Limits;
use super::name::{Name, Names};
use super::request::Request;
use crate::rules::trace::Trials;
use crate::rules::{Brt, Theory, Whips1};
use crate::te::Depth;
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::slices::{Frame, Rounds};
use gradus_model::state::State;
use gradus_model::{Instance, Task, with_kernel};
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

/// Whether a rating of a puzzle with one solution is above a bar. Longer chains than the
/// bar are not tried; the length in the limits does not matter.
pub fn above(
    puzzle: &dyn Instance,
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
        name,
        bar,
        limits,
    };
    with_kernel(puzzle, question)
}

struct Question<'a> {
    puzzle: &'a dyn Instance,
    name: Name,
    bar: usize,
    limits: Limits,
}

impl Task for Question<'_> {
    type Output = Result<Above, Rejection>;

    fn run<K: Kernel>(self, kernel: &K) -> Self::Output {
        let start = Start::of(kernel, self.puzzle)?;
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
        if self.bar >= 2 {
            apply_traced(kernel, &mut state, &start.truth, self.bar);
        }
        if state.is_decided() {
            return Rating::exact(self.bar);
        }
        let solves = match family.groups {
            false => Depth::new(Brt, state.clone()).up_to(kernel, &start.truth, 1),
            true => Depth::new(Whips1, state.clone()).up_to(kernel, &start.truth, 1),
        };
        if solves.is_none() {
            return Rating::INFINITE;
        }
        let rater = ChainRater::new(kernel, &start.states.brt, &start.truth, self.limits);
        let rated = rater.rate(&state, &[family]);
        rated
            .first()
            .map_or(Rating::INFINITE, |(_, rating)| *rating)
    }
}

/// Eliminates the targets of braids up to a length, as far as trials show them.
fn apply_traced<K: Kernel>(kernel: &K, state: &mut State<K::Set>, truth: &K::Set, length: usize) {
    let mut trials = Trials::new(kernel.model(), kernel.none());
    let mut survey = Rounds::default();
    let mut near: Vec<(usize, Label)> = Vec::new();
    loop {
        near.clear();
        let frame = Frame::new(kernel.model(), state);
        let tried = state.candidates().without(truth);
        survey.of_each(&frame, &state.left, &tried, length - 1, |label, rounds| {
            near.push((rounds, label));
        });
        near.sort_unstable();
        let mut found = false;
        trials.enter(state);
        for &(_, target) in &near {
            if !state.is_candidate(target) {
                continue;
            }
            if trials
                .braid(state, target, length)
                .is_none_or(|found| found > length)
            {
                continue;
            }
            found = true;
            state.eliminate(target);
            Whips1.close(kernel, state);
            if state.is_decided() {
                return;
            }
            trials.enter(state);
        }
        if !found {
            return;
        }
    }
}
