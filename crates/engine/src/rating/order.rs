//! Other orders of elimination for whips.
//!
//! W and gW are not confluent (PBCS 5.5 and 7.5): an elimination may destroy a
//! whip that another order would have used. Where a path needs longer whips
//! than the braids of the same puzzle, other orders are tried, from the state
//! in which braids first went further.

use std::ops::RangeInclusive;

use super::chains::{ChainRater, Level, Step, Turns};
use super::ground::Ground;
use crate::order::Order;
use crate::rules::budget::{Budget, OutOfBudget};
use gradus_model::kernel::Kernel;
use gradus_model::state::State;
use gradus_path::Family;
use gradus_path::{Rating, Status};

/// Orders of elimination that are tried when whips need more than braids.
const ORDERS: u64 = 3;

/// Search nodes for all these orders together: better ones are rare.
const ORDERS_BUDGET: u64 = 10_000;

impl<K: Kernel, G: Ground<K>> ChainRater<'_, K, G> {
    /// Looks for a shorter whip path than the one found, by other orders of
    /// eliminations from where braids first went further.
    pub(super) fn better_order(
        &self,
        chain: Family,
        found: Rating,
        braid: Rating,
        state: &State<K::Set>,
        level: usize,
    ) -> Rating {
        let infinite = usize::MAX;
        let goal = braid.value.map_or(level, usize::from);
        let mut best = match found.status {
            Status::Infinite | Status::Lower => infinite,
            _ => found.value.map_or(infinite, usize::from),
        };
        let mut budget = Budget::new(self.limits.budget.min(ORDERS_BUDGET));
        for order in 1..=ORDERS {
            if best <= goal {
                break;
            }
            let limit = (best - 1).min(self.limits.max_length);
            if let Ok(Some(length)) =
                self.path(chain, state, level..=limit, Order(order), &mut budget)
            {
                best = length;
            }
        }
        match best {
            _ if best == infinite && found.status == Status::Infinite => found,
            _ if best == infinite => Rating::lower(goal),
            _ if best == goal && braid.status == Status::Exact => Rating::exact(best),
            _ => Rating::upper(best),
        }
    }

    /// The longest whip of a path that takes the targets in some order, if it
    /// solves the state with whips of these lengths.
    fn path(
        &self,
        chain: Family,
        state: &State<K::Set>,
        levels: RangeInclusive<usize>,
        order: Order,
        budget: &mut Budget,
    ) -> Result<Option<usize>, OutOfBudget> {
        let mut state = state.clone();
        let targets = order.of(self.kernel.model(), &self.targets(&state));
        let mut never = self.kernel.none();
        for number in levels {
            let mut level = Level {
                number,
                common: chain,
                union: chain,
                turns: Turns::new(self.kernel, targets.clone()),
            };
            match self.close_level(&mut state, &mut level, &mut never, budget)? {
                Step::Solved => return Ok(Some(number)),
                Step::Never => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }
}
