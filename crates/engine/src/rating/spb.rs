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

use crate::effort;
use crate::kernel::Kernel;
use crate::rules::budget::OutOfBudget;
use crate::rules::closure::RememberedSubsets;
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Theory, Whips1, WithBelts};
use crate::te::TrialAndError;
use gradus_csp::State;
use gradus_path::{Ladder, Rating};

/// The class of a state; labels of `truth` are not tried.
///
/// Each theory has this many nodes; the class is bounded by the first that needs more.
pub fn spb<K: Kernel>(kernel: &K, state: &State<K::Set>, truth: &K::Set, nodes: u64) -> Rating {
    let run = ClassRun {
        kernel,
        truth,
        nodes,
    };
    let mut closed = state.clone();
    for (p, solved) in [
        run.solves(&mut closed, Brt),
        run.solves(&mut closed, Whips1),
    ]
    .into_iter()
    .enumerate()
    {
        match solved {
            Ok(true) => return Rating::exact(p),
            Ok(false) => {}
            Err(OutOfBudget) => return Rating::lower(p),
        }
    }
    let theory = |p| RememberedSubsets::new(kernel, p);
    // Most puzzles that get here are solved by none: ask that first.
    let strongest = run.solves(&mut closed.clone(), theory(LARGEST));
    if strongest == Ok(false) {
        return Rating::INFINITE;
    }
    for p in 2..LARGEST {
        match run.solves(&mut closed, theory(p)) {
            Ok(true) => return Rating::exact(p),
            Ok(false) => {}
            Err(OutOfBudget) => return Rating::lower(p),
        }
    }
    match strongest {
        Ok(_) => Rating::exact(LARGEST),
        Err(OutOfBudget) => Rating::lower(LARGEST),
    }
}

/// The search for a class.
struct ClassRun<'a, K: Kernel> {
    kernel: &'a K,
    truth: &'a K::Set,
    /// For each theory.
    nodes: u64,
}

impl<K: Kernel> ClassRun<'_, K> {
    /// Whether T&E over a theory solves a state, which is left where it stops.
    fn solves<T: Theory<K>>(
        &self,
        state: &mut State<K::Set>,
        theory: T,
    ) -> Result<bool, OutOfBudget> {
        let trials = TrialAndError::new(theory, 1);
        let close = || trials.close_without(self.kernel, state, self.truth);
        let closed = effort::within(self.nodes, close);
        match closed {
            _ if state.is_decided() => Ok(true),
            closed => closed.map(|_| false),
        }
    }
}

/// The class with finned fish and belts; `known` is the class SpB, if that is known.
pub(super) fn spbx<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    known: Option<Rating>,
    nodes: u64,
) -> Rating {
    if let Some(finite) = known.filter(|&known| known != Rating::INFINITE) {
        return finite;
    }
    let run = ClassRun {
        kernel,
        truth,
        nodes,
    };
    let mut closed = state.clone();
    if run.solves(&mut closed, Whips1) != Ok(false) {
        return spb(kernel, state, truth, nodes);
    }
    let finned = || RememberedSubsets::finned(kernel, LARGEST);
    let strongest = run.solves(&mut closed.clone(), WithBelts(finned()));
    if strongest == Ok(false) {
        return Rating::INFINITE;
    }
    let plain = known.unwrap_or_else(|| spb(kernel, &closed, truth, nodes));
    if plain != Rating::INFINITE {
        return plain;
    }
    match (run.solves(&mut closed, finned()), strongest) {
        (Ok(true), _) => Rating::exact(Ladder::FINNED),
        (Ok(false), Ok(_)) => Rating::exact(Ladder::BELTS),
        (Ok(false), Err(OutOfBudget)) => Rating::lower(Ladder::BELTS),
        (Err(OutOfBudget), _) => Rating::lower(Ladder::FINNED),
    }
}
