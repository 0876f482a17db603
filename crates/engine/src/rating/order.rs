//! The best order of eliminations for whips.
//!
//! W and gW are not confluent (PBCS 5.5 and 7.5): an elimination may take away a left-linking
//! candidate that the whip of another target needs. So W is a question about orders: the smallest
//! n for which *some* order of whips up to length n solves the puzzle. Where one path needs
//! longer whips than the braids of the same puzzle, both sides of the question are answered here.
//!
//! *From below*, by loose whips: whips whose left-linking candidates may be gone
//! ([`crate::rules::whip`]). What a whip eliminates in some state, a loose whip no longer
//! eliminates in every later state: loose whips are stable for confluence, and one path shows
//! everything they can do. Where loose whips up to n do not solve, no order of whips up to n
//! does.
//!
//! Where they do, *all orders* are looked at, modulo eliminations that commute
//! ([`super::all_orders`]): one solves, or none does.
//!
//! Where these are too many, orders that learn ([`super::precedence`]) look for one from above.

use super::all_orders::OrdersKnown;
use super::chains::{ChainRater, LevelEnd, LevelSearch, LevelTargets};
use super::precedence::{Learner, OrderMove};
use super::track::{Dispute, KnownTargets};
use crate::kernel::Kernel;
use crate::rules::budget::{Budget, OutOfBudget};
use gradus_csp::{Labels, State};
use gradus_path::{Family, Rating, Status};

/// The share of a rating's budget that goes into the question of orders.
const SHARE: u64 = 8;

/// Search nodes for orders of one length.
const LENGTH_BUDGET: u64 = 500_000;

/// Of these, nodes for the search over all orders.
const ALL_ORDERS_BUDGET: u64 = 250_000;

impl<K: Kernel> ChainRater<'_, K> {
    /// The rating by whips, from what one path found, the rating by the braids
    /// that go with them, and the states in which whips were left behind.
    pub(super) fn best_order(
        &self,
        chain: Family,
        found: Rating,
        braid: Rating,
        dispute: &Dispute<K::Set>,
    ) -> Rating {
        let first = match braid.status {
            Status::Infinite => return Rating::INFINITE,
            _ => braid.value.map_or(dispute.level, usize::from),
        };
        if found == Rating::exact(first) {
            return found;
        }
        let mut budget = Budget::new(self.limits.budget / SHARE);
        let (best, last) = match (found.status, found.value) {
            (Status::Exact, Some(value)) => (Some(usize::from(value)), usize::from(value)),
            (Status::Infinite, _) => {
                let longest = self.limits.max_length;
                let state = dispute.end(longest);
                match self.loose(chain, state, longest, &mut budget) {
                    Ok(LevelEnd::Never) => return Rating::INFINITE,
                    Ok(LevelEnd::Solved) | Err(OutOfBudget) => (None, longest + 1),
                    Ok(_) => return Rating::lower(longest + 1),
                }
            }
            // How far a path came when its budget was spent depends on the order. The length
            // that braids need does not.
            _ => return Rating::lower(first),
        };
        let mut open = None;
        for length in first..last {
            match self.orders(chain, dispute.end(length), length, &mut budget) {
                Ok(Some(true)) if open.is_none() => return Rating::exact(length),
                Ok(Some(true)) => return Rating::upper(length),
                Ok(Some(false)) => {}
                unknown => {
                    open.get_or_insert(length);
                    if unknown.is_err() {
                        break;
                    }
                }
            }
        }
        match (best, open) {
            (Some(best), None) => Rating::exact(best),
            (Some(best), Some(_)) => Rating::upper(best),
            (None, open) => Rating::lower(open.unwrap_or(last)),
        }
    }

    /// True if one of all orders of whips up to a length solves, false if none does, or `None`
    /// if that is not known. One of them ended in this state.
    fn orders(
        &self,
        chain: Family,
        end: &State<K::Set>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Option<bool>, OutOfBudget> {
        let LevelEnd::Solved = self.loose(chain, end, length, budget)? else {
            return Ok(Some(false));
        };
        let mut own = *budget;
        own.cap(LENGTH_BUDGET);
        let before = own.left();
        let found = match self.all_orders(chain, length, &mut own) {
            Ok(OrdersKnown::Solves(_)) => Some(true),
            Ok(OrdersKnown::Excluded) => Some(false),
            Ok(OrdersKnown::Unknown) | Err(OutOfBudget) => {
                let found = Learner::new(self, chain, length, &mut own).learn(Some(end));
                found.ok().flatten().map(|_| true)
            }
        };
        budget.spend(before - own.left())?;
        Ok(found)
    }

    /// The moves of an order in which whips up to this length solve, if one is found.
    pub(crate) fn solving_order(&self, chain: Family, length: usize) -> Option<Vec<OrderMove>> {
        let mut budget = Budget::new(self.limits.budget);
        match self.all_orders(chain, length, &mut budget) {
            Ok(OrdersKnown::Solves(moves)) => return Some(moves),
            Ok(OrdersKnown::Excluded) => return None,
            Ok(OrdersKnown::Unknown) | Err(OutOfBudget) => {}
        }
        Learner::new(self, chain, length, &mut budget)
            .learn(None)
            .ok()?
    }

    /// Looks at all orders with a part of the budget.
    fn all_orders(
        &self,
        chain: Family,
        length: usize,
        budget: &mut Budget,
    ) -> Result<OrdersKnown, OutOfBudget> {
        let mut own = *budget;
        own.cap(ALL_ORDERS_BUDGET);
        let before = own.left();
        let found = Learner::new(self, chain, length, &mut own).all_orders();
        budget.spend(before - own.left())?;
        found
    }

    /// How far loose whips up to a length lead from a state.
    fn loose(
        &self,
        chain: Family,
        state: &State<K::Set>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<LevelEnd, OutOfBudget> {
        let linking = self.origin.candidates();
        let mut state = state.clone();
        let mut level = LevelSearch {
            number: length,
            common: chain,
            union: chain,
            targets: LevelTargets::new(self.kernel, self.targets(&state).iter().collect()),
            linking: Some(&linking),
        };
        let mut known = KnownTargets::new(self.kernel);
        self.close_level(&mut state, &mut level, &mut known, budget)
    }
}
