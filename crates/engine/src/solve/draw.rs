//! Random solutions of a state, for generators: Singles and perhaps whips\[1\] to quiescence, then
//! a guess in the smallest variable.

use super::close;
use crate::halt;
use crate::kernel::Kernel;
use crate::rules::linked::remaining;
use gradus_csp::{Label, Labels, State, Variable};

/// Some solution of a state, found by guesses in random order: `pick` draws a number below
/// another one. Returns `None` if there is none, or if it takes more guesses than `guesses`.
pub fn drawn_solution<K: Kernel>(
    kernel: &K,
    state: State<K::Set>,
    guesses: &mut usize,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Vec<Label>> {
    let mut found = None;
    let next = |labels: &mut Vec<Label>| labels.swap_remove(pick(labels.len()));
    search(kernel, state, guesses, next, |solution| {
        found = Some(solution);
        true
    });
    found
}

/// The undecided variable with the fewest labels left, or `None` if all are decided.
fn smallest_variable<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Option<Variable> {
    let model = kernel.model();
    let mut smallest: Option<(usize, Variable)> = None;
    for variable in model.variables() {
        let left = remaining(model.labels_of(variable), &state.left).count();
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

/// Shows the solutions of a state until `visit` says `true` or no guesses are left; `next` takes
/// out the label that is guessed next.
fn search<K: Kernel>(
    kernel: &K,
    state: State<K::Set>,
    guesses: &mut usize,
    next: impl FnMut(&mut Vec<Label>) -> Label,
    visit: impl FnMut(Vec<Label>) -> bool,
) -> SearchEnd {
    let states = vec![state];
    let mut search = SolutionSearch {
        kernel,
        states,
        guesses,
        next,
        visit,
    };
    search.descend(0)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchEnd {
    /// There are no other solutions.
    Whole,
    /// Whoever was shown a solution wants no more.
    Stopped,
    /// It took too many guesses.
    GivenUp,
}

struct SolutionSearch<'a, K: Kernel, N, V> {
    kernel: &'a K,
    /// The states on the way, each one guess deeper. Those of large puzzles take kilobytes,
    /// and guesses may be hundreds deep: they are not kept on the stack.
    states: Vec<State<K::Set>>,
    guesses: &'a mut usize,
    next: N,
    visit: V,
}

impl<K: Kernel, N, V> SolutionSearch<'_, K, N, V>
where
    N: FnMut(&mut Vec<Label>) -> Label,
    V: FnMut(Vec<Label>) -> bool,
{
    fn descend(&mut self, depth: usize) -> SearchEnd {
        halt::check();
        let (kernel, state) = (self.kernel, &mut self.states[depth]);
        if !close(kernel, state) {
            return SearchEnd::Whole;
        }
        let Some(variable) = smallest_variable(kernel, state) else {
            let accepted = kernel.accepts(&state.values);
            return if accepted && (self.visit)(state.values.iter().collect()) {
                SearchEnd::Stopped
            } else {
                SearchEnd::Whole
            };
        };
        let mut labels: Vec<Label> =
            remaining(kernel.model().labels_of(variable), &state.left).collect();
        while !labels.is_empty() {
            let Some(left) = self.guesses.checked_sub(1) else {
                return SearchEnd::GivenUp;
            };
            *self.guesses = left;
            let label = (self.next)(&mut labels);
            self.guess(depth, label);
            match self.descend(depth + 1) {
                SearchEnd::Whole => {}
                end => return end,
            }
        }
        SearchEnd::Whole
    }

    /// Sets the state one deeper: this one with a label asserted. On its own, so that the copy
    /// is not on the stack of [`Self::descend`].
    fn guess(&mut self, depth: usize, label: Label) {
        let next = self.states[depth].clone();
        match self.states.get_mut(depth + 1) {
            Some(state) => *state = next,
            None => self.states.push(next),
        }
        self.kernel.assert(&mut self.states[depth + 1], label);
    }
}
