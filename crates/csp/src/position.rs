//! A resolution state as two plain sets: for drawings, for texts, and for the
//! checker, which shares no layout with the engine.

use std::collections::BTreeSet;

use super::ids::Label;
use super::model::Model;

/// A resolution state (PBCS 4.2).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// Labels neither decided nor eliminated.
    pub candidates: BTreeSet<Label>,
    /// Decided labels.
    pub values: BTreeSet<Label>,
}

impl Position {
    /// Asserts a label and eliminates the labels that it is linked to (rule ECP).
    pub fn assert(&mut self, model: &Model, label: Label) {
        self.candidates.remove(&label);
        self.values.insert(label);
        self.eliminate(model.linked_labels(label));
    }

    /// Eliminates candidates.
    pub fn eliminate(&mut self, labels: &[Label]) {
        for label in labels {
            self.candidates.remove(label);
        }
    }

    /// Returns true if a label is a candidate or a value.
    pub fn has(&self, label: Label) -> bool {
        self.candidates.contains(&label) || self.values.contains(&label)
    }
}
