//! Anti-backdoors (manual 3.8): candidates whose deletion lets a no-step theory solve, and
//! pairs of candidates whose deletion together does.

use super::no_step::Modulo;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};

/// The anti-backdoors in a state that is closed under the theory. `truth` is the only
/// solution.
pub fn anti_backdoors<K: Kernel>(
    modulo: &Modulo<'_, K>,
    state: &State<K::Set>,
    truth: &K::Set,
) -> K::Set {
    modulo.solving(state, state.candidates().without(truth))
}

/// The pairs of false candidates whose deletion together lets the theory solve, each once, in
/// the order of the labels. As in the manual, an anti-backdoor makes a pair with every other
/// candidate.
pub fn anti_backdoor_pairs<K: Kernel>(
    modulo: &Modulo<'_, K>,
    state: &State<K::Set>,
    truth: &K::Set,
) -> Vec<(Label, Label)> {
    let alone = anti_backdoors(modulo, state, truth);
    let mut rest = state.candidates().without(truth);
    let mut pairs = Vec::new();
    for first in rest.clone().iter() {
        rest.remove(first);
        let second = if alone.contains(first) {
            rest.clone()
        } else {
            let after = modulo.without(state, first);
            let mut open = rest.without(&alone);
            open.intersect(&after.left);
            let mut second = modulo.solving(&after, open);
            second.unite(&rest.and(&alone));
            second
        };
        pairs.extend(second.iter().map(|second| (first, second)));
    }
    pairs
}
