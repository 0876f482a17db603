//! A resolution state: the labels still possible and those decided (PBCS 4.2).
//!
//! The labels *left* are the candidates together with the values. Keeping a
//! value among the labels left means that a decided variable has a single label
//! left, so rules need not treat it specially; a candidate is a label left
//! that is not a value.

use super::ids::Label;
use super::labels::Labels;

/// The labels left and, among them, those asserted as values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State<S> {
    /// Candidates and values.
    pub left: S,
    /// Asserted labels; every label linked to one of them is gone from `left`.
    pub values: S,
}

impl<S: Labels> State<S> {
    /// The candidates.
    pub fn candidates(&self) -> S {
        self.left.without(&self.values)
    }

    /// Returns true if a label is a candidate.
    pub fn is_candidate(&self, label: Label) -> bool {
        self.left.contains(label) && !self.values.contains(label)
    }

    /// Number of candidates.
    pub fn candidate_count(&self) -> usize {
        self.candidates().len()
    }

    /// Returns true if no candidate is left: the state is solved or contradictory.
    pub fn is_decided(&self) -> bool {
        self.left == self.values
    }

    /// Eliminates a candidate.
    pub fn eliminate(&mut self, label: Label) {
        debug_assert!(!self.values.contains(label), "a value cannot be eliminated");
        self.left.remove(label);
    }
}
