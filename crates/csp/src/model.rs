//! The constraint graph: labels, CSP variables, links and g-labels.
//!
//! A label stands for one or more (variable, value) pairs; two labels are
//! *linked* when they contradict each other directly, either because some CSP
//! variable has both or by a constraint that is no variable. Links are
//! structural: they never depend on a resolution state. PBCS 1.1, 3.2 and 7.1.

use std::ops::Deref;
use std::sync::OnceLock;

use super::graph::Graph;
use super::ids::{GLabel, Label, Variable};
use super::sights::{Grouped, derive_glabels, derive_sights};

/// A constraint graph with its g-labels, built once by [`ModelBuilder`](super::ModelBuilder)
/// and never changed.
#[derive(Debug)]
pub struct Model {
    graph: Graph,
    /// In the order of their variables; derived when they are first asked for.
    glabels: OnceLock<Option<Vec<Grouped>>>,
    /// The same of what labels see of other variables.
    sights: OnceLock<Vec<Grouped>>,
}

impl Deref for Model {
    type Target = Graph;

    #[inline]
    fn deref(&self) -> &Graph {
        &self.graph
    }
}

impl Model {
    /// A model with these g-labels, or with those that follow from the graph.
    pub(super) fn new(graph: Graph, glabels: OnceLock<Option<Vec<Grouped>>>) -> Model {
        Model {
            graph,
            glabels,
            sights: OnceLock::new(),
        }
    }

    #[inline]
    fn groups(&self) -> &[Grouped] {
        let glabels = self.glabels.get_or_init(|| derive_glabels(self));
        glabels.as_deref().unwrap_or_default()
    }

    /// Whether the g-labels can be numbered. Some graphs have sets of labels whose
    /// intersections grow without measure; these count as having none.
    pub fn has_glabels(&self) -> bool {
        self.glabels.get_or_init(|| derive_glabels(self)).is_some()
    }

    /// What labels outside a variable see of it, two labels or more but not all: g-labels
    /// whose intersections need not be there.
    pub fn sights(&self) -> &[Grouped] {
        self.sights.get_or_init(|| derive_sights(self))
    }

    /// All g-labels.
    pub fn glabels(&self) -> impl Iterator<Item = GLabel> + use<> {
        (0..self.groups().len() as u16).map(GLabel)
    }

    /// The g-labels of a variable.
    pub fn glabels_of(&self, variable: Variable) -> impl Iterator<Item = GLabel> + use<> {
        let groups = self.groups();
        let start = groups.partition_point(|g| g.variable < variable);
        let end = groups.partition_point(|g| g.variable <= variable);
        (start as u16..end as u16).map(GLabel)
    }

    /// The variable that a g-label belongs to.
    #[inline]
    pub fn glabel_variable(&self, glabel: GLabel) -> Variable {
        self.groups()[glabel.index()].variable
    }

    /// The labels in a g-label, in ascending order.
    #[inline]
    pub fn glabel_labels(&self, glabel: GLabel) -> &[Label] {
        &self.groups()[glabel.index()].labels
    }

    /// The labels g-linked to a g-label: not of its variable, and linked to every label in it.
    #[inline]
    pub fn glabel_linked(&self, glabel: GLabel) -> &[Label] {
        &self.groups()[glabel.index()].linked
    }
}
