//! A kernel for any model: plain loops over variables. It serves every puzzle
//! that has no kernel of its own, and is the oracle of those that have.

use super::kernel::{Kernel, Scan};
use super::labels::{LabelSet, Labels};
use super::matrix::CoverMatrix;
use super::model::{GLabel, Kind, Label, Model, Variable};

/// The kernel that loops over the variables of any [`Model`].
pub struct GenericKernel {
    model: Model,
    /// The labels of each variable, as a set.
    variables: Vec<LabelSet>,
    matrices: Vec<CoverMatrix>,
}

impl GenericKernel {
    /// A kernel for this model.
    pub fn new(model: Model) -> Self {
        let variables = model
            .variables()
            .map(|variable| {
                let mut set = LabelSet::new(model.label_count());
                model
                    .labels_of(variable)
                    .iter()
                    .for_each(|&label| set.insert(label));
                set
            })
            .collect();
        GenericKernel {
            model,
            variables,
            matrices: Vec::new(),
        }
    }

    /// The same kernel with these cover matrices, which must be of its model.
    pub fn with_matrices(self, matrices: Vec<CoverMatrix>) -> Self {
        GenericKernel { matrices, ..self }
    }

    fn labels_left(&self, left: &LabelSet, variable: Variable) -> LabelSet {
        self.variables[variable.index()].and(left)
    }

    fn singles_where(&self, left: &LabelSet, wanted: impl Fn(Variable) -> bool) -> Scan<LabelSet> {
        let mut scan = Scan {
            empty: false,
            singles: self.none(),
        };
        for variable in self.model.variables().filter(|&variable| wanted(variable)) {
            let mut labels = self
                .model
                .labels_of(variable)
                .iter()
                .filter(|&&l| left.contains(l));
            match (labels.next(), labels.next()) {
                (None, _) => scan.empty = true,
                (Some(&only), None) => scan.singles.insert(only),
                _ => {}
            }
        }
        scan
    }
}

impl Kernel for GenericKernel {
    type Set = LabelSet;

    fn model(&self) -> &Model {
        &self.model
    }

    fn matrices(&self) -> &[CoverMatrix] {
        &self.matrices
    }

    fn none(&self) -> LabelSet {
        LabelSet::new(self.model.label_count())
    }

    fn strike(&self, left: &mut LabelSet, label: Label) {
        left.subtract(self.model.links(label));
    }

    fn scan(&self, left: &LabelSet) -> Scan<LabelSet> {
        self.singles_where(left, |_| true)
    }

    fn singles_of_kind(&self, left: &LabelSet, kind: Kind) -> LabelSet {
        self.singles_where(left, |variable| self.model.kind_of(variable) == kind)
            .singles
    }

    fn empty_variables(&self, left: &LabelSet) -> Vec<Variable> {
        let empty = |variable: &Variable| !self.has(*variable, left);
        self.model.variables().filter(empty).collect()
    }

    fn whip1_targets(&self, left: &LabelSet) -> LabelSet {
        let mut targets = self.none();
        for variable in self.model.variables() {
            let labels = self.labels_left(left, variable);
            if labels.len() < 2 {
                continue;
            }
            let mut seen = left.without(&self.variables[variable.index()]);
            labels
                .iter()
                .for_each(|label| seen.intersect(self.model.links(label)));
            targets.unite(&seen);
        }
        targets
    }

    fn has(&self, variable: Variable, set: &LabelSet) -> bool {
        self.variables[variable.index()].meets(set)
    }

    fn singles_touching(&self, left: &LabelSet, touched: &LabelSet) -> LabelSet {
        let touches = |variable: Variable| self.has(variable, touched);
        self.singles_where(left, touches).singles
    }

    fn groups(&self, left: &LabelSet, useful: bool, found: &mut Vec<GLabel>) {
        let strikes = |group: GLabel| {
            self.model
                .glabel_linked(group)
                .iter()
                .any(|&l| left.contains(l))
        };
        for variable in self.model.variables() {
            let labels = self.labels_left(left, variable);
            if labels.len() < 2 {
                continue;
            }
            let holds = |&group: &GLabel| {
                let inside = self.model.glabel_labels(group);
                labels
                    .iter()
                    .all(|label| inside.binary_search(&label).is_ok())
            };
            let groups = self.model.glabels_of(variable).filter(holds);
            let smallest = groups.min_by_key(|&group| self.model.glabel_labels(group).len());
            found.extend(smallest.filter(|&group| !useful || strikes(group)));
        }
    }

    fn strike_group(&self, left: &mut LabelSet, group: GLabel) {
        self.model
            .glabel_linked(group)
            .iter()
            .for_each(|&label| left.remove(label));
    }
}
