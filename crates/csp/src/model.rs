//! The constraint graph: labels, CSP variables, links and g-labels.
//!
//! A label stands for one or more (variable, value) pairs; two labels are
//! *linked* when they contradict each other directly, either because some CSP
//! variable has both or by a constraint that is not a variable. Links are
//! structural: they never depend on a resolution state. PBCS 1.1, 3.2 and 7.1.

use std::sync::OnceLock;

use super::ids::{Label, Variable, VariableKind};

#[derive(Debug)]
pub(super) struct VariableData {
    pub(super) kind: VariableKind,
    pub(super) labels: Vec<Label>,
}

/// A constraint graph with its g-labels, built once by [`ModelBuilder`](super::ModelBuilder)
/// and never changed.
#[derive(Debug)]
pub struct Model {
    pub(super) labels: usize,
    pub(super) kinds: usize,
    pub(super) variables: Vec<VariableData>,
    pub(super) variable_of: Vec<Option<Variable>>,
    /// The variables of each label, concatenated, and the end of each
    /// label's range.
    pub(super) variables_of: Vec<Variable>,
    pub(super) ends: Vec<u32>,
    /// A row of bits for each label: the labels linked to it.
    pub(super) links: Vec<u64>,
    pub(super) linked: Vec<Vec<Label>>,
    /// Linked labels that share no variable, each pair once.
    pub(super) bare_links: Vec<(Label, Label)>,
    /// G-labels in the order of their variables; derived on first use.
    pub(super) glabels: OnceLock<Option<Vec<Grouped>>>,
    /// Sights in the order of their variables; derived on first use.
    pub(super) sights: OnceLock<Vec<Grouped>>,
}

impl Model {
    /// Number of labels.
    #[inline]
    pub fn label_count(&self) -> usize {
        self.labels
    }

    /// Number of kinds of variables.
    pub fn kind_count(&self) -> usize {
        self.kinds
    }

    /// All labels.
    pub fn labels(&self) -> impl Iterator<Item = Label> + use<> {
        (0..self.labels).map(Label::new)
    }

    /// All CSP variables.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = Variable> + use<> {
        (0..self.variables.len()).map(Variable::new)
    }

    /// Number of words in a row of bits with one bit per label.
    #[inline]
    pub fn words(&self) -> usize {
        self.labels.div_ceil(64)
    }

    /// The labels of a variable, in ascending order.
    #[inline]
    pub fn labels_of(&self, variable: Variable) -> &[Label] {
        &self.variables[variable.index()].labels
    }

    /// The kind of a variable.
    #[inline]
    pub fn kind_of(&self, variable: Variable) -> VariableKind {
        self.variables[variable.index()].kind
    }

    /// The variable of this kind that has this label, if any.
    #[inline]
    pub fn variable_of(&self, label: Label, kind: VariableKind) -> Option<Variable> {
        self.variable_of[label.index() * self.kinds + kind.0 as usize]
    }

    /// All variables that have this label, by kind.
    #[inline]
    pub fn variables_of(&self, label: Label) -> impl Iterator<Item = Variable> + '_ {
        let start = match label.index() {
            0 => 0,
            index => self.ends[index - 1],
        };
        let end = self.ends[label.index()];
        self.variables_of[start as usize..end as usize]
            .iter()
            .copied()
    }

    /// Returns true if two labels contradict each other directly.
    #[inline]
    pub fn linked(&self, a: Label, b: Label) -> bool {
        self.links(a)[b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    /// The labels linked to this one, as a row of bits.
    #[inline]
    pub fn links(&self, label: Label) -> &[u64] {
        &self.links[label.index() * self.words()..][..self.words()]
    }

    /// The labels linked to this one, in ascending order.
    #[inline]
    pub fn linked_labels(&self, label: Label) -> &[Label] {
        &self.linked[label.index()]
    }

    /// The labels that are linked although they share no variable, each pair once.
    #[inline]
    pub fn bare_links(&self) -> &[(Label, Label)] {
        &self.bare_links
    }
}

/// Some labels of a variable that are all linked to some label outside it.
#[derive(Debug)]
pub struct Grouped {
    /// The variable.
    pub variable: Variable,
    /// The labels, in ascending order.
    pub labels: Vec<Label>,
    /// The labels outside the variable that are linked to all of them.
    pub linked: Vec<Label>,
}
