//! A limit on search that does not depend on the machine: nodes, not seconds.

use crate::halt;
use gradus_csp::deadline;

pub use crate::effort::OutOfBudget;

/// The nodes between two looks at the clock, and at the flag that halts searches.
const CLOCK: u64 = 1 << 6;

/// The result of a search with a budget.
pub(crate) type Budgeted<T> = Result<T, OutOfBudget>;

/// How many search nodes may still be visited.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of this many nodes.
    pub fn new(nodes: u64) -> Self {
        Budget { left: nodes }
    }

    /// A budget that no search spends.
    pub fn unlimited() -> Self {
        Budget { left: u64::MAX }
    }

    /// Nodes that may still be visited.
    pub fn left(&self) -> u64 {
        self.left
    }

    pub(crate) fn cap(&mut self, nodes: u64) {
        self.left = self.left.min(nodes);
    }

    /// Takes nodes from the budget. Fails too if the [`deadline`] has passed, which is seen every
    /// few dozen nodes.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), OutOfBudget> {
        let is_due = self.left % CLOCK < nodes;
        self.left = self.left.checked_sub(nodes).ok_or(OutOfBudget)?;
        if is_due {
            halt::look();
            if deadline::passed().is_some() {
                self.left = 0;
                return Err(OutOfBudget);
            }
        }
        Ok(())
    }
}
