//! A solver for any model: Singles and perhaps whips\[1\] to quiescence, then a guess in the smallest
//! variable. What a puzzle's rating is never depends on how it was solved.

use super::kernel::Kernel;
use super::kernels::Task;
use super::labels::Labels;
use super::model::{Label, Variable};
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

/// Calls the function on the solutions with these givens among these labels (all if none
/// are named), until it says `true`.
pub(crate) struct Each<F>(
    pub(crate) Vec<Label>,
    pub(crate) Option<Vec<Label>>,
    pub(crate) F,
);

impl<F: FnMut(Vec<Label>) -> bool> Task for Each<F> {
    type Output = ();

    fn run<K: Kernel>(mut self, kernel: &K) {
        let left = match self.1 {
            None => kernel.all(),
            Some(labels) => kernel.set_of(labels),
        };
        let mut state = State::new(kernel, left);
        for given in self.0 {
            if !state.left.contains(given) {
                return;
            }
            state.assert(kernel, given);
        }
        search(kernel, state, &mut self.2);
    }
}

/// Some solution of a state, if there is one.
pub fn some_solution<K: Kernel>(kernel: &K, state: State<K::Set>) -> Option<Vec<Label>> {
    let mut found = None;
    search(kernel, state, &mut |solution| {
        found = Some(solution);
        true
    });
    found
}

/// Singles and, where there are links beside variables, whips\[1\], which are worth their time
/// there: distances on a path or sums say much that no variable says. False if a variable
/// becomes empty.
fn close<K: Kernel>(kernel: &K, state: &mut State<K::Set>) -> bool {
    while kernel.close_singles(state) {
        if kernel.model().bare_links().is_empty() {
            return true;
        }
        let targets = kernel.whip1_targets(&state.left);
        if targets.is_empty() {
            return true;
        }
        state.left.subtract(&targets);
    }
    false
}

/// Some solution of a state, found by guesses in random order: `pick` draws a number below
/// another one. None if there is none, or if it takes more guesses than `guesses`.
pub fn drawn_solution<K: Kernel>(
    kernel: &K,
    state: State<K::Set>,
    guesses: &mut usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Label>> {
    draw(kernel, &mut vec![state], 0, guesses, pick)
}

fn draw<K: Kernel>(
    kernel: &K,
    states: &mut Vec<State<K::Set>>,
    depth: usize,
    guesses: &mut usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Label>> {
    let state = &mut states[depth];
    if !close(kernel, state) {
        return None;
    }
    let Some(variable) = smallest_variable(kernel, state) else {
        let accepted = kernel.accepts(&state.values);
        return accepted.then(|| state.values.iter().collect());
    };
    let labels = kernel.model().labels_of(variable).iter().copied();
    let mut labels: Vec<Label> = labels.filter(|&l| state.left.contains(l)).collect();
    while !labels.is_empty() {
        *guesses = guesses.checked_sub(1)?;
        let label = labels.swap_remove(pick(labels.len()));
        guess(kernel, states, depth, label);
        let found = draw(kernel, states, depth + 1, guesses, pick);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Sets the state one deeper: this one with a label asserted. States of large puzzles take
/// kilobytes, and guesses may be hundreds deep: they are not kept on the stack.
fn guess<K: Kernel>(kernel: &K, states: &mut Vec<State<K::Set>>, depth: usize, label: Label) {
    let next = states[depth].clone();
    match states.get_mut(depth + 1) {
        Some(state) => *state = next,
        None => states.push(next),
    }
    states[depth + 1].assert(kernel, label);
}

/// The undecided variable with the fewest labels left; none if all are decided.
fn smallest_variable<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Option<Variable> {
    let model = kernel.model();
    let mut smallest: Option<(usize, Variable)> = None;
    for variable in model.variables() {
        let labels = model.labels_of(variable).iter();
        let left = labels.filter(|&&label| state.left.contains(label)).count();
        if left > 1 && smallest.is_none_or(|(least, _)| left < least) {
            smallest = Some((left, variable));
            // None is smaller.
            if left == 2 {
                break;
            }
        }
    }
    smallest.map(|(_, variable)| variable)
}

/// Shows the solutions of a state until `visit` says `true`; says whether it did.
fn search<K: Kernel>(
    kernel: &K,
    state: State<K::Set>,
    visit: &mut impl FnMut(Vec<Label>) -> bool,
) -> bool {
    descend(kernel, &mut vec![state], 0, visit)
}

fn descend<K: Kernel>(
    kernel: &K,
    states: &mut Vec<State<K::Set>>,
    depth: usize,
    visit: &mut impl FnMut(Vec<Label>) -> bool,
) -> bool {
    let state = &mut states[depth];
    if !close(kernel, state) {
        return false;
    }
    let Some(variable) = smallest_variable(kernel, state) else {
        return kernel.accepts(&state.values) && visit(state.values.iter().collect());
    };
    let mut labels = kernel.model().labels_of(variable).iter();
    labels.any(|&label| {
        states[depth].left.contains(label) && {
            guess(kernel, states, depth, label);
            descend(kernel, states, depth + 1, visit)
        }
    })
}
