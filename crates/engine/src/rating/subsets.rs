//! The ratings that use Subsets: S, by Subsets alone, and those in which Subsets
//! and chains of the same size stand side by side, such as W+S. PBCS 8.3.

use super::chains::ChainRater;
use super::ground::GroundTheory;
use super::request::Limits;
use crate::kernel::Kernel;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::closure::SubsetClosure;
use crate::rules::family::{ChainExists, search};
use crate::rules::subset::LARGEST;
use crate::rules::{Brt, Theory, Whips1};
use gradus_csp::{Labels, State};
use gradus_path::{Family, Rating};

/// The smallest p such that S_p solves the state.
pub fn s_rating<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Rating {
    let mut state = state.clone();
    let mut closure = SubsetClosure::new(kernel);
    let mut solves = |&p: &usize| closure.close(&mut state, p) && state.is_decided();
    let p = (0..=LARGEST).find(|p| solves(p));
    p.map_or(Rating::INFINITE, Rating::exact)
}

/// A state; `closed` is true if it is known to be closed under g-braids up to a level.
pub(super) struct SubsetStart<S> {
    pub(super) state: State<S>,
    pub(super) closed: bool,
}

/// Returns true if g-braids and Subsets, both up to a level, may solve a state: if not, no chains
/// with Subsets do. All eliminations are applied at once, since braids are stable for confluence.
pub(super) fn g_braids_and_subsets<K: Kernel>(
    kernel: &K,
    start: SubsetStart<K::Set>,
    truth: &K::Set,
    level: usize,
    limits: Limits,
) -> bool {
    let SubsetStart { mut state, closed } = start;
    let known = closed.then(|| state.left.clone());
    let mut closure = SubsetClosure::new(kernel);
    let mut budget = Budget::new(limits.budget);
    loop {
        if !closure.close(&mut state, level) || state.is_decided() {
            return true;
        }
        if known.as_ref() == Some(&state.left) {
            // Subsets do nothing either.
            return false;
        }
        let mut gone = kernel.none();
        for target in state.candidates().without(truth).iter() {
            match search(kernel, &state, Family::GBRAID, target, level, &mut budget) {
                Ok(ChainExists::Yes) => gone.insert(target),
                Ok(_) => {}
                Err(OutOfBudget) => return true,
            }
        }
        if gone.is_empty() {
            return false;
        }
        state.left.subtract(&gone);
    }
}

/// The smallest n such that chains of a family and Subsets, both up to n, solve
/// the state: W+S for whips. Subsets may solve what T&E does not, so that no puzzle
/// is set aside beforehand. Labels of `truth` are never targets.
pub fn with_subsets<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    family: Family,
    limits: Limits,
) -> Rating {
    let mut state = state.clone();
    let mut origin = state.clone();
    for (level, theory) in [&Brt as &dyn Theory<K>, &Whips1].into_iter().enumerate() {
        if !theory.close(kernel, &mut state) {
            return Rating::INFINITE;
        }
        if state.is_decided() {
            return Rating::exact(level);
        }
        if level == 0 {
            origin = state.clone();
        }
    }
    let rater = ChainRater::new(kernel, &origin, truth, limits).on(GroundTheory::Subsets);
    rater.rate_one(&state, family)
}
