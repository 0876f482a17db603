//! The rating TyW: by typed whips, whips all of whose variables are of one kind.
//! Different chains may have different kinds. Manual of CSP-Rules, 6.5.
//!
//! A path gives an upper bound. From below there is the rating by whips, and what
//! loose typed whips can do: like loose whips they are stable for confluence, so
//! that where they do not solve, no order of typed whips does.

use super::in_turn::{Closed, Eliminated, LevelRules, Turns};
use super::special::{Rated, SpecialRater, least};
use crate::order::Order;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::Answer;
use crate::rules::typed::{Sought, has_loose_typed_whip, typed_whip};
use crate::rules::{Theory, Whips1};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;
use gradus_path::{Rating, Status};

/// How many orders of eliminations are tried where one leaves a gap.
const ORDERS: u64 = 16;

/// What a path found.
struct Followed {
    rated: Rated,
    /// The first length that is not excluded.
    open: Option<usize>,
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The rating by typed whips, at least that by whips.
    pub(crate) fn typed(&self, whips: Rating) -> Rated {
        let Some(first) = least(whips) else {
            return Rating::INFINITE.into();
        };
        let (first, last) = (first.max(2), self.limits.max_length);
        let Followed { mut rated, open } = self.typed_from(first, last, Order::default(), None);
        let (Status::Upper, Some(open)) = (rated.rating.status, open) else {
            return rated;
        };
        // Other orders may end better: those that begin with the shortest whips,
        // one that takes the shortest whip every time, and others.
        for order in 0..ORDERS {
            let value = rated.rating.value.map_or(0, usize::from);
            if value == open {
                break;
            }
            let other = match order {
                0 => self.typed_simplest_first(value - 1),
                _ => {
                    let first = if order % 2 == 1 { 2 } else { open };
                    let order = Order(order / 2);
                    self.typed_from(first, value - 1, order, Some(open)).rated
                }
            };
            if matches!(other.rating.status, Status::Upper | Status::Exact) {
                rated = other;
            }
        }
        let value = rated.rating.value.map_or(0, usize::from);
        rated.rating = match value == open {
            true => Rating::exact(value),
            false => Rating::upper(value),
        };
        rated
    }

    /// The rating that a path finds which takes whips up to a length first, then
    /// longer ones up to another length; `open` is the first length that is not
    /// excluded, if it is known.
    fn typed_from(
        &self,
        first: usize,
        last: usize,
        order: Order,
        mut open: Option<usize>,
    ) -> Followed {
        let rules = TypedRules {
            kernel: self.kernel,
        };
        let mut turns = Turns::new(self.state).in_order(order);
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
                    let rated = Rated { rating, path };
                    return Followed { rated, open };
                }
                Ok(Closed::Stuck) => {
                    if open.is_none() && self.loose_solve(&turns.state, length) {
                        open = Some(length);
                    }
                }
                Ok(Closed::Never) => {
                    return match self.loose_solve(&turns.state, usize::MAX) {
                        true => lower(open, length),
                        false => Followed {
                            rated: Rating::INFINITE.into(),
                            open: None,
                        },
                    };
                }
                Err(OutOfBudget) => return lower(open, length),
            }
        }
        lower(open, last + 1)
    }

    /// The rating that a path finds which takes a shortest whip every time.
    fn typed_simplest_first(&self, last: usize) -> Rated {
        let mut state = self.state.clone();
        let mut budget = Budget::new(self.limits.budget);
        let mut path: Vec<Eliminated> = Vec::new();
        loop {
            Whips1.close(self.kernel, &mut state);
            if state.is_decided() {
                let longest = path.iter().map(|step| step.length).max();
                let rating = Rating::upper(longest.unwrap_or(1));
                return Rated { rating, path };
            }
            let mut shortest: Option<Eliminated> = None;
            for target in state.candidates().without(self.truth).iter() {
                let max = shortest.map_or(last, |shortest| shortest.length - 1);
                match typed_whip(self.kernel, &state, target, max, &mut budget) {
                    Ok(Sought { found: None, .. }) => continue,
                    Ok(Sought {
                        found: Some(whip), ..
                    }) => {
                        let length = whip.length();
                        shortest = Some(Eliminated { target, length });
                        if length == 2 {
                            break;
                        }
                    }
                    Err(OutOfBudget) => return Rating::lower(2).into(),
                }
            }
            let Some(step) = shortest else {
                return Rating::lower(2).into();
            };
            state.eliminate(step.target);
            path.push(step);
        }
    }

    /// Whether loose typed whips up to a length solve a state. If not, no order of
    /// typed whips does.
    fn loose_solve(&self, state: &State<K::Set>, length: usize) -> bool {
        let mut state = state.clone();
        let linking = self.origin.candidates();
        let mut budget = Budget::new(self.limits.budget);
        loop {
            Whips1.close(self.kernel, &mut state);
            if state.is_decided() {
                return true;
            }
            let mut gone = self.kernel.none();
            for target in state.candidates().without(self.truth).iter() {
                let budget = &mut budget;
                match has_loose_typed_whip(self.kernel, &state, &linking, target, length, budget) {
                    Ok(true) => gone.insert(target),
                    Ok(false) => {}
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
