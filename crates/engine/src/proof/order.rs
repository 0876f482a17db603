//! Orders of elimination.
//!
//! W and gW are not confluent: which of several chains comes first may matter
//! for the rest of the path, and a rating may come from an order in which a level
//! is exhausted without going back to shorter chains first, or in which a target
//! waits for others that need it. Where the simplest-first path needs longer
//! chains than the rating, other orders are tried: those nearest to simplest
//! first, then the one that the rating itself learns, then some others.

use super::simplest::Simplest;
use super::special::in_special_order;
use super::walk::walk;
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rating::{ChainRater, Ground, Limits, Move, SubsetsByLevel, trid_path_of};
use crate::rules::{Brt, Theory, Whips1};
use crate::walk::Walk;
use gradus_csp::{Instance, Labels, State};
use gradus_path::{Family, Path, PathEnd, PathStep, PathTheory, Patterns, Special, Strategy};

/// Orders of targets that are tried with each strategy.
const ORDERS: u64 = 8;

/// A path that solves the state with chains up to this length, if one of the
/// orders that are tried has one; simplest first if possible.
pub(super) fn in_some_order<K: Kernel>(
    search: &Simplest<'_, K>,
    puzzle: &dyn Instance,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    if search.theory == PathTheory::OrWhips(Patterns::Tridagons) {
        let limits = Limits {
            max_length,
            budget: search.budget,
            ..Limits::default()
        };
        return trid_path_of(search.kernel, state, search.truth, limits);
    }
    if let PathTheory::Special(special) = search.theory {
        let path = in_special_order(search, special, puzzle, state, max_length);
        return path.or_else(|| by_whips(search, special, puzzle, state, max_length));
    }
    let strategies = [
        Strategy::SimplestFirst,
        Strategy::ByLength,
        Strategy::InTurn,
    ];
    let orders = |strategy| (1..ORDERS).map(move |order| (strategy, TargetOrder(order)));
    let path = |(strategy, order)| {
        let search = Simplest {
            strategy,
            order,
            ..*search
        };
        match strategy {
            Strategy::InTurn => in_turn(&search, state, max_length),
            _ => Some(walk(&search, state, max_length)),
        }
    };
    let solved = |path: &Path| path.end == PathEnd::Solved;
    let simple = strategies.into_iter().map(|s| (s, TargetOrder::default()));
    let others = strategies.into_iter().flat_map(orders);
    let found = simple.filter_map(path).find(solved);
    let found = found.or_else(|| learned(search, state, max_length).filter(solved));
    found.or_else(|| others.filter_map(path).find(solved))
}

/// A path by whips alone, which are part of a theory of forcing whips.
fn by_whips<K: Kernel>(
    search: &Simplest<'_, K>,
    special: Special,
    puzzle: &dyn Instance,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let whips = Simplest {
        theory: PathTheory::Chains(Family::WHIP),
        ..*search
    };
    let path = (special.forks() > 0).then(|| in_some_order(&whips, puzzle, state, max_length))?;
    path.map(|path| Path {
        theory: search.theory,
        ..path
    })
}

/// The path that goes with the order that a rating by whips learns.
fn learned<K: Kernel>(
    search: &Simplest<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    if search.theory.has_subsets() {
        learned_on(search, SubsetsByLevel, state, max_length)
    } else {
        learned_on(search, Whips1, state, max_length)
    }
}

fn learned_on<K: Kernel, G: Ground<K>>(
    search: &Simplest<'_, K>,
    ground: G,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let chain = search.theory.chains().filter(|chain| !chain.braid)?;
    let mut origin = state.clone();
    Brt.close(search.kernel, &mut origin);
    let limits = Limits {
        max_length,
        budget: search.budget,
        ..Limits::default()
    };
    let rater = ChainRater::new(search.kernel, &origin, search.truth, limits).on(ground);
    let moves = rater.solving_order(chain, max_length)?;
    let mut walk = Walk::new(search.kernel, state);
    let mut end = walk.close_singles();
    for step in moves {
        if end.is_some() {
            break;
        }
        end = match step {
            Move::Ground(level) => settle(search, &mut walk, level),
            Move::Chain(target) => {
                let mut chain = search.on_target(&walk.state, target, max_length).ok()??;
                // Other targets of the same chain may have to wait.
                chain.targets = vec![target];
                walk.apply(PathStep::Chain(chain));
                walk.close_singles()
            }
        };
    }
    Some(walk.end(search.theory, end?, Strategy::InTurn))
}

/// A path that takes targets in turn, level by level.
fn in_turn<K: Kernel>(
    search: &Simplest<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let mut walk = Walk::new(search.kernel, state);
    let mut level = 1;
    let mut end = settle(search, &mut walk, level);
    let targets = walk.state.candidates().without(search.truth);
    let targets = search.order.of(search.kernel.model(), &targets);
    let mut turns = targets.iter().cycle();
    let mut in_vain = 0;
    while end.is_none() {
        if in_vain == targets.len() {
            (level, in_vain) = (level + 1, 0);
            if level > max_length {
                return None;
            }
            end = settle(search, &mut walk, level);
            continue;
        }
        let &target = turns.next()?;
        in_vain += 1;
        if !walk.state.is_candidate(target) {
            continue;
        }
        if let Some(chain) = search.on_target(&walk.state, target, level).ok()? {
            walk.apply(PathStep::Chain(chain));
            end = settle(search, &mut walk, level);
            in_vain = 0;
        }
    }
    Some(walk.end(search.theory, end?, Strategy::InTurn))
}

/// Singles, whips\[1\] and Subsets up to the level.
pub(super) fn settle<K: Kernel>(
    search: &Simplest<'_, K>,
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
