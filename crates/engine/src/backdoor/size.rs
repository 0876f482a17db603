//! The size of the smallest backdoor (PBCS 11.5.3): the number of labels that must be added to
//! the givens so that a no-step theory solves.
//!
//! More labels lead to no fewer eliminations. So a label that another one derives need not be
//! tried, nor need labels that a failed attempt derived. Labels that derive most come first.

use super::no_step::Modulo;
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};

/// The largest backdoors that are searched; no 9×9 puzzle is known to need larger ones.
pub(crate) const LARGEST_BACKDOOR: usize = 3;

/// The size of the smallest backdoor of a state that is closed under the theory, if it is at
/// most `max`. `truth` is the only solution.
pub fn size<K: Kernel>(
    modulo: &Modulo<'_, K>,
    state: &State<K::Set>,
    truth: &K::Set,
    max: usize,
) -> Option<usize> {
    if state.is_decided() {
        return Some(0);
    }
    let mut labels = Vec::new();
    for label in state.candidates().and(truth).iter() {
        let end = modulo.with(state, label);
        if end.is_decided() {
            return (max > 0).then_some(1);
        }
        labels.push((label, end));
    }
    labels.sort_by_cached_key(|(_, end)| end.left.len());
    let labels = strongest(labels);
    (2..=max).find(|&size| exists(modulo, state, &labels, size))
}

/// The backdoors of one label.
pub fn backdoors<K: Kernel>(
    modulo: &Modulo<'_, K>,
    state: &State<K::Set>,
    truth: &K::Set,
) -> Vec<Label> {
    let labels = state.candidates().and(truth);
    let solves = |label: &Label| modulo.with(state, *label).is_decided();
    labels.iter().filter(solves).collect()
}

/// The labels that no other one derives, or only one that they derive as well.
fn strongest<S: Labels>(labels: Vec<(Label, State<S>)>) -> Vec<Label> {
    let mut kept: Vec<(Label, State<S>)> = Vec::new();
    for (label, end) in labels {
        // Earlier labels derive no less.
        if !kept.iter().any(|(_, other)| other.values.contains(label)) {
            kept.push((label, end));
        }
    }
    kept.into_iter().map(|(label, _)| label).collect()
}

/// Returns true if this many of these labels solve together.
fn exists<K: Kernel>(
    modulo: &Modulo<'_, K>,
    state: &State<K::Set>,
    labels: &[Label],
    size: usize,
) -> bool {
    let mut vain = state.values.clone();
    labels.iter().enumerate().any(|(place, &label)| {
        // One label less does not solve, so every label must add something.
        if vain.contains(label) {
            return false;
        }
        let end = modulo.with(state, label);
        if size == 1 {
            vain.unite(&end.values);
            return end.is_decided();
        }
        exists(modulo, &end, &labels[place + 1..], size - 1)
    })
}
