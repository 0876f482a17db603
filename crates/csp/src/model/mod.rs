//! The constraint graph: labels, CSP variables, links and g-labels.
//!
//! A label stands for one or more (variable, value) pairs; two labels are
//! *linked* when they contradict each other directly, either because some CSP
//! variable has both or by a constraint that is no variable. Links are
//! structural: they never depend on a resolution state. PBCS 1.1, 3.2 and 7.1.

mod sights;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use thiserror::Error;

use super::bits::Bits;
pub use sights::{Sight, Sights};
use sights::{derive_glabels, derive_sights};

/// A label: the smallest thing that can be asserted or eliminated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u16);

/// A CSP variable: exactly one of its labels is true in a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u16);

/// A kind of CSP variables (such as "cells"); a label has at most one variable of each kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// The first kind of a model: that of the cells, if the puzzle is a grid.
    pub const FIRST: Kind = Kind(0);
}

/// A g-label: two or more labels of one variable that some label outside it contradicts together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GLabel(pub u16);

/// The most g-labels that a model may have: their numbers are 16-bit.
const MOST_GLABELS: usize = u16::MAX as usize;

impl Label {
    /// The label's index, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Variable {
    /// The variable's index, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl GLabel {
    /// The g-label's index, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What makes a set of labels, variables and links not a model.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ModelError {
    /// A variable or link names a label beyond the declared number.
    #[error("label {0} is beyond the {1} declared labels")]
    UnknownLabel(u16, usize),
    /// Two variables of one kind share a label.
    #[error("label {0} has two variables of kind {1}")]
    SharedLabel(u16, u8),
    /// A variable without labels can never take a value.
    #[error("variable {0} has no labels")]
    EmptyVariable(u16),
    /// A link from a label to itself.
    #[error("label {0} is linked to itself")]
    SelfLink(u16),
    /// Indices are 16-bit.
    #[error("too many labels: {0}, at most 65535")]
    TooManyLabels(usize),
}

#[derive(Debug)]
struct VariableData {
    kind: Kind,
    labels: Vec<Label>,
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

/// A constraint graph, built once by [`ModelBuilder`] and never changed.
#[derive(Debug)]
pub struct Model {
    labels: usize,
    kinds: usize,
    variables: Vec<VariableData>,
    variable_of: Vec<Option<Variable>>,
    /// The variables of each label, one label after the other, and where each
    /// label's end.
    variables_of: Vec<Variable>,
    ends: Vec<u32>,
    /// A row of bits for each label: those linked to it.
    links: Vec<u64>,
    linked: Vec<Vec<Label>>,
    /// Linked labels that share no variable, each pair once.
    bare_links: Vec<(Label, Label)>,
    /// In the order of their variables; derived when they are first asked for.
    glabels: OnceLock<Option<Vec<Grouped>>>,
    /// The same of what labels see of other variables.
    sights: OnceLock<Vec<Grouped>>,
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
        (0..self.labels as u16).map(Label)
    }

    /// All CSP variables.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = Variable> + use<> {
        (0..self.variables.len() as u16).map(Variable)
    }

    /// Words that a row of bits takes, one bit for each label.
    #[inline]
    pub fn words(&self) -> usize {
        self.labels.div_ceil(64)
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

    /// The labels of a variable, in ascending order.
    #[inline]
    pub fn labels_of(&self, variable: Variable) -> &[Label] {
        &self.variables[variable.index()].labels
    }

    /// The kind of a variable.
    #[inline]
    pub fn kind_of(&self, variable: Variable) -> Kind {
        self.variables[variable.index()].kind
    }

    /// The variable of this kind that has this label, if any.
    #[inline]
    pub fn variable_of(&self, label: Label, kind: Kind) -> Option<Variable> {
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

    /// Whether two labels contradict each other directly.
    #[inline]
    pub fn linked(&self, a: Label, b: Label) -> bool {
        self.links(a)[b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    /// The labels linked to this one, a bit for each.
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

/// Collects labels, variables and links, and derives the rest of a [`Model`].
pub struct ModelBuilder {
    labels: usize,
    kinds: usize,
    variables: Vec<VariableData>,
    extra_links: Vec<(Label, Label)>,
    groups: Option<Vec<(Variable, Vec<Label>)>>,
}

impl ModelBuilder {
    /// A model with this many labels and no variable yet.
    pub fn new(labels: usize) -> Self {
        ModelBuilder {
            labels,
            kinds: 0,
            variables: Vec::new(),
            extra_links: Vec::new(),
            groups: None,
        }
    }

    /// Sets the g-labels, instead of deriving all that the links allow: these sets of labels
    /// of variables, and their intersections of two labels or more.
    pub fn groups(&mut self, groups: &[(Variable, Vec<Label>)]) {
        self.groups = Some(groups.to_vec());
    }

    /// Adds a CSP variable; its labels become linked to each other.
    pub fn variable(&mut self, kind: Kind, labels: impl IntoIterator<Item = Label>) -> Variable {
        let mut labels: Vec<Label> = labels.into_iter().collect();
        labels.sort_unstable();
        labels.dedup();
        self.kinds = self.kinds.max(kind.0 as usize + 1);
        self.variables.push(VariableData { kind, labels });
        Variable(self.variables.len() as u16 - 1)
    }

    /// Adds a constraint between two labels that share no variable.
    pub fn link(&mut self, a: Label, b: Label) {
        self.extra_links.push((a, b));
    }

    /// Checks what was added and derives the links.
    pub fn build(self) -> Result<Model, ModelError> {
        if self.labels > u16::MAX as usize {
            return Err(ModelError::TooManyLabels(self.labels));
        }
        let check = |label: Label| match label.index() < self.labels {
            true => Ok(()),
            false => Err(ModelError::UnknownLabel(label.0, self.labels)),
        };
        let mut variable_of = vec![None; self.labels * self.kinds];
        let words = self.labels.div_ceil(64);
        let mut links = vec![0u64; words * self.labels];
        let mut link = |a: Label, b: Label| {
            links[a.index() * words + b.index() / 64] |= 1 << (b.index() % 64);
        };
        for (index, data) in self.variables.iter().enumerate() {
            if data.labels.is_empty() {
                return Err(ModelError::EmptyVariable(index as u16));
            }
            for &label in &data.labels {
                check(label)?;
                let slot = &mut variable_of[label.index() * self.kinds + data.kind.0 as usize];
                if slot.replace(Variable(index as u16)).is_some() {
                    return Err(ModelError::SharedLabel(label.0, data.kind.0));
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
                return Err(ModelError::SelfLink(a.0));
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
        // What a row of links has beyond the labels of its variables, above the diagonal.
        let mut bare_links = Vec::new();
        let mut bare = vec![0u64; words];
        let linked_beside = match self.extra_links.is_empty() {
            true => 0,
            false => self.labels,
        };
        for label in 0..linked_beside {
            bare.copy_from_slice(&links[label * words..][..words]);
            let own = &variable_of[label * self.kinds..(label + 1) * self.kinds];
            for variable in own.iter().flatten() {
                for other in &self.variables[variable.index()].labels {
                    bare[other.index() / 64] &= !(1 << (other.index() % 64));
                }
            }
            let rows = bare.iter().enumerate().skip(label / 64);
            let others =
                rows.flat_map(|(at, &word)| Bits(word).map(move |bit| at * 64 + bit as usize));
            let above = others.filter(|&other| other > label);
            bare_links.extend(above.map(|other| (Label(label as u16), Label(other as u16))));
        }
        let labels_in = |row: &[u64]| {
            let words = row.iter().enumerate();
            let bits =
                words.flat_map(|(at, &word)| Bits(word).map(move |bit| at * 64 + bit as usize));
            bits.map(|index| Label(index as u16)).collect()
        };
        let linked = links.chunks(words.max(1)).map(labels_in).collect();
        let model = Model {
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
            let chosen = chosen_glabels(&model, &groups);
            model.glabels.get_or_init(|| chosen);
        }
        Ok(model)
    }
}

/// The labels outside a variable that are linked to some label of it.
fn outside(model: &Model, variable: Variable) -> BTreeSet<Label> {
    let labels = model.labels_of(variable);
    let linked = labels.iter().flat_map(|&l| model.linked_labels(l));
    let linked = linked.copied();
    linked
        .filter(|l| labels.binary_search(l).is_err())
        .collect()
}

/// A g-label of a variable, if some label outside is linked to all of its labels.
fn glabel(
    model: &Model,
    variable: Variable,
    outside: &BTreeSet<Label>,
    labels: Vec<Label>,
) -> Option<Grouped> {
    let linked = outside.iter().copied();
    let linked = linked.filter(|&out| labels.iter().all(|&l| model.linked(l, out)));
    let linked: Vec<Label> = linked.collect();
    (!linked.is_empty()).then_some(Grouped {
        variable,
        labels,
        linked,
    })
}

/// Some g-labels and their intersections: of two that hold what is left of a variable, their
/// intersection does, and it is linked to all that either is linked to.
fn chosen_glabels(model: &Model, groups: &[(Variable, Vec<Label>)]) -> Option<Vec<Grouped>> {
    let mut all = Vec::new();
    for variable in model.variables() {
        let own = groups.iter().filter(|(of, _)| *of == variable);
        let mut closed: BTreeSet<Vec<Label>> = BTreeSet::new();
        for (_, labels) in own {
            let mut labels = labels.clone();
            labels.sort_unstable();
            let meets: Vec<Vec<Label>> = closed
                .iter()
                .map(|set| set.iter().copied().filter(|l| labels.contains(l)).collect())
                .collect();
            closed.extend(
                meets
                    .into_iter()
                    .chain([labels])
                    .filter(|set| set.len() >= 2),
            );
            if closed.len() > MOST_GLABELS {
                return None;
            }
        }
        let outside = outside(model, variable);
        let sets = closed.into_iter();
        all.extend(sets.filter_map(|set| glabel(model, variable, &outside, set)));
    }
    (all.len() <= MOST_GLABELS).then_some(all)
}
