//! The rating TyW: by typed whips, whips all of whose variables are of one kind.
//! Different chains may have different kinds. Manual of CSP-Rules, 6.5.
//!
//! A path gives an upper bound. From below there is the rating by whips, and what
//! rounds of a kind can do ([`crate::rules::typed`]): they are monotonic, so that
//! where they do not solve, no order of typed whips does.

use super::in_turn::{Closed, LevelRules, Turns};
use super::special::{Rated, SpecialRater, least};
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::Answer;
use crate::rules::rounds::{Outlook, refutes};
use crate::rules::typed::{kinds, rounds, typed_whip};
use crate::rules::{Theory, Whips1};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;
use gradus_path::{Rating, Status};

impl<K: Kernel> SpecialRater<'_, K> {
    /// The rating by typed whips, at least that by whips.
    pub(crate) fn typed(&self, whips: Rating) -> Rated {
        let Some(first) = least(whips) else {
            return Rating::INFINITE.into();
        };
        let rated = self.typed_from(first.max(2), self.limits.max_length);
        let Status::Upper = rated.rating.status else {
            return rated;
        };
        // A path that begins with the shortest whips may end better.
        let value = rated.rating.value.map_or(0, usize::from);
        let other = self.typed_from(2, value - 1);
        match other.rating.status {
            Status::Upper | Status::Exact => Rated {
                rating: Rating {
                    status: Status::Upper,
                    ..other.rating
                },
                ..other
            },
            _ => rated,
        }
    }

    /// The rating that a path finds which takes whips up to a length first, then
    /// longer ones up to another length.
    fn typed_from(&self, first: usize, last: usize) -> Rated {
        let rules = TypedRules {
            kernel: self.kernel,
        };
        let mut turns = Turns::new(self.state);
        let mut budget = Budget::new(self.limits.budget);
        // The first length that is not excluded.
        let mut open = None;
        for length in first..=last {
            match turns.close(self.kernel, self.truth, &rules, length, &mut budget) {
                Ok(Closed::Solved) => {
                    let rating = match open {
                        None => Rating::exact(length),
                        Some(_) => Rating::upper(length),
                    };
                    let path = turns.eliminated;
                    return Rated { rating, path };
                }
                Ok(Closed::Stuck) => {
                    if open.is_none() && self.rounds_solve(&turns.state, length) {
                        open = Some(length);
                    }
                }
                Ok(Closed::Never) => {
                    return match self.rounds_solve(&turns.state, usize::MAX) {
                        true => Rating::lower(open.unwrap_or(length)).into(),
                        false => Rating::INFINITE.into(),
                    };
                }
                Err(OutOfBudget) => {
                    return Rating::lower(open.unwrap_or(length)).into();
                }
            }
        }
        Rating::lower(open.unwrap_or(last + 1)).into()
    }

    /// Whether a state is solved if rounds of a kind, less than this many, refute.
    fn rounds_solve(&self, state: &State<K::Set>, length: usize) -> bool {
        let mut state = state.clone();
        loop {
            Whips1.close(self.kernel, &mut state);
            if state.is_decided() {
                return true;
            }
            let refuted = |target: &Label| {
                let open = |kind| rounds(self.kernel, &state, *target, kind, length);
                // Rounds of all kinds together are quicker to ask.
                refutes(self.kernel, &state, *target, length) == Outlook::Open
                    && kinds(self.kernel).any(|kind| open(kind) == Outlook::Open)
            };
            let targets = state.candidates().without(self.truth);
            let targets: Vec<Label> = targets.iter().filter(refuted).collect();
            if targets.is_empty() {
                return false;
            }
            targets.iter().for_each(|&target| state.eliminate(target));
        }
    }
}

struct TypedRules<'a, K> {
    kernel: &'a K,
}

impl<K: Kernel> LevelRules<K> for TypedRules<'_, K> {
    fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        let sought = typed_whip(self.kernel, state, target, length, budget)?;
        Ok(match (sought.found, sought.longer) {
            (Some(_), _) => Answer::Yes,
            (None, true) => Answer::NotYet,
            (None, false) => Answer::Never,
        })
    }
}
