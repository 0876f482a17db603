//! The ratings FW and F3W: by whips and forcing whips, which start from variables
//! with two candidates, or with two or three. Manual of CSP-Rules, 3.3.
//!
//! Both are at most W, and up to length 2 forcing whips are whips, so that W up to
//! 3 settles both. Beyond, a path is followed that ends where W is reached. From
//! below there are forcing braids ([`crate::rules::forcing`]) beside braids,
//! which are stable for confluence: where they do not solve, no order of forcing
//! whips does. The path of F3W leaves that of FW where forcing3-whips do more.

use super::in_turn::{Closed, LevelRules, Turns};
use super::special::{Rated, SpecialRater};
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{Answer, search};
use crate::rules::forcing::ForcingWhips;
use crate::rules::{Brt, Theory, Whips1};
use crate::te::TrialAndError;
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;
use gradus_path::{Family, Rating, Status};

/// Up to this length forcing whips are whips.
const SAME: usize = 2;

/// The share of a rating's budget that goes into forcing whips.
const SHARE: u64 = 4;

/// What a path found.
struct Followed<S> {
    rated: Rated,
    /// Where it ended at each length, from the first one on.
    ends: Vec<Turns<S>>,
    /// The first length that is not excluded.
    open: Option<usize>,
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The ratings FW and F3W; `whips` is the rating by whips.
    pub(crate) fn forcing(&self, whips: Rating) -> [Rated; 2] {
        let small = |value: u8| usize::from(value) <= SAME + 1;
        if whips.status == Status::Exact && whips.value.is_some_and(small) {
            return [whips.into(), whips.into()];
        }
        if whips.status == Status::Infinite && !self.forcing_trials_solve() {
            return [Rating::INFINITE.into(), Rating::INFINITE.into()];
        }
        // For nearly all puzzles forcing whips do no better: ask that first.
        if let (Status::Exact, Some(value)) = (whips.status, whips.value)
            && !self.braids_solve(self.state, usize::from(value) - 1)
        {
            return [whips.into(), whips.into()];
        }
        let two = self.rules(2);
        let fw = self.follow(&two, Turns::new(self.state), SAME, None, whips);
        // F3W goes with FW until it can do more.
        let three = self.rules(3);
        let mut budget = Budget::new(self.limits.budget / SHARE);
        let parting = (SAME..).zip(&fw.ends).find(|(length, turns)| {
            let targets = three.on_any(&turns.state, *length, &mut budget);
            targets.is_ok_and(|targets| !targets.is_empty())
        });
        let f3w = match parting {
            None => Rated {
                path: fw.rated.path.clone(),
                ..fw.rated.rating.into()
            },
            Some((length, turns)) => {
                let open = fw.open.filter(|&open| open < length);
                let upper = fw.rated.rating;
                let followed = self.follow(&three, turns.clone(), length, open, upper);
                followed.rated
            }
        };
        [fw.rated, f3w]
    }

    fn rules(&self, forks: usize) -> ForcingRules<'_, K> {
        ForcingRules {
            kernel: self.kernel,
            truth: self.truth,
            forks,
        }
    }

    /// Follows a path from a length on, until it solves or is as long as `upper`.
    fn follow(
        &self,
        rules: &ForcingRules<'_, K>,
        mut turns: Turns<K::Set>,
        from: usize,
        mut open: Option<usize>,
        upper: Rating,
    ) -> Followed<K::Set> {
        let known = match upper.status {
            Status::Exact | Status::Upper => upper.value.map(usize::from),
            _ => None,
        };
        let mut budget = Budget::new(self.limits.budget / SHARE);
        let mut ends = Vec::new();
        let value = |length: usize, open: Option<usize>| match open {
            None => Rating::exact(length),
            Some(_) => Rating::upper(length),
        };
        let mut stopped = None;
        for length in from..=known.map_or(self.limits.max_length, |known| known - 1) {
            match turns.close(self.kernel, self.truth, rules, length, &mut budget) {
                Ok(Closed::Solved) => {
                    let rated = Rated {
                        rating: value(length, open),
                        path: turns.eliminated,
                    };
                    return Followed { rated, ends, open };
                }
                Ok(Closed::Stuck | Closed::Never) => {
                    ends.push(turns.clone());
                    if length > SAME && open.is_none() && self.braids_solve(&turns.state, length) {
                        open = Some(length);
                    }
                }
                Err(OutOfBudget) => {
                    stopped = Some(length);
                    break;
                }
            }
        }
        let open = open.or(stopped);
        let rating = match known {
            Some(known) => value(known, open),
            None => Rating::lower(open.unwrap_or(self.limits.max_length + 1)),
        };
        Followed {
            rated: rating.into(),
            ends,
            open,
        }
    }

    /// Whether braids and forcing braids up to a length solve a state.
    fn braids_solve(&self, state: &State<K::Set>, length: usize) -> bool {
        let mut state = state.clone();
        let mut budget = Budget::new(self.limits.budget);
        loop {
            Whips1.close(self.kernel, &mut state);
            if state.is_decided() {
                return true;
            }
            let mut forcing = ForcingWhips::new(self.kernel, &state, self.truth, 3);
            let mut targets = forcing.braided(length);
            for target in state.candidates().without(self.truth).iter() {
                let braid = search(
                    self.kernel,
                    &state,
                    Family::BRAID,
                    target,
                    length,
                    &mut budget,
                );
                match braid {
                    Ok(Answer::Yes) => targets.insert(target),
                    Ok(_) => {}
                    // Nothing is excluded then.
                    Err(OutOfBudget) => return true,
                }
            }
            if targets.is_empty() {
                return false;
            }
            state.left.subtract(&targets);
        }
    }

    /// Whether trials, and what the trials of all candidates of a variable have
    /// in common, solve: forcing whips of any length do no more.
    fn forcing_trials_solve(&self) -> bool {
        let mut state = self.state.clone();
        let trials = TrialAndError::new(Brt, 1);
        loop {
            trials.close_without(self.kernel, &mut state, self.truth);
            if state.is_decided() {
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

struct ForcingRules<'a, K: Kernel> {
    kernel: &'a K,
    truth: &'a K::Set,
    forks: usize,
}

impl<K: Kernel> LevelRules<K> for ForcingRules<'_, K> {
    fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        search(self.kernel, state, Family::WHIP, target, length, budget)
    }

    fn on_any(
        &self,
        state: &State<K::Set>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Label>, OutOfBudget> {
        let mut forcing = ForcingWhips::new(self.kernel, state, self.truth, self.forks);
        for length in SAME + 1..=length {
            if let Some(found) = forcing.find(length, None, budget)? {
                return Ok(found.targets);
            }
        }
        Ok(Vec::new())
    }
}
