//! The rating TyW: by typed whips, whips all of whose variables are of one kind.
//! Different chains may have different kinds. Manual of CSP-Rules, 6.5.
//!
//! A path gives an upper bound. From below there is the rating by whips, and what
//! loose typed whips can do: like loose whips they are stable for confluence, so
//! that where they do not solve, no order of typed whips does.

use super::in_turn::{Closed, InTurnPath, LevelRules, Missed, in_other_orders};
use super::special::{RatedPath, SpecialRater, least};
use crate::kernel::Kernel;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::ChainExists;
use crate::rules::survey::Survey;
use crate::rules::typed::some_typed_whip;
use crate::rules::{Theory, Whips1};
use gradus_csp::{Label, Labels, State};
use gradus_path::{Rating, Status};

/// The result of a path.
struct Followed {
    rated: RatedPath,
    /// The first length that is not excluded.
    open: Option<usize>,
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The rating by typed whips, at least that by whips.
    pub(super) fn typed(&self, whips: Rating) -> RatedPath {
        let Some(first) = least(whips) else {
            return Rating::INFINITE.into();
        };
        let (first, last) = (first.max(2), self.limits.max_length);
        let Followed { mut rated, open } = self.typed_from(first, last);
        let (Status::Upper, Some(open)) = (rated.rating.status, open) else {
            return rated;
        };
        let value = rated.rating.value.map_or(0, usize::from);
        let rules = self.typed_rules();
        let gap = (open, value);
        let budget = self.limits.budget;
        let other = in_other_orders(self.kernel, self.state, self.truth, &rules, gap, budget);
        if let Some((value, path)) = other {
            let rating = if value == open {
                Rating::exact(value)
            } else {
                Rating::upper(value)
            };
            rated = RatedPath { rating, path };
        }
        rated
    }

    /// The rating that a path finds which takes whips up to a length first, then
    /// longer ones up to another length.
    fn typed_from(&self, first: usize, last: usize) -> Followed {
        let mut open = None;
        let rules = self.typed_rules();
        let mut turns = InTurnPath::new(self.state);
        let mut budget = Budget::new(self.limits.budget);
        let lower = |open: Option<usize>, otherwise: usize| Followed {
            rated: Rating::lower(open.unwrap_or(otherwise)).into(),
            open,
        };
        for length in first..=last {
            match turns.close(self.kernel, self.truth, &rules, length, &mut budget) {
                Ok(Closed::Solved) => {
                    let rating = match open {
                        None => Rating::exact(length),
                        Some(_) => Rating::upper(length),
                    };
                    let path = turns.eliminated;
                    let rated = RatedPath { rating, path };
                    return Followed { rated, open };
                }
                Ok(Closed::Stuck) => {
                    if open.is_none() && self.loose_solve(&turns.state, length) {
                        open = Some(length);
                    }
                }
                Ok(Closed::Never) => {
                    let solve = |length: &usize| self.loose_solve(&turns.state, *length);
                    return if self.loose_solve(&turns.state, usize::MAX) {
                        let open = open.or_else(|| (length..=last).find(solve));
                        lower(open, last + 1)
                    } else {
                        Followed {
                            rated: Rating::INFINITE.into(),
                            open: None,
                        }
                    };
                }
                Err(OutOfBudget) => return lower(open, length),
            }
        }
        lower(open, last + 1)
    }

    fn typed_rules(&self) -> TypedRules<'_, K> {
        TypedRules {
            kernel: self.kernel,
            linking: self.origin.candidates(),
            truth: self.truth,
        }
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

struct TypedRules<'a, K: Kernel> {
    kernel: &'a K,
    /// The labels that may be left-linking in loose typed whips.
    linking: K::Set,
    truth: &'a K::Set,
}

impl<K: Kernel> LevelRules<K> for TypedRules<'_, K> {
    fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<ChainExists, OutOfBudget> {
        let (found, longer) = some_typed_whip(self.kernel, state, None, target, length, budget)?;
        Ok(ChainExists::new(found.is_some(), longer))
    }

    fn missed(
        &self,
        state: &State<K::Set>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Missed, OutOfBudget> {
        let mut missed = Missed::default();
        for target in state.candidates().without(self.truth).iter() {
            let (kernel, linking) = (self.kernel, Some(&self.linking));
            let found = some_typed_whip(kernel, state, linking, target, length, budget)?;
            let (Some(whip), _) = found else { continue };
            missed.targets.push(target);
            let llcs = whip.links.iter().map(|link| link.llc);
            missed
                .gone
                .extend(llcs.filter(|&llc| !state.left.contains(llc)));
        }
        Ok(missed)
    }
}
