//! The class SpB: the smallest p such that T&E(S_p) solves, where S_p has
//! Subsets up to size p. PBCS 9.5.
//!
//! p = 0 is T&E over Singles (braids solve), p = 1 T&E over whips\[1\] (g-braids solve). The
//! theories are nested and there is no Subset beyond size 4, so one failure at size 4 settles
//! all.
//!
//! The class SpB with finned fish and belts, as in the last two columns of PBCS
//! table 9.1: SpB where that is finite, 5 if T&E over Subsets and finned fish
//! solves, 6 if T&E over these and x2y2-belts does. PBCS 9.6 and 13.
//!
//! The theories are nested, and few puzzles that SpB leaves are solved by none:
//! the strongest is asked first all the same, as it settles those.

use crate::kernel::Kernel;
use crate::rules::closure::RememberedSubsets;
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Theory, Whips1, WithBelts};
use crate::te::TrialAndError;
use gradus_csp::State;
use gradus_path::{Ladder, Rating};

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
fn solves<K: Kernel, T: Theory<K>>(
    kernel: &K,
    state: &mut State<K::Set>,
    truth: &K::Set,
    theory: T,
) -> bool {
    TrialAndError::new(theory, 1).close_without(kernel, state, truth) && state.is_decided()
}

/// The class with finned fish and belts; `known` is the class SpB, if that is known.
pub(super) fn spbx<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    known: Option<Rating>,
) -> Rating {
    if let Some(finite) = known.filter(|&known| known != Rating::INFINITE) {
        return finite;
    }
    let mut closed = state.clone();
    if solves(kernel, &mut closed, truth, Whips1) {
        return spb(kernel, state, truth);
    }
    let finned = || RememberedSubsets::finned(kernel, LARGEST);
    let mut strongest = closed.clone();
    if !solves(kernel, &mut strongest, truth, WithBelts(finned())) {
        return Rating::INFINITE;
    }
    let plain = known.unwrap_or_else(|| spb(kernel, &closed, truth));
    if plain != Rating::INFINITE {
        return plain;
    }
    if solves(kernel, &mut closed, truth, finned()) {
        Rating::exact(Ladder::FINNED)
    } else {
        Rating::exact(Ladder::BELTS)
    }
}
