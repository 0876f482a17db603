//! Orders of elimination.
//!
//! W and gW are not confluent: which of several chains comes first may matter for the rest of the
//! path, and a rating may come from an order in which a level is exhausted without going back to
//! shorter chains first, or in which a target waits for others that need it. Where the
//! simplest-first path needs longer chains than the rating, other orders are tried: those nearest
//! to simplest first, then the one that the rating itself learns, then some others.

use super::simplest::SimplestRule;
use super::special::in_special_order;
use super::walk::{settle, walk};
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rating::{ChainRater, GroundTheory, OrderMove, RoundRobin, trid_path_of};
use crate::rules::{Brt, Theory};
use crate::walk::Walk;
use gradus_csp::{Instance, State};
use gradus_path::{Path, PathEnd, PathStep, PathTheory, Patterns, Strategy};

/// Orders of targets that are tried with each strategy.
const ORDERS: u64 = 8;

/// A path that solves the state with chains up to this length, if one of the
/// orders that are tried has one; simplest first if possible.
pub(super) fn in_some_order<K: Kernel>(
    search: &SimplestRule<'_, K>,
    puzzle: &dyn Instance,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    if search.theory == PathTheory::OrWhips(Patterns::Tridagons) {
        return trid_path_of(
            search.kernel,
            state,
            search.truth,
            search.limits(max_length),
        );
    }
    if let PathTheory::Special(special) = search.theory {
        let path = in_special_order(search, special, puzzle, state, max_length);
        // Whips alone are part of a theory of forcing whips.
        return path.or_else(|| {
            let by_whips = || in_some_order(&search.whips(), puzzle, state, max_length);
            let path = (special.forks() > 0).then(by_whips)??;
            let theory = search.theory;
            Some(Path { theory, ..path })
        });
    }
    let strategies = [
        Strategy::SimplestFirst,
        Strategy::ByLength,
        Strategy::InTurn,
    ];
    let orders = |strategy| (1..ORDERS).map(move |order| (strategy, TargetOrder(order)));
    let path = |(strategy, order)| {
        let search = SimplestRule {
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

/// The path that goes with the order that a rating by whips learns.
fn learned<K: Kernel>(
    search: &SimplestRule<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let ground = if search.theory.has_subsets() {
        GroundTheory::Subsets
    } else {
        GroundTheory::Whips1
    };
    let chain = search.theory.chains().filter(|chain| !chain.braid)?;
    let mut origin = state.clone();
    Brt.close(search.kernel, &mut origin);
    let limits = search.limits(max_length);
    let rater = ChainRater::new(search.kernel, &origin, search.truth, limits).on(ground);
    let moves = rater.solving_order(chain, max_length)?;
    let mut walk = Walk::new(search.kernel, state);
    let mut end = walk.close_singles();
    for step in moves {
        if end.is_some() {
            break;
        }
        end = match step {
            OrderMove::Ground(level) => settle(search, &mut walk, level),
            OrderMove::Chain(target) => {
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
    search: &SimplestRule<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let mut walk = Walk::new(search.kernel, state);
    let mut level = 1;
    let mut end = settle(search, &mut walk, level);
    let mut turns = RoundRobin::new(search.targets(&walk.state));
    while end.is_none() {
        let Some(target) = turns.next() else {
            level += 1;
            if level > max_length {
                return None;
            }
            turns.restart();
            end = settle(search, &mut walk, level);
            continue;
        };
        if !walk.state.is_candidate(target) {
            continue;
        }
        if let Some(chain) = search.on_target(&walk.state, target, level).ok()? {
            walk.apply(PathStep::Chain(chain));
            end = settle(search, &mut walk, level);
            turns.restart();
        }
    }
    Some(walk.end(search.theory, end?, Strategy::InTurn))
}
