//! The class SpB: the smallest p such that T&E(S_p) solves, where S_p has
//! Subsets up to size p. PBCS 9.5.
//!
//! p = 0 is T&E over Singles (braids solve), p = 1 T&E over whips\[1\] (g-braids
//! solve). The theories are nested and there is no Subset beyond size 4, so that
//! one failure at size 4 settles all.

use crate::rules::subset::LARGEST;
use crate::rules::{Subsets, Theory};
use crate::te::TrialAndError;
use gradus_model::kernel::Kernel;
use gradus_model::state::State;
use gradus_path::Rating;

/// The class of a state; labels of `truth` are not tried.
pub fn spb<K: Kernel>(kernel: &K, state: &State<K::Set>, truth: &K::Set) -> Rating {
    let mut closed = state.clone();
    let mut solves = |p: usize| solves(kernel, &mut closed, truth, Subsets(p));
    if let Some(p) = (0..=1).find(|&p| solves(p)) {
        return Rating::exact(p);
    }
    // Most puzzles that get here are solved by none: ask that first.
    if !self::solves(kernel, &mut closed.clone(), truth, Subsets(LARGEST)) {
        return Rating::INFINITE;
    }
    let mut solves = |p: usize| self::solves(kernel, &mut closed, truth, Subsets(p));
    Rating::exact((2..LARGEST).find(|&p| solves(p)).unwrap_or(LARGEST))
}

fn solves<K: Kernel, T: Theory<K>>(
    kernel: &K,
    state: &mut State<K::Set>,
    truth: &K::Set,
    theory: T,
) -> bool {
    TrialAndError::new(theory, 1).close_without(kernel, state, truth) && state.is_decided()
}
