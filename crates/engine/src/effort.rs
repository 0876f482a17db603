//! The budget of Trial and Error. Trials are nested in each other and in theories that know
//! nothing of budgets, so the nodes left are those of the thread, and every loop over trials
//! asks for itself: once they are spent, it ends as if no other trial refuted anything. What was
//! refuted before remains true.

use std::cell::Cell;

use gradus_csp::deadline;
use thiserror::Error;

/// The budget was spent before the search came to an end.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the search budget is spent")]
pub struct OutOfBudget;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Smaller budgets are this large: trials come before chains and say which of these there are, so
/// that a small budget for chains must not cut them short. Those of a 9×9 Sudoku take far less.
const LEAST: u64 = 100_000;

/// Works with a budget of its own, but not with less than [`LEAST`]. Fails if it was spent: then the work is not complete.
pub(crate) fn within<T>(nodes: u64, work: impl FnOnce() -> T) -> Result<T, OutOfBudget> {
    /// Returns to the budget before, even if the work panics.
    struct Return(u64);
    impl Drop for Return {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    let _before = Return(LEFT.replace(nodes.max(LEAST)));
    let done = work();
    if is_spent() {
        Err(OutOfBudget)
    } else {
        Ok(done)
    }
}

/// Takes nodes from the budget; true if there are some left.
pub(crate) fn spend(nodes: u64) -> bool {
    let left = match deadline::passed() {
        Some(_) => 0,
        None => LEFT.get().saturating_sub(nodes),
    };
    LEFT.set(left);
    left > 0
}

/// Returns true if no nodes are left.
pub(crate) fn is_spent() -> bool {
    LEFT.get() == 0
}
