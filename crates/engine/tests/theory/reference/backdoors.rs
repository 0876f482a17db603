//! Backdoors, anti-backdoors and one-step solutions, by trying everything.

use super::State;
use super::chains::whip_length;

/// Applies a theory to its end.
pub type Closure = fn(&mut State);

/// What is left after a change and a theory.
fn after(state: &State, closure: Closure, change: impl Fn(&mut State)) -> State {
    let mut state = state.clone();
    change(&mut state);
    closure(&mut state);
    state
}

fn is_true(solution: &[u8; 81], label: usize) -> bool {
    usize::from(solution[label % 81]) == label / 81 + 1
}

/// Returns true if this many true candidates, from a place on, solve together.
fn solves(state: &State, closure: Closure, labels: &[usize], count: usize) -> bool {
    match count {
        0 => after(state, closure, |_| ()).solved(),
        _ => (0..labels.len()).any(|place| {
            let mut next = state.clone();
            if next.candidates().contains(&labels[place]) {
                next.assert(labels[place]);
            }
            solves(&next, closure, &labels[place + 1..], count - 1)
        }),
    }
}

/// The size of the smallest backdoor, if it is at most `max`.
pub fn backdoor_size(
    state: &State,
    closure: Closure,
    solution: &[u8; 81],
    max: usize,
) -> Option<usize> {
    let state = after(state, closure, |_| ());
    let mut labels = state.candidates();
    labels.retain(|&label| is_true(solution, label));
    (0..=max).find(|&size| solves(&state, closure, &labels, size))
}

/// The anti-backdoors.
pub fn anti_backdoors(state: &State, closure: Closure, solution: &[u8; 81]) -> Vec<usize> {
    let state = after(state, closure, |_| ());
    let mut labels = state.candidates();
    labels.retain(|&label| {
        !is_true(solution, label) && after(&state, closure, |next| next.delete(label)).solved()
    });
    labels
}

/// The pairs of false candidates that are anti-backdoors together.
pub fn pairs(state: &State, closure: Closure, solution: &[u8; 81]) -> Vec<(usize, usize)> {
    let state = after(state, closure, |_| ());
    let mut labels = state.candidates();
    labels.retain(|&label| !is_true(solution, label));
    let mut pairs = Vec::new();
    for (place, &a) in labels.iter().enumerate() {
        for &b in &labels[place + 1..] {
            let delete = |next: &mut State| {
                next.delete(a);
                next.delete(b);
            };
            if after(&state, closure, delete).solved() {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// The length of the shortest whip on an anti-backdoor, if it is at most `max`; 0 if the
/// theory solves.
pub fn one_step(state: &State, closure: Closure, solution: &[u8; 81], max: usize) -> Option<usize> {
    let closed = after(state, closure, |_| ());
    if closed.solved() {
        return Some(0);
    }
    let targets = anti_backdoors(state, closure, solution).into_iter();
    targets
        .filter_map(|target| whip_length(&closed, target, max))
        .min()
}
