//! T&E over Singles with trials of some candidates only, as patterns are proved (manual of
//! CSP-Rules 3.13): in a pattern of few cells with all else free, the other trials fail and
//! take nearly all the time. Everything it refutes, T&E refutes; the converse is not true.

use crate::kernel::Kernel;
use crate::rules::linked::remaining;
use gradus_csp::{Labels, State, VariableKind};

/// The labels that may be tried, in the main state and inside trials.
#[derive(Clone, Debug)]
pub(crate) struct Hypotheses<S>(pub S);

/// The candidates of cells that have lost some and are not decided.
pub(crate) fn within_cells<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Hypotheses<K::Set> {
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
    Hypotheses(hypotheses)
}

impl<S: Labels> Hypotheses<S> {
    /// Closes a state under T&E of a depth; false if it turns out contradictory.
    pub(crate) fn close<K: Kernel<Set = S>>(
        &self,
        kernel: &K,
        state: &mut State<S>,
        depth: usize,
    ) -> bool {
        let Some(inner) = depth.checked_sub(1) else {
            return kernel.close_singles(state);
        };
        loop {
            if !self.close(kernel, state, inner) {
                return false;
            }
            let untried = state.candidates().and(&self.0);
            let refuted = untried.iter().find(|&hypothesis| {
                let mut trial = state.clone();
                kernel.assert(&mut trial, hypothesis);
                !self.close(kernel, &mut trial, inner)
            });
            match refuted {
                Some(label) => state.eliminate(label),
                None => return true,
            }
        }
    }
}
