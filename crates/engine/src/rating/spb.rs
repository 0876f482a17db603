//! The class SpB: the smallest p such that T&E(S_p) solves, where S_p has
//! Subsets up to size p. PBCS 9.5.
//!
//! p = 0 is T&E over Singles (braids solve), p = 1 T&E over whips\[1\] (g-braids solve). The
//! theories are nested and there is no Subset beyond size 4, so one failure at size 4 settles
//! all.

use crate::kernel::Kernel;
use crate::rules::closure::RememberedSubsets;
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Theory, Whips1};
use crate::te::TrialAndError;
use gradus_csp::State;
use gradus_path::Rating;

/// The class of a state; labels of `truth` are not tried.
pub fn spb<K: Kernel>(kernel: &K, state: &State<K::Set>, truth: &K::Set) -> Rating {
    let mut closed = state.clone();
    let theory = |p| RememberedSubsets::new(kernel, p);
    if solves(kernel, &mut closed, truth, Brt) {
        return Rating::exact(0);
    }
    if solves(kernel, &mut closed, truth, Whips1) {
        return Rating::exact(1);
    }
    // Most puzzles that get here are solved by none: ask that first.
    if !self::solves(kernel, &mut closed.clone(), truth, theory(LARGEST)) {
        return Rating::INFINITE;
    }
    let mut solves = |p: usize| self::solves(kernel, &mut closed, truth, theory(p));
    Rating::exact((2..LARGEST).find(|&p| solves(p)).unwrap_or(LARGEST))
}

/// Returns true if T&E over a theory solves a state, which is left where it stops.
pub(super) fn solves<K: Kernel, T: Theory<K>>(
    kernel: &K,
    state: &mut State<K::Set>,
    truth: &K::Set,
    theory: T,
) -> bool {
    TrialAndError::new(theory, 1).close_without(kernel, state, truth) && state.is_decided()
}
