//! A solver for any model: Singles and perhaps whips\[1\] to quiescence, then a guess in the smallest
//! variable. The rating of a puzzle never depends on how it was solved.

use crate::halt;
use crate::kernel::{Kernel, initial_state};
use crate::order::splitmix64;
use crate::rules::linked::remaining;
use crate::with_kernel;
use gradus_csp::{Instance, Label, Labels, Solutions, State, Variable};

/// How many solutions a puzzle has: none, one or several.
pub fn solutions(puzzle: &dyn Instance) -> Solutions {
    let own = puzzle.own_solutions();
    own.unwrap_or_else(|| {
        with_kernel!(puzzle, |kernel| match initial_state(kernel, puzzle) {
            Ok(state) => at_most_two(kernel, &state),
            Err(_) => Solutions::None,
        })
    })
}

/// The number of solutions of a puzzle, but `limit` if there are more.
pub fn count_solutions(puzzle: &dyn Instance, limit: u64) -> u64 {
    if let Some(count) = puzzle.own_count(limit) {
        return count;
    }
    let mut count = 0;
    let mut counted = |_| {
        count += 1;
        count == limit
    };
    if limit > 0 {
        with_kernel!(puzzle, |kernel| {
            if let Ok(state) = initial_state(kernel, puzzle) {
                in_order(kernel, state, &mut counted);
            }
        });
    }
    count
}

/// Some solution of a state, if there is one.
pub fn some_solution<K: Kernel>(kernel: &K, state: State<K::Set>) -> Option<Vec<Label>> {
    let mut found = None;
    in_order(kernel, state, |solution| {
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

/// How many solutions there are: none, one or several.
///
/// In large puzzles with many solutions one order of guesses may not reach a solution in years
/// where most orders do at once. So a search that takes long is given up, and another begins with
/// more patience and another order, until one of them ends or two different solutions are known.
fn at_most_two<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Solutions {
    let mut known: Option<Vec<Label>> = None;
    let mut several = false;
    let mut patience = PATIENCE;
    let mut word = 0;
    loop {
        let is_first = patience == PATIENCE;
        let next = |labels: &mut Vec<Label>| {
            if is_first {
                labels.remove(0)
            } else {
                labels.swap_remove(drawn(&mut word, labels.len()))
            }
        };
        let end = search(kernel, state.clone(), &mut { patience }, next, |solution| {
            several = known.as_ref().is_some_and(|known| *known != solution);
            known.get_or_insert(solution);
            several
        });
        match (end, known) {
            (SearchEnd::GivenUp, now) => known = now,
            (SearchEnd::Stopped, _) => return Solutions::Several,
            (SearchEnd::Whole, Some(solution)) => return Solutions::One(solution),
            (SearchEnd::Whole, None) => return Solutions::None,
        }
        patience = patience.saturating_mul(2);
    }
}

/// Guesses of the first search, in the order of the labels. Few puzzles take more.
const PATIENCE: usize = 4096;

/// A number below another one, by the generator SplitMix64.
fn drawn(word: &mut u64, below: usize) -> usize {
    *word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    (splitmix64(*word) % below as u64) as usize
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

/// Shows the solutions of a state, in the order of the labels, until `visit` says `true`.
fn in_order<K: Kernel>(kernel: &K, state: State<K::Set>, visit: impl FnMut(Vec<Label>) -> bool) {
    let next = |labels: &mut Vec<Label>| labels.remove(0);
    search(kernel, state, &mut { usize::MAX }, next, visit);
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
