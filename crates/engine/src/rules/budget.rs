//! A limit on search that does not depend on the machine: nodes, not seconds.

use thiserror::Error;

use crate::halt;

/// The budget was spent before the search came to an end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the search budget is spent")]
pub struct OutOfBudget;

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

    /// Takes nodes from the budget.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), OutOfBudget> {
        halt::check();
        self.left = self.left.checked_sub(nodes).ok_or(OutOfBudget)?;
        Ok(())
    }
}
