//! The ratings by special chains, each alone (BC, Z, tW, TyW), and by whips with
//! forcing whips (FW, F3W). PBCS 5.1, 5.2; manual of CSP-Rules 3.2, 3.3, 6.4, 6.5.
//!
//! All are at least W, or at most W: the rating by whips is always known first,
//! and most of them follow from it. Bivalue chains and z-chains are stable for
//! confluence, so that one path is enough. The others come from paths, like W.

use super::in_turn::{Closed, Eliminated, LevelRules, Turns};
use super::limits::Limits;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{Answer, LONG};
use crate::rules::reversible::{Reversible, ReversibleChains};
use crate::rules::rounds::{Outlook, refutes};
use crate::rules::special::has_t_whip;
use crate::rules::{Theory, Whips1};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;
use gradus_path::{Rating, Status};

/// Rates a state closed under whips\[1\] that is not solved by them.
pub(crate) struct SpecialRater<'a, K: Kernel> {
    pub(crate) kernel: &'a K,
    pub(crate) state: &'a State<K::Set>,
    /// The state before whips\[1\]: its candidates may be left-linking in what
    /// some order of eliminations has.
    pub(crate) origin: &'a State<K::Set>,
    /// Labels that are known to be true: they are never targets.
    pub(crate) truth: &'a K::Set,
    pub(crate) limits: Limits,
}

/// A rating and the path that it comes from, as far as that goes.
pub(crate) struct Rated {
    pub(crate) rating: Rating,
    pub(crate) path: Vec<Eliminated>,
}

impl From<Rating> for Rated {
    fn from(rating: Rating) -> Rated {
        Rated {
            rating,
            path: Vec::new(),
        }
    }
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The rating by bivalue chains or z-chains; `whips` is a lower bound of it.
    pub(super) fn reversible(&self, kind: Reversible, whips: Rating) -> Rating {
        let Some(first) = least(whips) else {
            return Rating::INFINITE;
        };
        let mut state = self.state.clone();
        let mut certain = true;
        if self.close_reversible(kind, &mut state, first, &mut certain) {
            return Rating::exact(first);
        }
        // For most puzzles there is no end: ask that before the lengths.
        let mut no_end = true;
        if !self.close_reversible(kind, &mut state.clone(), usize::MAX, &mut no_end) {
            return match no_end {
                true => Rating::INFINITE,
                false => Rating::lower(if certain { first + 1 } else { first }),
            };
        }
        for length in first + 1..=self.limits.max_length {
            let all = certain;
            if self.close_reversible(kind, &mut state, length, &mut certain) {
                return match all {
                    true => Rating::exact(length),
                    false => Rating::upper(length),
                };
            }
        }
        Rating::lower(match certain {
            true => self.limits.max_length.max(first) + 1,
            false => first,
        })
    }

    /// Whether chains up to a length solve. No longer certain if not all chains
    /// could be tried where nothing is left to do.
    fn close_reversible(
        &self,
        kind: Reversible,
        state: &mut State<K::Set>,
        max: usize,
        certain: &mut bool,
    ) -> bool {
        loop {
            Whips1.close(self.kernel, state);
            if state.is_decided() {
                return true;
            }
            let mut chains = ReversibleChains::new(self.kernel.model(), state);
            // All at once: the theories are stable for confluence. Rounds are
            // quicker to ask than z-chains.
            let gone: Vec<Label> = match kind {
                Reversible::Bivalue => chains.bivalue_targets(max),
                Reversible::Z => {
                    let open = |l: &Label| refutes(self.kernel, state, *l, max) == Outlook::Open;
                    let targets = state.candidates().without(self.truth);
                    let mut found = |l: &Label| chains.quick(kind, *l, max).is_some();
                    targets.iter().filter(open).filter(|l| found(l)).collect()
                }
            };
            let mut gone = self.kernel.set_of(gone);
            if gone.is_empty() {
                match chains.left_aside(max) {
                    Some(target) => gone.insert(target),
                    None => {
                        *certain &= !chains.gave_up();
                        return false;
                    }
                }
            }
            state.left.subtract(&gone);
        }
    }

    /// The rating by t-whips, at least that by whips.
    pub(crate) fn t_whips(&self, whips: Rating) -> Rated {
        let Some(first) = least(whips) else {
            return Rating::INFINITE.into();
        };
        let rules = TWhipRules {
            kernel: self.kernel,
        };
        let mut turns = Turns::new(self.state);
        let mut budget = Budget::new(self.limits.budget);
        for length in first.max(2)..=self.limits.max_length {
            match turns.close(self.kernel, self.truth, &rules, length, &mut budget) {
                Ok(Closed::Solved) => {
                    let exact = Rating::exact(length) == whips;
                    return Rated {
                        rating: if exact { whips } else { Rating::upper(length) },
                        path: turns.eliminated,
                    };
                }
                Ok(Closed::Stuck) => {}
                Ok(Closed::Never) | Err(OutOfBudget) => break,
            }
        }
        Rating::lower(first).into()
    }
}

/// The least value that a rating excludes nothing below of; none if it is infinite.
pub(super) fn least(rating: Rating) -> Option<usize> {
    match (rating.status, rating.value) {
        (Status::Infinite | Status::NotApplicable, _) => None,
        // Of an upper bound nothing is known from below but what braids need.
        (Status::Upper, _) => Some(2),
        (_, value) => Some(value.map_or(2, usize::from)),
    }
}

struct TWhipRules<'a, K> {
    kernel: &'a K,
}

impl<K: Kernel> LevelRules<K> for TWhipRules<'_, K> {
    fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        // A t-whip is a braid as well.
        let mut braids = Braids::<K, false>::new(self.kernel, budget);
        if !braids.exists(state, target, length)? {
            let longer = length <= LONG || braids.is_refutable(state, target);
            return Ok(if longer {
                Answer::NotYet
            } else {
                Answer::Never
            });
        }
        budget.spend(1)?;
        Ok(match has_t_whip(self.kernel, state, target, length) {
            (true, _) => Answer::Yes,
            (false, true) => Answer::NotYet,
            (false, false) => Answer::Never,
        })
    }
}
