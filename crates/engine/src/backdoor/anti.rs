//! Anti-backdoors (manual 3.8): candidates whose deletion lets a no-step theory solve, and
//! pairs of candidates whose deletion together does.

use super::no_step::Modulo;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};

impl<K: Kernel> Modulo<'_, K> {
    /// The anti-backdoors in a state that is closed under the theory.
    pub fn anti_backdoors(&self, state: &State<K::Set>) -> K::Set {
        self.solving(state, self.false_candidates(state))
    }

    /// The pairs of false candidates whose deletion together lets the theory solve, each once,
    /// in the order of the labels. As in the manual, an anti-backdoor makes a pair with every
    /// other candidate.
    pub fn anti_backdoor_pairs(&self, state: &State<K::Set>) -> Vec<(Label, Label)> {
        let alone = self.anti_backdoors(state);
        let mut rest = self.false_candidates(state);
        let mut pairs = Vec::new();
        for first in rest.clone().iter() {
            rest.remove(first);
            let mut second = rest.clone();
            if !alone.contains(first) {
                let after = self.without(state, first);
                let mut open = rest.without(&alone);
                open.intersect(&after.left);
                second = self.solving(&after, open);
                second.unite(&rest.and(&alone));
            }
            pairs.extend(second.iter().map(|second| (first, second)));
        }
        pairs
    }
}
