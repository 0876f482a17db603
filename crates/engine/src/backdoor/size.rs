//! The size of the smallest backdoor (PBCS 11.5.3): the number of labels that must be added to
//! the givens so that a no-step theory solves.
//!
//! More labels lead to no fewer eliminations. So a label that another one derives need not be
//! tried, nor need labels that a failed attempt derived. Labels that derive most come first.

use super::no_step::Modulo;
use crate::effort;
use crate::kernel::Kernel;
use crate::te::trial_cost;
use gradus_csp::{Label, Labels, State};

/// The largest backdoors that are searched; no 9×9 puzzle is known to need larger ones.
pub(crate) const LARGEST_BACKDOOR: usize = 3;

impl<K: Kernel> Modulo<'_, K> {
    /// The size of the smallest backdoor of a state that is closed under the theory, if it is at
    /// most `max`.
    pub fn backdoor_size(&self, state: &State<K::Set>, max: usize) -> Option<usize> {
        if state.is_decided() {
            return Some(0);
        }
        let mut labels = Vec::new();
        for label in state.candidates().and(self.truth).iter() {
            let end = self.with(state, label);
            if end.is_decided() {
                return (max > 0).then_some(1);
            }
            labels.push((label, end));
        }
        labels.sort_by_cached_key(|(_, end)| end.left.len());
        // The labels that no other one derives, or only one that they derive as well.
        let mut strongest: Vec<(Label, State<K::Set>)> = Vec::new();
        for (label, end) in labels {
            // Earlier labels derive no less.
            if !strongest
                .iter()
                .any(|(_, other)| other.values.contains(label))
            {
                strongest.push((label, end));
            }
        }
        let labels: Vec<Label> = strongest.into_iter().map(|(label, _)| label).collect();
        (2..=max).find(|&size| self.have_backdoor(state, &labels, size))
    }

    /// Returns true if this many of these labels solve together.
    fn have_backdoor(&self, state: &State<K::Set>, labels: &[Label], size: usize) -> bool {
        let mut vain = state.values.clone();
        labels.iter().enumerate().any(|(place, &label)| {
            if !effort::spend(trial_cost(state)) {
                return false;
            }
            // One label less does not solve, so every label must add something.
            if vain.contains(label) {
                return false;
            }
            let end = self.with(state, label);
            if size == 1 {
                vain.unite(&end.values);
                return end.is_decided();
            }
            self.have_backdoor(&end, &labels[place + 1..], size - 1)
        })
    }
}
