//! The labels that are in some solution of a state: nothing sound refutes them.

use crate::kernel::Kernel;
use crate::solve::some_solution;
use gradus_csp::{Labels, State};

/// The labels of all solutions together.
pub(super) fn irrefutable<K: Kernel>(kernel: &K, state: &State<K::Set>) -> K::Set {
    let mut known = state.values.clone();
    for label in state.candidates().iter() {
        if !known.contains(label) {
            let mut with = state.clone();
            kernel.assert(&mut with, label);
            let solution = some_solution(kernel, with).unwrap_or_default();
            solution.into_iter().for_each(|label| known.insert(label));
        }
    }
    known
}
