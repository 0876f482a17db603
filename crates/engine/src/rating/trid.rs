//! The rating by Subsets, finned fish, whips and OR_k-whips with the relations of
//! anti-tridagons, "SFin + W_n + Trid-OR5W_n", and the counts of anti-tridagons. CSP-Rules
//! manual, 14.8 and 14.20.
//!
//! Such paths are not confluent: one gives an upper bound. It is exact if a stronger theory,
//! which is, does not solve with less.

use super::in_turn::exact_or_upper;
use super::request::Limits;
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::relations::{self, GivenPattern, OrSearch, PatternSource, Tridagons};
use crate::rules::budget::Budget;
use crate::rules::subset::LARGEST;
use crate::rules::{SFin, Theory};
use gradus_csp::State;
use gradus_path::{Path, PathEnd, PathTheory, Patterns, Rating};

/// The highest level that is published; higher ones are not tried.
pub(crate) const HIGHEST: usize = 8;

/// Orders of targets that are tried where the level below a path's is not excluded.
const ORDERS: u64 = 4;

/// Number of anti-tridagons after Subsets and finned fish, and the least number of
/// guardians of one of them.
pub(super) fn tridagons<K: Kernel>(kernel: &K, w1: &State<K::Set>) -> (usize, Option<usize>) {
    let found = relations::count(kernel, &w1.left);
    if found.0 == 0 {
        // Eliminations make no new ones.
        return found;
    }
    let mut state = w1.clone();
    if SFin(LARGEST).close(kernel, &mut state) {
        relations::count(kernel, &state.left)
    } else {
        (0, None)
    }
}

/// The search for paths up to a level, with this order of targets.
fn search<'a, K: Kernel>(
    kernel: &'a K,
    truth: &'a K::Set,
    sources: &'a [&'a dyn PatternSource<K>],
    patterns: Patterns,
    limits: Limits,
    order: u64,
) -> OrSearch<'a, K> {
    OrSearch {
        kernel,
        truth,
        sources,
        theory: PathTheory::OrWhips(patterns),
        max_length: limits.max_length.min(HIGHEST),
        budget: limits.budget,
        order: TargetOrder(order),
    }
}

/// A path up to a level, with this order of targets.
pub(crate) fn trid_path<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    limits: Limits,
    order: u64,
) -> Path {
    let (sources, patterns) = (&[&Tridagons as &dyn PatternSource<K>], Patterns::Tridagons);
    search(kernel, truth, sources, patterns, limits, order).path(state)
}

/// A path with the relations of given patterns beside those of tridagons.
pub(crate) fn path_with<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    patterns: &[GivenPattern],
    limits: Limits,
) -> Path {
    let mut sources: Vec<&dyn PatternSource<K>> = vec![&Tridagons];
    let given = patterns.iter();
    sources.extend(given.map(|pattern| pattern as &dyn PatternSource<K>));
    search(kernel, truth, &sources, Patterns::Given, limits, 0).path(state)
}

/// A path that solves up to a level, in the first order that has one.
pub(crate) fn trid_path_of<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    limits: Limits,
) -> Option<Path> {
    let mut paths = (0..ORDERS).map(|order| trid_path(kernel, state, truth, limits, order));
    paths.find(|path| path.end == PathEnd::Solved)
}

/// The rating of a state closed under whips\[1\] that is not solved by them.
pub(super) fn trid<K: Kernel>(
    kernel: &K,
    w1: &State<K::Set>,
    truth: &K::Set,
    limits: Limits,
) -> Rating {
    let sources: [&dyn PatternSource<K>; 1] = [&Tridagons];
    let excludes = |level: usize| {
        // Singles and whips[1] do not solve the state.
        if level < 2 {
            return true;
        }
        let mut budget = Budget::new(limits.budget);
        let excluded = relations::excludes(kernel, w1, truth, &sources, level, &mut budget);
        excluded.unwrap_or(false)
    };
    let highest = limits.max_length.min(HIGHEST);
    let mut level = highest + 1;
    let mut excluded = false;
    for order in 0..ORDERS {
        let limits = Limits {
            max_length: level - 1,
            ..limits
        };
        let path = trid_path(kernel, w1, truth, limits, order);
        if path.end == PathEnd::Solved {
            level = path.longest;
        }
        excluded = excludes(level - 1);
        if excluded {
            break;
        }
    }
    if level <= highest {
        exact_or_upper(excluded, level)
    } else {
        Rating::lower(level)
    }
}
