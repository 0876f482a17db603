//! All orders of whips up to a length, modulo eliminations that commute.
//!
//! A node of this search is a set of precedences: targets that come before candidates which their
//! whips need. An order runs as far as it can without breaking them. Let E be the state in which
//! it is stuck, and take any order that keeps the precedences and solves. Of the candidates of E,
//! it eliminates one first: T, in a state that has all of E and perhaps more. The whip on T there
//! is a loose whip in E, and the left-linking candidates of it that are gone from E come after T.
//! So every solving order keeps the precedences of one of the loose whips in E, and the search
//! branches over these. It goes no further
//! - where T itself must wait for a candidate of E;
//! - where loose whips that keep the precedences do not solve: they are stable for
//!   confluence as well, and do all that whips can.
//!
//! Where no branch is left, no order solves. Which of the eliminations that hurt no
//! precedence comes first does not matter, so that they are never branched over.

use rustc_hash::FxHashMap;

use super::precedence::{Learner, OrderMove, OrderStage, Precedence, precedences};
use crate::kernel::Kernel;
use crate::rules::budget::OutOfBudget;
use crate::rules::family::find_chain;
use gradus_csp::{Label, Labels, State};

/// The known result for the orders that keep some precedences.
#[derive(Clone, Debug)]
pub(super) enum OrdersKnown {
    /// This one solves.
    Solves(Vec<OrderMove>),
    /// None does.
    Excluded,
    /// Not all could be distinguished.
    Unknown,
}

/// Sets of precedences without a solution so far, with true for each that excludes all orders.
type SeenPrecedences = FxHashMap<Vec<Precedence>, bool>;

/// More ways to lose one whip than these are not distinguished.
const WAYS: usize = 64;

impl<K: Kernel> Learner<'_, K> {
    /// Looks at all orders.
    pub(super) fn all_orders(&mut self) -> Result<OrdersKnown, OutOfBudget> {
        self.forget();
        let origin = self.rater.origin.clone();
        self.explore(origin, 2, Vec::new(), &mut SeenPrecedences::default())
    }

    /// Looks at all orders that keep the precedences, from a state on that was
    /// reached by these moves.
    fn explore(
        &mut self,
        mut state: State<K::Set>,
        level: usize,
        mut trail: Vec<OrderStage<K::Set>>,
        seen: &mut SeenPrecedences,
    ) -> Result<OrdersKnown, OutOfBudget> {
        if self.advance(&mut state, level, &mut trail)? {
            let moves = trail.iter().map(|stage| stage.step).collect();
            return Ok(OrdersKnown::Solves(moves));
        }
        if !self.loose_whips_solve(&state)? {
            return Ok(OrdersKnown::Excluded);
        }
        let (lessons, mut complete) = self.lessons(&state)?;
        for lesson in lessons {
            let known = self.precedences.len();
            self.precedences.extend(&lesson);
            let mut key = self.precedences.clone();
            key.sort_unstable();
            key.dedup();
            let excluded = match seen.get(&key) {
                Some(&excluded) => excluded,
                None => {
                    let (state, level, before) = self.back_to(&trail, &state, &lesson);
                    match self.explore(state, level, before, seen)? {
                        OrdersKnown::Solves(moves) => return Ok(OrdersKnown::Solves(moves)),
                        OrdersKnown::Excluded => true,
                        OrdersKnown::Unknown => false,
                    }
                }
            };
            self.precedences.truncate(known);
            seen.insert(key, excluded);
            complete &= excluded;
        }
        Ok(if complete {
            OrdersKnown::Excluded
        } else {
            OrdersKnown::Unknown
        })
    }

    /// The possible first moves of a solving order in a state where this one is stuck: for each
    /// target that has a loose whip, what it must come before. Those that need least come
    /// first. The flag is false if there may be more.
    fn lessons(
        &mut self,
        state: &State<K::Set>,
    ) -> Result<(Vec<Vec<Precedence>>, bool), OutOfBudget> {
        let rater = self.rater;
        // With Subsets, an order is not always as far as it can be.
        let mut complete = rater.ground.last() <= 1;
        let mut lessons = Vec::new();
        for target in rater.targets(state).iter() {
            if self.waits(state, target) {
                continue;
            }
            let mut linking = rater.origin.candidates();
            linking.unite(&state.candidates());
            let mut open = vec![linking];
            let mut ways: Vec<Vec<Precedence>> = Vec::new();
            while let Some(linking) = open.pop() {
                let Some(mut gone) = self.gone_llcs(state, &linking, target)? else {
                    continue;
                };
                gone.sort_unstable();
                // A whip that waits because Singles after it would break a
                // precedence, or too many ways.
                if gone.is_empty() || ways.len() == WAYS {
                    complete = false;
                    break;
                }
                open.extend(gone.iter().map(|&llc| {
                    let mut others = linking.clone();
                    others.remove(llc);
                    others
                }));
                let way = precedences(target, gone);
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
            lessons.extend(ways);
        }
        lessons.sort_by_key(Vec::len);
        Ok((lessons, complete))
    }

    /// Returns true if a target must wait for a candidate that is still there.
    fn waits(&self, state: &State<K::Set>, target: Label) -> bool {
        let mut before = self.precedences.iter().filter(|p| p.needs == target);
        before.any(|p| state.left.contains(p.target))
    }

    /// Returns true if loose whips that keep the precedences solve. A Single that would break
    /// one is not asserted.
    fn loose_whips_solve(&mut self, state: &State<K::Set>) -> Result<bool, OutOfBudget> {
        let rater = self.rater;
        let kernel = rater.kernel;
        let linking = rater.origin.candidates();
        let mut state = state.clone();
        loop {
            self.settle_loosely(&mut state);
            if state.is_decided() {
                return Ok(true);
            }
            let mut found = false;
            for target in rater.targets(&state).iter() {
                if !state.left.contains(target) || self.waits(&state, target) {
                    continue;
                }
                let (linking, chain, length) = (Some(&linking), self.chain, self.length);
                if find_chain(kernel, &state, linking, chain, target, length, self.budget)?.is_ok()
                {
                    state.eliminate(target);
                    self.settle_loosely(&mut state);
                    found = true;
                }
            }
            if !found {
                return Ok(false);
            }
        }
    }

    /// Applies the ground theory and Singles, but to what must wait.
    fn settle_loosely(&self, state: &mut State<K::Set>) {
        let kernel = self.rater.kernel;
        loop {
            let before = state.clone();
            let mut waiting = kernel.none();
            let broken = |p: &&Precedence| state.left.contains(p.target);
            let broken = self.precedences.iter().filter(broken);
            broken.for_each(|p| waiting.insert(p.needs));
            waiting.intersect(&state.left);
            let mut closed = state.clone();
            self.rater.ground.close(kernel, &mut closed, self.length);
            if waiting.within(&closed.left) {
                *state = closed;
            } else {
                let struck = match self.rater.ground.last() {
                    0 | 1 => kernel.whip1_targets(&state.left),
                    // More than can be, for what must wait counts as gone.
                    _ => state.left.without(&closed.left),
                };
                state.left.subtract(&struck.without(&waiting));
                let singles = kernel.scan(&state.left).singles;
                for label in singles.without(&state.values).iter() {
                    let mut kept = waiting.clone();
                    kernel.strike(&mut kept, label);
                    if kept == waiting {
                        kernel.assert(state, label);
                    }
                }
            }
            if *state == before {
                return;
            }
        }
    }
}
