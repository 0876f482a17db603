//! How densely the candidates of a state are linked (PBCS 17.2.2, UM 14.5.5).

use crate::kernel::Kernel;
use gradus_csp::{Labels, State};

/// The links between the candidates of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// Number of candidates.
    pub candidates: usize,
    /// Pairs of candidates in one CSP variable, over all variables: a pair that is in two
    /// variables counts twice.
    pub csp_links: usize,
    /// Pairs of candidates that are linked, each once.
    pub links: usize,
}

impl Links {
    /// Counts the links between the candidates of a state.
    pub fn of<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Links {
        let (model, candidates) = (kernel.model(), state.candidates());
        let in_variable = |variable| {
            let labels = model.labels_of(variable).iter();
            let count = labels.filter(|&&label| candidates.contains(label)).count();
            count * count.saturating_sub(1) / 2
        };
        let linked = |label| {
            let others = model.linked_labels(label).iter();
            others.filter(|&&other| candidates.contains(other)).count()
        };
        Links {
            candidates: candidates.len(),
            csp_links: model.variables().map(in_variable).sum(),
            // Every pair is seen from both its ends.
            links: candidates.iter().map(linked).sum::<usize>() / 2,
        }
    }

    /// The density of the book in per cent, 50 · csp-links / (N(N-1)) for N candidates, or
    /// `None` if there are fewer than two. CSP-Rules prints four times this.
    pub fn density(&self) -> Option<f64> {
        let pairs = self.candidates * self.candidates.saturating_sub(1);
        (pairs > 0).then(|| 50.0 * self.csp_links as f64 / pairs as f64)
    }
}
