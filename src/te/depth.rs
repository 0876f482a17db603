//! The T&E depth of a puzzle: the smallest n such that T&E(BRT, n) solves it
//! (PBCS 11.3.3). A puzzle that braids solve has depth 0 or 1.

use super::trial::TrialAndError;
use crate::csp::kernel::Kernel;
use crate::csp::state::State;
use crate::rules::{Brt, Theory};

/// The smallest depth up to `max` at which T&E solves the state, if any; a
/// state proven contradictory counts as solved.
///
/// The labels in `solution` are known to be true and are not tried.
pub fn depth<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    solution: &K::Set,
    max: usize,
) -> Option<usize> {
    let mut state = state.clone();
    if !Brt.close(kernel, &mut state) || state.is_decided() {
        return Some(0);
    }
    (1..=max).find(|&depth| {
        let te = TrialAndError::new(Brt, depth);
        !te.close_without(kernel, &mut state, solution) || state.is_decided()
    })
}
