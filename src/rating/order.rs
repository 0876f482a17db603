//! Other orders of elimination for whips.
//!
//! W and gW are not confluent (PBCS 5.5 and 7.5): an elimination may destroy a
//! whip that another order would have used. Where a path needs longer whips
//! than the braids of the same puzzle, other orders are tried, from the state
//! in which braids first went further.

use super::chains::{ChainRater, Step};
use super::value::{Rating, Status};
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::Family;

/// Orders of elimination that are tried when whips need more than braids.
const ORDERS: u64 = 3;

/// Search nodes for all these orders together: better ones are rare.
const ORDERS_BUDGET: u64 = 10_000;

impl<K: Kernel> ChainRater<'_, K> {
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
            if let Ok(Some(length)) = self.path(chain, state, level, limit, order, &mut budget) {
                best = length;
            }
        }
        match best {
            _ if best == infinite && found.status == Status::Infinite => found,
            _ if best == infinite => Rating::lower(goal),
            _ if best == goal && braid.status == Status::Exact => Rating::exact(best),
            _ => Rating {
                value: Some(best as u8),
                status: Status::Upper,
            },
        }
    }

    /// The longest whip of a path that takes the targets in some order, if it
    /// solves the state with whips up to `limit`.
    fn path(
        &self,
        chain: Family,
        state: &State<K::Set>,
        level: usize,
        limit: usize,
        order: u64,
        budget: &mut Budget,
    ) -> Result<Option<usize>, OutOfBudget> {
        let mut state = state.clone();
        let mut targets: Vec<Label> = self.targets(&state).iter().collect();
        targets.sort_by_key(|target| (u64::from(target.0) + 1).wrapping_mul(order * 2 + 1) % 1009);
        let mut level = level;
        let mut never = self.kernel.none();
        while level <= limit {
            match self.close_level(
                &mut state, &targets, chain, chain, level, &mut never, budget,
            )? {
                Step::Solved => return Ok(Some(level)),
                Step::Never => return Ok(None),
                _ => level += 1,
            }
        }
        Ok(None)
    }
}
