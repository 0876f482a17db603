//! Paths in other orders than simplest first.
//!
//! W and gW are not confluent, and a rating may come from an order of
//! eliminations in which a level is exhausted without going back to shorter
//! chains first. Where the simplest-first path needs longer chains than the
//! rating, such orders are tried until one needs no more.

use super::path::{End, Path, PathStep, Walk};
use super::simplest::Simplest;
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;

/// Orders that are tried.
const ORDERS: u64 = 48;

/// A path that solves the state with chains up to this length, in some order of
/// eliminations.
pub fn in_some_order<K: Kernel>(
    search: &Simplest<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    (0..ORDERS).find_map(|order| in_order(search, state, max_length, order))
}

/// A path that takes targets in turn, level by level.
fn in_order<K: Kernel>(
    search: &Simplest<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
    order: u64,
) -> Option<Path> {
    let mut walk = Walk::new(search.kernel, state);
    let mut level = 1;
    let mut end = settle(search, &mut walk, level);
    let targets = walk.state.candidates().without(search.truth);
    let mut targets: Vec<Label> = targets.iter().collect();
    if order > 0 {
        targets.sort_by_key(|target| (u64::from(target.0) + 1) * (order * 2 + 1) % 1009);
    }
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
    Some(walk.end(search.theory, end?)).filter(|path| path.end == End::Solved)
}

/// Singles, whips\[1\] and Subsets up to the level.
fn settle<K: Kernel>(
    search: &Simplest<'_, K>,
    walk: &mut Walk<'_, K>,
    level: usize,
) -> Option<End> {
    loop {
        let end = walk.close_singles();
        if end.is_some() {
            return end;
        }
        walk.apply(search.ground(&walk.state, level)?);
    }
}
