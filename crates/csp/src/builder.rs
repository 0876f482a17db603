//! Builds models: checks the parts and derives the links.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use thiserror::Error;

use super::bits::labels_in;
use super::ids::{Label, Variable, VariableKind};
use super::model::Grouped;
use super::model::{Model, VariableData};
use super::sights::MOST_GLABELS;

/// The reason why labels, variables and links are not a model.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ModelError {
    /// A variable or link names a label beyond the declared number.
    #[error("label {0} is beyond the {1} declared labels")]
    UnknownLabel(usize, usize),
    /// Two variables of one kind share a label.
    #[error("label {0} has two variables of kind {1}")]
    SharedLabel(usize, u8),
    /// A variable without labels can never take a value.
    #[error("variable {0} has no labels")]
    EmptyVariable(usize),
    /// A link from a label to itself.
    #[error("label {0} is linked to itself")]
    SelfLink(usize),
    /// Indices are 16-bit.
    #[error("too many labels: {0}, at most 65535")]
    TooManyLabels(usize),
}

/// Collects labels, variables and links, and derives the rest of a [`Model`].
pub struct ModelBuilder {
    labels: usize,
    kinds: usize,
    variables: Vec<VariableData>,
    extra_links: Vec<(Label, Label)>,
    groups: Option<Vec<(Variable, Vec<Label>)>>,
}

impl ModelBuilder {
    /// Starts a model with this many labels and no variables.
    pub fn new(labels: usize) -> Self {
        ModelBuilder {
            labels,
            kinds: 0,
            variables: Vec::new(),
            extra_links: Vec::new(),
            groups: None,
        }
    }

    /// Sets the g-labels, instead of deriving all that the links allow, to these sets of labels
    /// of variables and their intersections of two labels or more.
    pub fn groups(&mut self, groups: &[(Variable, Vec<Label>)]) {
        self.groups = Some(groups.to_vec());
    }

    /// Adds a CSP variable; its labels become linked to each other.
    pub fn variable(
        &mut self,
        kind: VariableKind,
        labels: impl IntoIterator<Item = Label>,
    ) -> Variable {
        let mut labels: Vec<Label> = labels.into_iter().collect();
        labels.sort_unstable();
        labels.dedup();
        self.kinds = self.kinds.max(kind.0 as usize + 1);
        self.variables.push(VariableData { kind, labels });
        Variable::new(self.variables.len() - 1)
    }

    /// Adds a constraint between two labels that share no variable.
    pub fn link(&mut self, a: Label, b: Label) {
        self.extra_links.push((a, b));
    }

    /// Checks the parts and derives the links.
    pub fn build(self) -> Result<Model, ModelError> {
        if self.labels > u16::MAX as usize {
            return Err(ModelError::TooManyLabels(self.labels));
        }
        let check = |label: Label| {
            if label.index() < self.labels {
                Ok(())
            } else {
                Err(ModelError::UnknownLabel(label.index(), self.labels))
            }
        };
        let mut variable_of = vec![None; self.labels * self.kinds];
        let words = self.labels.div_ceil(64);
        let mut links = vec![0u64; words * self.labels];
        let mut link = |a: Label, b: Label| {
            links[a.index() * words + b.index() / 64] |= 1 << (b.index() % 64);
        };
        for (index, data) in self.variables.iter().enumerate() {
            if data.labels.is_empty() {
                return Err(ModelError::EmptyVariable(index));
            }
            for &label in &data.labels {
                check(label)?;
                let slot = &mut variable_of[label.index() * self.kinds + data.kind.0 as usize];
                if slot.replace(Variable::new(index)).is_some() {
                    return Err(ModelError::SharedLabel(label.index(), data.kind.0));
                }
                for &other in data.labels.iter().filter(|&&other| other != label) {
                    link(label, other);
                }
            }
        }
        for &(a, b) in &self.extra_links {
            check(a)?;
            check(b)?;
            if a == b {
                return Err(ModelError::SelfLink(a.index()));
            }
            link(a, b);
            link(b, a);
        }
        let mut variables_of = Vec::new();
        let mut ends = Vec::with_capacity(self.labels);
        for label in 0..self.labels {
            let own = &variable_of[label * self.kinds..(label + 1) * self.kinds];
            variables_of.extend(own.iter().filter_map(|variable| *variable));
            ends.push(variables_of.len() as u32);
        }
        // The links of a row beyond the labels of its variables, above the diagonal.
        let mut bare_links = Vec::new();
        let mut bare = vec![0u64; words];
        let linked_beside = if self.extra_links.is_empty() {
            0
        } else {
            self.labels
        };
        for label in 0..linked_beside {
            bare.copy_from_slice(&links[label * words..][..words]);
            let own = &variable_of[label * self.kinds..(label + 1) * self.kinds];
            for variable in own.iter().flatten() {
                for other in &self.variables[variable.index()].labels {
                    bare[other.index() / 64] &= !(1 << (other.index() % 64));
                }
            }
            let above = labels_in(&bare).filter(|other| other.index() > label);
            bare_links.extend(above.map(|other| (Label::new(label), other)));
        }
        let rows = links.chunks(words.max(1));
        let linked = rows.map(|row| labels_in(row).collect()).collect();
        let mut model = Model {
            labels: self.labels,
            kinds: self.kinds,
            variables: self.variables,
            variable_of,
            variables_of,
            ends,
            links,
            linked,
            bare_links,
            glabels: OnceLock::new(),
            sights: OnceLock::new(),
        };
        if let Some(groups) = self.groups {
            model.glabels = OnceLock::from(chosen_glabels(&model, &groups));
        }
        Ok(model)
    }
}

/// The labels outside a variable that are linked to some label of it.
fn outside(graph: &Model, variable: Variable) -> BTreeSet<Label> {
    let labels = graph.labels_of(variable);
    let linked = labels.iter().flat_map(|&l| graph.linked_labels(l));
    let others = linked.filter(|l| labels.binary_search(l).is_err());
    others.copied().collect()
}

/// A g-label of a variable, if some label outside is linked to all of its labels.
fn glabel(
    graph: &Model,
    variable: Variable,
    outside: &BTreeSet<Label>,
    labels: Vec<Label>,
) -> Option<Grouped> {
    let is_linked = |out: &&Label| labels.iter().all(|&l| graph.linked(l, **out));
    let linked: Vec<Label> = outside.iter().filter(is_linked).copied().collect();
    (!linked.is_empty()).then_some(Grouped {
        variable,
        labels,
        linked,
    })
}

/// Some g-labels and their intersections: if two contain what is left of a variable, so does
/// their intersection, and it is linked to everything that either is linked to.
fn chosen_glabels(graph: &Model, groups: &[(Variable, Vec<Label>)]) -> Option<Vec<Grouped>> {
    let mut all = Vec::new();
    for variable in graph.variables() {
        let own = groups.iter().filter(|(of, _)| *of == variable);
        let mut closed: BTreeSet<Vec<Label>> = BTreeSet::new();
        for (_, labels) in own {
            let mut labels = labels.clone();
            labels.sort_unstable();
            let meet = |set: &Vec<Label>| {
                let both = set.iter().filter(|l| labels.contains(l));
                both.copied().collect()
            };
            let mut meets: Vec<Vec<Label>> = closed.iter().map(meet).collect();
            meets.push(labels);
            closed.extend(meets.into_iter().filter(|set| set.len() >= 2));
            if closed.len() > MOST_GLABELS {
                return None;
            }
        }
        let outside = outside(graph, variable);
        let sets = closed.into_iter();
        all.extend(sets.filter_map(|set| glabel(graph, variable, &outside, set)));
    }
    (all.len() <= MOST_GLABELS).then_some(all)
}
