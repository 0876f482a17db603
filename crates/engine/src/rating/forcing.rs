//! The ratings FW and F3W: by whips and forcing whips, which start from variables
//! with two candidates, or with two or three. Manual of CSP-Rules, 3.3.
//!
//! Both are at most W, and up to length 2 forcing whips are whips, so that W up to
//! 3 settles both. Beyond, a path is followed that ends where W is reached. From
//! below there are forcing braids ([`crate::rules::forcing`]) beside braids,
//! which are stable for confluence: where they do not solve, no order of forcing
//! whips does. The path of F3W leaves that of FW where forcing3-whips do more.

use super::in_turn::{
    Closed, Eliminated, InTurnPath, InTurnSearch, LevelRules, RatedPath, SAME, SpecialRater,
    exact_or_upper,
};
use crate::effort;
use crate::kernel::Kernel;
use crate::kernel::slices::Rounds;
use crate::rules::Brt;
use crate::rules::braid_theory::BraidClosure;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::forcing::ForcingWhips;
use crate::te::TrialAndError;
use gradus_csp::Labels;
use gradus_path::{Rating, Status};

/// The share of a rating's budget that goes into forcing whips.
const SHARE: u64 = 4;

/// A path as far as it went.
struct ForcingPath<S> {
    /// Its final state at each length, from [`SAME`] on.
    ends: Vec<InTurnPath<S>>,
    /// The length that solves, and what was eliminated.
    solved: Option<(usize, Vec<Eliminated>)>,
    /// True if it ran out of budget.
    stopped: bool,
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The ratings FW and F3W; `whips` is the rating by whips, `braided` the state
    /// or one that braids shorter than these lead to.
    pub(super) fn forcing(&self, whips: Rating, braided: BraidClosure<K::Set>) -> [RatedPath; 2] {
        let small = |value: u8| usize::from(value) <= SAME + 1;
        if whips.status == Status::Exact && whips.value.is_some_and(small) {
            return [whips.into(), whips.into()];
        }
        if whips.status == Status::Infinite && !self.forcing_trials_solve() {
            return [Rating::INFINITE.into(), Rating::INFINITE.into()];
        }
        // For nearly all puzzles forcing whips do no better: ask that first.
        if let (Status::Exact, Some(value)) = (whips.status, whips.value)
            && !self.braids_solve(braided, usize::from(value) - 1, 3)
        {
            return [whips.into(), whips.into()];
        }
        let followed = self.follow(2, Vec::new(), InTurnPath::new(self.state), whips);
        let fw = self.settle(2, &followed, whips.into());
        // F3W goes with FW until it can do more.
        let mut budget = Budget::new(self.limits.budget / SHARE);
        let parting = (SAME..).zip(&followed.ends).position(|(length, turns)| {
            let three = LevelRules::Forcing(3);
            let targets = self.on_any(three, &turns.state, length, &mut budget);
            targets.is_ok_and(|targets| !targets.is_empty())
        });
        let followed = match parting {
            None => followed,
            Some(place) => {
                let mut ends = followed.ends;
                let turns = ends.swap_remove(place);
                ends.truncate(place);
                self.follow(3, ends, turns, fw.rating)
            }
        };
        let f3w = self.settle(3, &followed, fw.clone());
        [fw, f3w]
    }

    /// Follows a path that ended so at its first lengths, until it solves or is as
    /// long as `known`.
    fn follow(
        &self,
        forks: usize,
        mut ends: Vec<InTurnPath<K::Set>>,
        turns: InTurnPath<K::Set>,
        known: Rating,
    ) -> ForcingPath<K::Set> {
        let (rules, budget) = (LevelRules::Forcing(forks), self.limits.budget / SHARE);
        let mut turns = InTurnSearch::new(self, rules, budget, turns);
        let last = found(known).map_or(self.limits.max_length, |known| known - 1);
        let (mut solved, mut stopped) = (None, false);
        for length in SAME + ends.len()..=last {
            match turns.close(length) {
                Ok(Closed::Solved) => {
                    solved = Some((length, turns.path.eliminated));
                    break;
                }
                Ok(Closed::Stuck | Closed::Never) => ends.push(turns.path.clone()),
                Err(OutOfBudget) => {
                    stopped = true;
                    break;
                }
            }
        }
        ForcingPath {
            ends,
            solved,
            stopped,
        }
    }

    /// The rating from a path and one that is known to be no less.
    fn settle(&self, forks: usize, followed: &ForcingPath<K::Set>, known: RatedPath) -> RatedPath {
        // The least length that forcing braids do not exclude: they exclude all below
        // one that they exclude.
        let lengths = (SAME + 1..SAME + followed.ends.len()).rev();
        let solving = lengths.take_while(|&length| {
            let closure = BraidClosure::new(followed.ends[length - SAME].state.clone());
            self.braids_solve(closure, length, forks)
        });
        let given_up = followed.stopped.then_some(SAME + followed.ends.len());
        let open = solving.last().or(given_up);
        let (value, path) = match (&followed.solved, found(known.rating)) {
            (Some((length, path)), _) => (*length, path.clone()),
            (None, Some(value)) => (value, known.path),
            (None, None) => {
                let open = open.unwrap_or(self.limits.max_length + 1);
                return Rating::lower(open).into();
            }
        };
        let rating = exact_or_upper(open.is_none_or(|open| open >= value), value);
        RatedPath { rating, path }
    }

    /// Returns true if braids and forcing braids up to a length solve a state.
    fn braids_solve(&self, mut closure: BraidClosure<K::Set>, length: usize, forks: usize) -> bool {
        let mut survey = Rounds::default();
        let mut budget = Budget::new(self.limits.budget);
        loop {
            let closed = closure.close(self.kernel, length, self.truth, &mut survey, &mut budget);
            // Nothing is excluded where the budget does not suffice.
            if closed.is_err() || closure.state().is_decided() {
                return true;
            }
            let mut forcing = ForcingWhips::new(self.kernel, closure.state(), self.truth, forks);
            let targets = forcing.braided(length);
            if targets.is_empty() {
                return false;
            }
            targets.iter().for_each(|target| closure.eliminate(target));
        }
    }

    /// Returns true if trials, and what the trials of all candidates of a variable have in
    /// common, solve: forcing whips of any length do no more.
    fn forcing_trials_solve(&self) -> bool {
        let mut state = self.state.clone();
        let trials = TrialAndError::new(Brt, 1);
        loop {
            let close = || trials.close_without(self.kernel, &mut state, self.truth);
            let closed = effort::within(self.limits.budget, close);
            // What is not known is left to the search.
            if state.is_decided() || closed.is_err() {
                return true;
            }
            let mut forcing = ForcingWhips::new(self.kernel, &state, self.truth, 3);
            let targets = forcing.at_all();
            if targets.is_empty() {
                return false;
            }
            state.left.subtract(&targets);
        }
    }
}

/// The length of a path that a rating has.
fn found(rating: Rating) -> Option<usize> {
    match rating.status {
        Status::Exact | Status::Upper => rating.value.map(usize::from),
        _ => None,
    }
}
