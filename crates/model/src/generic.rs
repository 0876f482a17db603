//! A kernel for any model: plain loops over variables. It serves every puzzle
//! that has no kernel of its own, and is the oracle of those that have. Its sets
//! have a fixed number of words, so that nothing is allocated during a search.

use std::sync::{Arc, OnceLock};

use super::crossing::{Crossing, crossings};
use super::kernel::{Kernel, Scan};
use super::labels::{LabelSet, Labels};
use super::matrix::CoverMatrix;
use super::model::{GLabel, Kind, Label, Model, Variable};
use super::rectangle::{Rectangle, rectangles};
use super::specific::{Application, Known, Level, SpecificRules, first_application};
use super::state::State;
use std::ops::ControlFlow;

/// The kernel that loops over the variables of any [`Model`] with at most 64 · N labels.
#[derive(Debug)]
pub struct GenericKernel<const N: usize> {
    model: Arc<Model>,
    /// The labels of each variable, as a set.
    variables: Vec<LabelSet<N>>,
    /// The labels linked to each label, as a set.
    links: Vec<LabelSet<N>>,
    matrices: Vec<CoverMatrix>,
    /// Derived from the matrices when they are first asked for.
    crossings: OnceLock<Vec<Crossing>>,
    rectangles: OnceLock<Vec<Rectangle>>,
    specific: Option<Arc<dyn SpecificRules>>,
}

impl<const N: usize> GenericKernel<N> {
    /// A kernel for this model; none if the model has more labels than its sets can hold.
    pub fn new(model: Arc<Model>) -> Option<Self> {
        if model.words() > N {
            return None;
        }
        let variable = |variable| {
            let mut set = LabelSet::EMPTY;
            let labels = model.labels_of(variable).iter();
            labels.for_each(|&label| set.insert(label));
            set
        };
        let links = |label| LabelSet::of_words(model.links(label));
        Some(GenericKernel {
            variables: model.variables().map(variable).collect(),
            links: model.labels().map(links).collect(),
            matrices: Vec::new(),
            crossings: OnceLock::new(),
            rectangles: OnceLock::new(),
            specific: None,
            model,
        })
    }

    /// The same kernel with these rules of the kind of puzzle.
    pub fn with_specific(self, rules: Option<Arc<dyn SpecificRules>>) -> Self {
        GenericKernel {
            specific: rules,
            ..self
        }
    }

    /// The same kernel with these cover matrices, which must be of its model.
    pub fn with_matrices(self, matrices: Vec<CoverMatrix>) -> Self {
        GenericKernel { matrices, ..self }
    }

    fn labels_left(&self, left: &LabelSet<N>, variable: Variable) -> LabelSet<N> {
        self.variables[variable.index()].and(left)
    }

    fn singles_where(
        &self,
        left: &LabelSet<N>,
        wanted: impl Fn(Variable) -> bool,
    ) -> Scan<LabelSet<N>> {
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

impl<const N: usize> Kernel for GenericKernel<N> {
    type Set = LabelSet<N>;

    fn model(&self) -> &Model {
        &self.model
    }

    fn matrices(&self) -> &[CoverMatrix] {
        &self.matrices
    }

    fn crossings(&self) -> &[Crossing] {
        self.crossings.get_or_init(|| crossings(&self.matrices))
    }

    fn rectangles(&self) -> &[Rectangle] {
        let derive = || rectangles(&self.matrices, self.crossings());
        self.rectangles.get_or_init(derive)
    }

    fn none(&self) -> LabelSet<N> {
        LabelSet::EMPTY
    }

    fn strike(&self, left: &mut LabelSet<N>, label: Label) {
        left.subtract(&self.links[label.index()]);
    }

    fn scan(&self, left: &LabelSet<N>) -> Scan<LabelSet<N>> {
        self.singles_where(left, |_| true)
    }

    fn scan_kind(&self, left: &LabelSet<N>, kind: Kind) -> Scan<LabelSet<N>> {
        self.singles_where(left, |variable| self.model.kind_of(variable) == kind)
    }

    fn empty_variables(&self, left: &LabelSet<N>) -> Vec<Variable> {
        let empty = |variable: &Variable| !self.has(*variable, left);
        self.model.variables().filter(empty).collect()
    }

    fn whip1_targets(&self, left: &LabelSet<N>) -> LabelSet<N> {
        let mut targets = self.none();
        for variable in self.model.variables() {
            let labels = self.labels_left(left, variable);
            if labels.len() < 2 {
                continue;
            }
            let mut seen = left.without(&self.variables[variable.index()]);
            labels
                .iter()
                .for_each(|label| seen.intersect(&self.links[label.index()]));
            targets.unite(&seen);
        }
        targets
    }

    fn has(&self, variable: Variable, set: &LabelSet<N>) -> bool {
        self.variables[variable.index()].meets(set)
    }

    fn singles_touching(&self, left: &LabelSet<N>, touched: &LabelSet<N>) -> LabelSet<N> {
        let touches = |variable: Variable| self.has(variable, touched);
        self.singles_where(left, touches).singles
    }

    fn groups(&self, left: &LabelSet<N>, useful: bool, found: &mut Vec<GLabel>) {
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

    fn strike_group(&self, left: &mut LabelSet<N>, group: GLabel) {
        self.model
            .glabel_linked(group)
            .iter()
            .for_each(|&label| left.remove(label));
    }

    fn has_specific_rules(&self) -> bool {
        self.specific.is_some()
    }

    fn apply_specific(&self, level: Level, state: &mut State<LabelSet<N>>) -> bool {
        let Some(rules) = &self.specific else {
            return false;
        };
        let mut after = state.left;
        let known = Known {
            left: state.left.words(),
            values: state.values.words(),
        };
        rules.visit(level, known, &mut |deduction| {
            deduction.targets.iter().for_each(|&l| after.remove(l));
            ControlFlow::Continue(())
        });
        let changed = after != state.left;
        // A value that is refuted leaves an empty variable behind.
        state.left = after;
        state.values.intersect(&after);
        changed
    }

    fn specific_step(&self, level: Level, state: &State<LabelSet<N>>) -> Option<Application> {
        let known = Known {
            left: state.left.words(),
            values: state.values.words(),
        };
        first_application(self.specific.as_deref()?, level, known)
    }

    fn accepts(&self, values: &LabelSet<N>) -> bool {
        let rules = self.specific.as_deref();
        rules.is_none_or(|rules| rules.accepts(&|label| values.contains(label)))
    }
}
