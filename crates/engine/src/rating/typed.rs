//! The rating TyW: by typed whips, whips all of whose variables are of one kind.
//! Different chains may have different kinds. Manual of CSP-Rules, 6.5.
//!
//! A path gives an upper bound. From below there is the rating by whips, and what
//! loose typed whips can do: like loose whips they are stable for confluence, so
//! that where they do not solve, no order of typed whips does.

use super::in_turn::{
    Closed, InTurnPath, InTurnSearch, LevelRules, RatedPath, SpecialRater, exact_or_upper,
};
use super::special::least;
use crate::kernel::Kernel;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::survey::Survey;
use crate::rules::typed::some_typed_whip;
use crate::rules::{Theory, Whips1};
use gradus_csp::{Labels, State};
use gradus_path::{Rating, Status};

impl<K: Kernel> SpecialRater<'_, K> {
    /// The rating by typed whips, at least that by whips.
    pub(super) fn typed(&self, whips: Rating) -> RatedPath {
        let Some(first) = least(whips) else {
            return Rating::INFINITE.into();
        };
        let (rated, open) = self.typed_from(first.max(2), self.limits.max_length);
        let (Status::Upper, Some(open)) = (rated.rating.status, open) else {
            return rated;
        };
        let gap = (open, rated.rating.value.map_or(0, usize::from));
        let Some((value, path)) = self.in_other_orders(LevelRules::Typed, gap) else {
            return rated;
        };
        let rating = exact_or_upper(value == open, value);
        RatedPath { rating, path }
    }

    /// The rating that a path finds which takes whips up to a length first, then
    /// longer ones up to another length; and the first length that is not excluded.
    fn typed_from(&self, first: usize, last: usize) -> (RatedPath, Option<usize>) {
        let mut open = None;
        let (rules, path) = (LevelRules::Typed, InTurnPath::new(self.state));
        let mut turns = InTurnSearch::new(self, rules, self.limits.budget, path);
        let lower = |open: Option<usize>, otherwise: usize| {
            (Rating::lower(open.unwrap_or(otherwise)).into(), open)
        };
        for length in first..=last {
            match turns.close(length) {
                Ok(Closed::Solved) => {
                    let rating = exact_or_upper(open.is_none(), length);
                    let path = turns.path.eliminated;
                    return (RatedPath { rating, path }, open);
                }
                Ok(Closed::Stuck) => {
                    if open.is_none() && self.loose_solve(&turns.path.state, length) {
                        open = Some(length);
                    }
                }
                Ok(Closed::Never) => {
                    let solve = |length| self.loose_solve(&turns.path.state, length);
                    if !solve(usize::MAX) {
                        return (Rating::INFINITE.into(), None);
                    }
                    let open = open.or_else(|| (length..=last).find(|&length| solve(length)));
                    return lower(open, last + 1);
                }
                Err(OutOfBudget) => return lower(open, length),
            }
        }
        lower(open, last + 1)
    }

    /// Returns true if loose typed whips up to a length solve a state. If not, no order of
    /// typed whips does.
    fn loose_solve(&self, state: &State<K::Set>, length: usize) -> bool {
        let mut state = state.clone();
        let linking = self.origin.candidates();
        let mut budget = Budget::new(self.limits.budget);
        let mut survey = Survey::default();
        loop {
            Whips1.close(self.kernel, &mut state);
            if state.is_decided() {
                return true;
            }
            let mut gone = self.kernel.none();
            let mut targets = state.candidates().without(self.truth);
            if length < usize::MAX {
                targets = survey.refuted(self.kernel, &state, &targets, length);
            }
            for target in targets.iter() {
                let budget = &mut budget;
                let linking = Some(&linking);
                match some_typed_whip(self.kernel, &state, linking, target, length, budget) {
                    Ok((Some(_), _)) => gone.insert(target),
                    Ok((None, _)) => {}
                    // Nothing is excluded then.
                    Err(OutOfBudget) => return true,
                }
            }
            if gone.is_empty() {
                return false;
            }
            state.left.subtract(&gone);
        }
    }
}
