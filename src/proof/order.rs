//! Orders of elimination.
//!
//! W and gW are not confluent: which of several chains comes first may matter
//! for the rest of the path, and a rating may come from an order in which a level
//! is exhausted without going back to shorter chains first. Where the
//! simplest-first path needs longer chains than the rating, other orders are
//! tried, those nearest to simplest first before the others.

use super::path::{End, Path, PathStep, Walk, walk};
use super::simplest::Simplest;
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;

/// Orders of targets that are tried with each strategy.
const ORDERS: u64 = 32;

/// Which of the rules that apply comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The shortest, and of these the simplest kind (PBCS 5.5.2).
    SimplestFirst,
    /// The shortest, of whatever kind.
    ByLength,
    /// Any up to the length reached, the targets in turn.
    InTurn,
}

/// An order of targets; 0 is that of the labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Order(pub u64);

impl Order {
    /// The labels of a set in this order.
    pub fn of<S: Labels>(self, labels: &S) -> Vec<Label> {
        let mut labels: Vec<Label> = labels.iter().collect();
        self.sort(&mut labels);
        labels
    }

    /// Puts labels in this order.
    pub fn sort(self, labels: &mut [Label]) {
        labels.sort_unstable_by_key(|label| {
            let place = u64::from(label.0) + 1;
            // A prime beyond all labels makes every multiple another order.
            (place * (self.0 * 2 + 1) % 1009, label.0)
        });
    }
}

/// A path that solves the state with chains up to this length, if one of the
/// orders that are tried has one; simplest first if possible.
pub fn in_some_order<K: Kernel>(
    search: &Simplest<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Option<Path> {
    let strategies = [
        Strategy::SimplestFirst,
        Strategy::ByLength,
        Strategy::InTurn,
    ];
    let orders = |strategy| (0..ORDERS).map(move |order| (strategy, Order(order)));
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
    let mut paths = strategies.into_iter().flat_map(orders).filter_map(path);
    paths.find(|path| path.end == End::Solved)
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
    let targets = search.order.of(&targets);
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
