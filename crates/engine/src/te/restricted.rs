//! T&E over Singles with trials of some candidates only, as patterns are proved (manual of
//! CSP-Rules 3.13): in a pattern of few cells with all else free, the other trials fail and
//! take nearly all the time. Everything it refutes, T&E refutes; the converse is not true.

use super::trial::trial_cost;
use crate::effort;
use crate::kernel::Kernel;
use crate::rules::linked::remaining;
use gradus_csp::{Labels, State, VariableKind};

/// The candidates of cells that have lost some and are not decided.
pub(crate) fn within_cells<K: Kernel>(kernel: &K, state: &State<K::Set>) -> K::Set {
    let model = kernel.model();
    let cells = model
        .variables()
        .filter(|&v| model.kind_of(v) == VariableKind(0));
    let mut hypotheses = kernel.none();
    for cell in cells {
        let left: Vec<_> = remaining(model.labels_of(cell), &state.left).collect();
        if left.len() < model.labels_of(cell).len() {
            left.into_iter().for_each(|label| hypotheses.insert(label));
        }
    }
    hypotheses.intersect(&state.candidates());
    hypotheses
}

/// Closes a state under T&E of a depth with trials of some labels only, in the main state and
/// inside trials; false if it turns out contradictory.
pub(crate) fn close_within<K: Kernel>(
    kernel: &K,
    hypotheses: &K::Set,
    state: &mut State<K::Set>,
    depth: usize,
) -> bool {
    let Some(inner) = depth.checked_sub(1) else {
        return kernel.close_singles(state);
    };
    loop {
        if !close_within(kernel, hypotheses, state, inner) {
            return false;
        }
        let untried = state.candidates().and(hypotheses);
        let refuted = untried.iter().find(|&hypothesis| {
            if !effort::spend(trial_cost(state)) {
                return false;
            }
            let mut trial = kernel.asserted(state, hypothesis);
            !close_within(kernel, hypotheses, &mut trial, inner)
        });
        match refuted {
            Some(label) => state.eliminate(label),
            None => return true,
        }
    }
}
