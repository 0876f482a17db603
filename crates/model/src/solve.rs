//! A solver for any model: Singles to quiescence, then a guess in the smallest
//! variable. It counts solutions up to two and nothing else; what a puzzle's
//! rating is never depends on how it was solved.

use super::kernel::Kernel;
use super::kernels::Task;
use super::labels::Labels;
use super::model::Label;
use super::state::State;

/// The solutions of a puzzle, as far as they matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// There is none.
    None,
    /// There is exactly one: its labels.
    One(Vec<Label>),
    /// There are two or more.
    Several,
}

/// Counts the solutions with these givens among these labels (all if none are named).
pub(crate) struct Solve(pub(crate) Vec<Label>, pub(crate) Option<Vec<Label>>);

impl Task for Solve {
    type Output = Solutions;

    fn run<K: Kernel>(self, kernel: &K) -> Solutions {
        let left = match self.1 {
            None => kernel.all(),
            Some(labels) => kernel.set_of(labels),
        };
        let mut state = State::new(kernel, left);
        for given in self.0 {
            if !state.left.contains(given) {
                return Solutions::None;
            }
            state.assert(kernel, given);
        }
        let mut found = Vec::new();
        search(kernel, state, &mut found);
        match found.len() {
            0 => Solutions::None,
            1 => Solutions::One(found.remove(0)),
            _ => Solutions::Several,
        }
    }
}

/// Adds the solutions of a state to those found, until there are two.
fn search<K: Kernel>(kernel: &K, mut state: State<K::Set>, found: &mut Vec<Vec<Label>>) {
    if !kernel.close_singles(&mut state) {
        return;
    }
    let model = kernel.model();
    let open = model.variables().filter_map(|variable| {
        let labels = model.labels_of(variable).iter();
        let left = labels.filter(|&&label| state.left.contains(label)).count();
        (left > 1).then_some((left, variable))
    });
    let Some((_, variable)) = open.min() else {
        found.push(state.values.iter().collect());
        return;
    };
    for &label in model.labels_of(variable) {
        if state.left.contains(label) && found.len() < 2 {
            let mut next = state.clone();
            next.assert(kernel, label);
            search(kernel, next, found);
        }
    }
}
