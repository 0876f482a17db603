//! The class SpB with finned fish and belts, as in the last two columns of PBCS
//! table 9.1: SpB where that is finite, 5 if T&E over Subsets and finned fish
//! solves, 6 if T&E over these and x2y2-belts does. PBCS 9.6 and 13.
//!
//! The theories are nested, and few puzzles that SpB leaves are solved by none:
//! the strongest is asked first all the same, as it settles those.

use super::spb::{solves, spb};
use crate::kernel::Kernel;
use crate::rules::closure::RememberedSubsets;
use crate::rules::subset::LARGEST;
use crate::rules::{Whips1, WithBelts};
use gradus_csp::State;
use gradus_path::{Ladder, Rating};

/// The class of a state; labels of `truth` are not tried. `known` is the class
/// SpB, if that is known.
pub fn spbx<K: Kernel>(
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
