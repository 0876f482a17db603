//! Resolution paths by the simplest-first strategy (PBCS 5.5.2): Singles to
//! quiescence, then the simplest rule of a theory, once, and again.
//!
//! One rule at a time keeps every pattern legal in the state in which it is
//! applied, as it must be for whips and g-whips, whose theories are not
//! confluent: eliminations found together may take each other's candidates.

use super::simplest::{Limited, SimplestRule};
use crate::kernel::Kernel;
use crate::rating::{Limits, trid_path};
use crate::walk::Walk;
use gradus_csp::State;
use gradus_path::{Path, PathEnd, PathTheory, Patterns};

/// A path that solves or refutes the state, if the simplest-first strategy finds
/// one within the limits. Labels of `truth` are never targets.
pub fn resolve<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    theory: PathTheory,
    limits: Limits,
) -> Option<Path> {
    let path = follow(kernel, state, truth, theory, limits);
    matches!(path.end, PathEnd::Solved | PathEnd::Contradiction).then_some(path)
}

/// Like [`resolve`], but a path that does not reach an end is returned as far
/// as it goes. The budget is for each step.
pub fn follow<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    theory: PathTheory,
    limits: Limits,
) -> Path {
    if theory == PathTheory::OrWhips(Patterns::Tridagons) {
        return trid_path(kernel, state, truth, limits, 0);
    }
    let search = SimplestRule::new(kernel, truth, theory, limits.budget);
    walk(&search, state, limits.max_length)
}

/// The path of a search from a state.
pub(super) fn walk<K: Kernel>(
    search: &SimplestRule<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Path {
    let mut walk = Walk::new(search.kernel, state);
    let end = loop {
        if let Some(end) = walk.close_singles() {
            break end;
        }
        match search.step(&walk.state, max_length) {
            Ok(Some(step)) => walk.apply(step),
            Ok(None) => break PathEnd::Stuck,
            Err(Limited) => break PathEnd::Stopped,
        }
    };
    walk.end(search.theory, end, search.strategy)
}

/// Singles, whips\[1\] and Subsets up to the level.
pub(super) fn settle<K: Kernel>(
    search: &SimplestRule<'_, K>,
    walk: &mut Walk<'_, K>,
    level: usize,
) -> Option<PathEnd> {
    loop {
        let end = walk.close_singles();
        if end.is_some() {
            return end;
        }
        walk.apply(search.ground(&walk.state, level)?);
    }
}
