//! A resolution state for finding all applicable patterns: it tracks the labels
//! left, their number for each variable, and the pending Singles. A value stays
//! among the labels left, so that its variables have one.

use crate::replay::{KindRules, KindState};
use gradus_csp::{Label, Model, Position, RuleLevel, Variable};
use gradus_path::Object;

/// A state.
#[derive(Clone)]
pub(crate) struct CheckState<'a> {
    pub(crate) model: &'a Model,
    left: Vec<bool>,
    value: Vec<bool>,
    /// The number of labels left for each variable.
    count: Vec<u16>,
    /// Labels that became alone in a variable.
    pending: Vec<Label>,
    is_empty: bool,
}

impl<'a> CheckState<'a> {
    /// The state of a position.
    pub(crate) fn new(model: &'a Model, position: &Position) -> Self {
        let left: Vec<bool> = model.labels().map(|label| position.has(label)).collect();
        let is_value = |label| position.values.contains(&label);
        let count = |variable| {
            let labels = model.labels_of(variable).iter();
            labels.filter(|label| left[label.index()]).count() as u16
        };
        let mut board = CheckState {
            model,
            value: model.labels().map(is_value).collect(),
            count: model.variables().map(count).collect(),
            left,
            pending: Vec::new(),
            is_empty: false,
        };
        for variable in model.variables() {
            board.look_at(variable);
        }
        board
    }

    /// Records a Single or an empty variable.
    fn look_at(&mut self, variable: Variable) {
        match self.count[variable.index()] {
            0 => self.is_empty = true,
            1 => {
                let only = self.labels_left(variable).next();
                let waits = |label: &Label| !self.value[label.index()];
                self.pending.extend(only.filter(waits));
            }
            _ => {}
        }
    }

    /// Returns true if some variable has no label left.
    pub(crate) fn is_contradictory(&self) -> bool {
        self.is_empty
    }

    /// Returns true if every variable has a value.
    pub(crate) fn is_solved(&self) -> bool {
        !self.is_empty && self.candidates().next().is_none()
    }

    pub(crate) fn is_value(&self, label: Label) -> bool {
        self.value[label.index()]
    }

    /// Returns true if a label is a candidate or a value.
    pub(crate) fn is_left(&self, label: Label) -> bool {
        self.left[label.index()]
    }

    /// Removes a label, even a value, which leaves its variables empty.
    pub(crate) fn refute(&mut self, label: Label) {
        self.value[label.index()] = false;
        self.eliminate(label);
    }

    pub(crate) fn is_candidate(&self, label: Label) -> bool {
        self.left[label.index()] && !self.value[label.index()]
    }

    pub(crate) fn candidates(&self) -> impl Iterator<Item = Label> + '_ {
        let labels = self.model.labels();
        labels.filter(|&label| self.is_candidate(label))
    }

    /// The labels left of a variable.
    pub(crate) fn labels_left(&self, variable: Variable) -> impl Iterator<Item = Label> + '_ {
        let labels = self.model.labels_of(variable).iter().copied();
        labels.filter(|label| self.left[label.index()])
    }

    /// The number of labels left for a variable.
    pub(crate) fn count(&self, variable: Variable) -> usize {
        self.count[variable.index()].into()
    }

    /// The pending Singles.
    pub(crate) fn singles(&self) -> impl Iterator<Item = Label> + '_ {
        let waiting = self.pending.iter().copied();
        waiting.filter(|&label| self.is_candidate(label))
    }

    pub(crate) fn eliminate(&mut self, label: Label) {
        if std::mem::take(&mut self.left[label.index()]) {
            let model = self.model;
            for variable in model.variables_of(label) {
                self.count[variable.index()] -= 1;
                self.look_at(variable);
            }
        }
    }

    /// Makes a label a value and eliminates all labels linked to it.
    pub(crate) fn assert(&mut self, label: Label) {
        self.value[label.index()] = true;
        for &linked in self.model.linked_labels(label) {
            self.eliminate(linked);
        }
    }

    /// Asserts a right-linking object of a chain: for a g-label, that one of its labels is true.
    pub(crate) fn apply(&mut self, object: Object) {
        match object {
            Object::Label(label) => self.assert(label),
            Object::Group(group) => {
                for &linked in self.model.glabel_linked(group) {
                    self.eliminate(linked);
                }
            }
        }
    }

    /// Asserts Singles until none is left; returns false if a variable is empty then.
    pub(crate) fn close_singles(&mut self) -> bool {
        while !self.is_empty {
            match self.pending.pop() {
                Some(single) if self.is_candidate(single) => self.assert(single),
                Some(_) => {}
                None => return true,
            }
        }
        false
    }

    /// The targets of whips\[1\]: linked to all labels left of a variable, two or
    /// more, and not of that variable.
    pub(crate) fn whip1_targets(&self) -> Vec<Label> {
        let open = self.model.variables().filter(|&v| self.count(v) > 1);
        open.flat_map(|v| self.linked_to_all(v)).collect()
    }

    /// The candidates outside a variable that are linked to all its remaining candidates.
    pub(crate) fn linked_to_all(&self, variable: Variable) -> Vec<Label> {
        let own = self.model.labels_of(variable);
        let Some(first) = self.labels_left(variable).next() else {
            return Vec::new();
        };
        let linked = self.model.linked_labels(first).iter().copied();
        let is_target = |target: &Label| {
            let mut inside = self.labels_left(variable);
            self.is_candidate(*target)
                && !own.contains(target)
                && inside.all(|label| self.model.linked(label, *target))
        };
        linked.filter(is_target).collect()
    }
    /// The remaining labels refuted by the rules of a kind of puzzle at a level.
    pub(crate) fn specific_targets(&self, rules: &dyn KindRules, level: RuleLevel) -> Vec<Label> {
        let facts = KindState {
            left: &|label| self.is_left(label),
            value: &|label| self.is_value(label),
        };
        let names = rules.names(level).into_iter();
        let refuted = names.flat_map(|rule| rules.refuted(rule, &facts));
        refuted.filter(|&label| self.is_left(label)).collect()
    }
}
