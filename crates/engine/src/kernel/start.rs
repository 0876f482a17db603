//! The state in which the resolution of a puzzle starts.

use super::questions::Kernel;
use crate::with_kernel;
use gradus_csp::{ContradictoryGivens, Instance, Label, Labels, State};

/// The initial resolution state of a puzzle: the givens are values, and what
/// they are linked to is gone (PBCS 4.2.2).
pub fn initial_state<K: Kernel>(
    kernel: &K,
    instance: &dyn Instance,
) -> Result<State<K::Set>, ContradictoryGivens> {
    let left = match instance.possible() {
        None => kernel.all(),
        Some(labels) => kernel.set_of(labels),
    };
    let mut state = kernel.state(left);
    for given in instance.givens() {
        if !state.left.contains(given) {
            let linked = |other: &Label| kernel.model().linked(*other, given);
            let other = state.values.iter().find(linked).unwrap_or(given);
            let names = instance.domain().names();
            return Err(ContradictoryGivens(names.label(other), names.label(given)));
        }
        kernel.assert(&mut state, given);
    }
    Ok(state)
}

/// Fails if two givens of a puzzle contradict each other.
pub fn check_givens(instance: &dyn Instance) -> Result<(), ContradictoryGivens> {
    with_kernel!(instance, |kernel| initial_state(kernel, instance)
        .map(|_| ()))
}
