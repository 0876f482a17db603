//! Orders of eliminations that learn from their failures.
//!
//! Where an order ends before the solution, some target has a loose whip but no whip:
//! left-linking candidates that it needs are gone. So this target comes before them. Such
//! precedences are learned; the order goes back to where the first of them was broken, and on
//! from there without breaking it. Where the precedences leave nothing to eliminate, one of them
//! was a mistake: it is dropped and not learned again.

use super::chains::ChainRater;
use super::round_robin::RoundRobin;
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{ChainExists, loose_llcs, search};
use gradus_csp::{Label, Labels, State};
use gradus_path::Family;

/// Orders of targets that are tried.
const ORDERS: u64 = 60;

/// Lessons for each of them.
const LESSONS: usize = 40;

/// The next move of an order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrderMove {
    /// All that the ground theory of a level eliminates.
    Ground(usize),
    /// A target that has a whip.
    Chain(Label),
}

/// A move and the state before it.
#[derive(Clone)]
pub(super) struct OrderStage<S> {
    pub(super) before: State<S>,
    level: usize,
    pub(super) step: OrderMove,
}

/// A state on the way, its level, and the moves to it.
pub(super) type OrderPoint<S> = (State<S>, usize, Vec<OrderStage<S>>);

/// A target that must be eliminated before a candidate that its whip needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Precedence {
    pub(super) target: Label,
    pub(super) needs: Label,
}

/// The precedences of a target that is to be eliminated before these.
pub(super) fn precedences(target: Label, needed: Vec<Label>) -> Vec<Precedence> {
    let needed = needed.into_iter();
    needed.map(|needs| Precedence { target, needs }).collect()
}

/// Replaces a state by the next one.
fn advance<S>(
    trail: &mut Vec<OrderStage<S>>,
    state: &mut State<S>,
    after: State<S>,
    level: usize,
    step: OrderMove,
) {
    let before = std::mem::replace(state, after);
    trail.push(OrderStage {
        before,
        level,
        step,
    });
}

/// The search for an order in which whips up to a length solve.
pub(super) struct Learner<'a, K: Kernel> {
    pub(super) rater: &'a ChainRater<'a, K>,
    pub(super) chain: Family,
    pub(super) length: usize,
    pub(super) budget: &'a mut Budget,
    order: TargetOrder,
    pub(super) precedences: Vec<Precedence>,
    mistakes: Vec<Precedence>,
}

impl<'a, K: Kernel> Learner<'a, K> {
    pub(super) fn new(
        rater: &'a ChainRater<'a, K>,
        chain: Family,
        length: usize,
        budget: &'a mut Budget,
    ) -> Self {
        Learner {
            rater,
            chain,
            length,
            budget,
            order: TargetOrder::default(),
            precedences: Vec::new(),
            mistakes: Vec::new(),
        }
    }

    /// The moves of an order that solves, if one is found; `end` is a state in
    /// which an earlier one ended, if any did.
    pub(super) fn learn(
        &mut self,
        end: Option<&State<K::Set>>,
    ) -> Result<Option<Vec<OrderMove>>, OutOfBudget> {
        for order in 0..ORDERS {
            self.forget();
            self.order = TargetOrder(order);
            let first = end.filter(|_| order == 0);
            if let Some(moves) = self.learn_in_order(first)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Begins as if nothing had been learned.
    pub(super) fn forget(&mut self) {
        self.order = TargetOrder::default();
        self.precedences.clear();
        self.mistakes.clear();
    }

    /// Where the first precedence of a lesson was broken: the state before, its
    /// level, and the moves to it.
    pub(super) fn back_to(
        &self,
        trail: &[OrderStage<K::Set>],
        state: &State<K::Set>,
        lesson: &[Precedence],
    ) -> OrderPoint<K::Set> {
        let kept = |state: &State<K::Set>| lesson.iter().all(|l| state.left.contains(l.needs));
        let back = trail.partition_point(|stage| kept(&stage.before));
        // The last stage before which all were there.
        let back = back.saturating_sub(1);
        match trail.get(back) {
            Some(stage) => (stage.before.clone(), stage.level, trail[..back].to_vec()),
            None => (state.clone(), self.length, Vec::new()),
        }
    }

    fn learn_in_order(
        &mut self,
        end: Option<&State<K::Set>>,
    ) -> Result<Option<Vec<OrderMove>>, OutOfBudget> {
        let origin = self.rater.origin;
        let mut trail: Vec<OrderStage<K::Set>> = Vec::new();
        let mut state = origin.clone();
        let mut level = 2;
        if let Some(end) = end {
            let lesson = self.lesson(end)?;
            self.precedences.extend(lesson.into_iter().flatten());
        }
        for _ in 0..LESSONS {
            if self.advance(&mut state, level, &mut trail)? {
                return Ok(Some(trail.iter().map(|stage| stage.step).collect()));
            }
            match self.lesson(&state)? {
                Some(lesson) => {
                    (state, level, trail) = self.back_to(&trail, &state, &lesson);
                    self.precedences.extend(lesson);
                }
                None => {
                    if !self.drop_one(&state)? {
                        return Ok(None);
                    }
                    level = self.length;
                }
            }
        }
        Ok(None)
    }

    /// Eliminates what the precedences allow; true if that solves.
    pub(super) fn advance(
        &mut self,
        state: &mut State<K::Set>,
        from: usize,
        trail: &mut Vec<OrderStage<K::Set>>,
    ) -> Result<bool, OutOfBudget> {
        let kernel = self.rater.kernel;
        for level in from..=self.length {
            if self.settle(state, level, trail) {
                return Ok(true);
            }
            let targets = self.order.of(kernel.model(), &self.rater.targets(state));
            let mut in_turn = RoundRobin::new(targets);
            while let Some(target) = in_turn.next() {
                if !state.left.contains(target) {
                    continue;
                }
                let Some(after) = self.eliminated(state, target) else {
                    continue;
                };
                let answer = search(kernel, state, self.chain, target, level, self.budget)?;
                if answer != ChainExists::Yes {
                    continue;
                }
                advance(trail, state, after, level, OrderMove::Chain(target));
                if self.settle(state, level, trail) {
                    return Ok(true);
                }
                in_turn.restart();
            }
        }
        Ok(false)
    }

    /// Applies what it may of the ground theory; true if that solves.
    fn settle(
        &self,
        state: &mut State<K::Set>,
        level: usize,
        trail: &mut Vec<OrderStage<K::Set>>,
    ) -> bool {
        let kernel = self.rater.kernel;
        let mut closed = state.clone();
        self.rater.ground.close(kernel, &mut closed, level);
        if self.broken(state, &closed).is_none() {
            if closed != *state {
                advance(trail, state, closed, level, OrderMove::Ground(level));
            }
            return state.is_decided();
        }
        // Not all at once: one whip[1] after the other.
        loop {
            let targets = kernel.whip1_targets(&state.left);
            let after = |target| Some((target, self.eliminated(state, target)?));
            let Some((target, after)) = targets.iter().find_map(after) else {
                return state.is_decided();
            };
            advance(trail, state, after, level, OrderMove::Chain(target));
        }
    }

    /// The state without a target, or `None` if that would break a precedence.
    fn eliminated(&self, state: &State<K::Set>, target: Label) -> Option<State<K::Set>> {
        let after = self.without(state, target);
        self.broken(state, &after).is_none().then_some(after)
    }

    fn without(&self, state: &State<K::Set>, target: Label) -> State<K::Set> {
        let mut after = state.clone();
        after.eliminate(target);
        self.rater.kernel.close_singles(&mut after);
        after
    }

    /// A precedence that a change of the state would break.
    fn broken(&self, before: &State<K::Set>, after: &State<K::Set>) -> Option<usize> {
        self.precedences.iter().rposition(|p| {
            after.left.contains(p.target)
                && before.left.contains(p.needs)
                && !after.left.contains(p.needs)
        })
    }

    /// The lesson of a state that is not a solution: a target that has a loose whip, and what
    /// it needed that is gone.
    fn lesson(&mut self, state: &State<K::Set>) -> Result<Option<Vec<Precedence>>, OutOfBudget> {
        let kernel = self.rater.kernel;
        let mut best: Option<Vec<Precedence>> = None;
        let targets = self.order.of(kernel.model(), &self.rater.targets(state));
        for target in targets {
            let mut linking = self.rater.origin.candidates();
            let mistakes = self.mistakes.iter().filter(|m| m.target == target);
            mistakes.for_each(|m| linking.remove(m.needs));
            linking.unite(&state.candidates());
            let gone = self.gone_llcs(state, &linking, target)?.unwrap_or_default();
            let lesson = precedences(target, gone);
            let shorter = best.as_ref().is_none_or(|best| lesson.len() < best.len());
            if !lesson.is_empty() && shorter {
                best = Some(lesson);
            }
            // Every other order takes what comes first, for the sake of variety.
            let enough = |best: &Vec<Precedence>| best.len() == 1 || self.order.0 % 2 == 1;
            if best.as_ref().is_some_and(enough) {
                break;
            }
        }
        Ok(best)
    }

    /// The left-linking candidates of a loose whip on a target that are gone.
    pub(super) fn gone_llcs(
        &mut self,
        state: &State<K::Set>,
        linking: &K::Set,
        target: Label,
    ) -> Result<Option<Vec<Label>>, OutOfBudget> {
        let (kernel, chain, length) = (self.rater.kernel, self.chain, self.length);
        let mut llcs = loose_llcs(kernel, state, linking, chain, target, length, self.budget)?;
        if let Some(llcs) = &mut llcs {
            llcs.retain(|&llc| !state.left.contains(llc));
        }
        Ok(llcs)
    }

    /// Drops a precedence that prevents the application of a whip. Returns false if there is
    /// none.
    fn drop_one(&mut self, state: &State<K::Set>) -> Result<bool, OutOfBudget> {
        let kernel = self.rater.kernel;
        for target in self.rater.targets(state).iter() {
            let Some(index) = self.broken(state, &self.without(state, target)) else {
                continue;
            };
            let answer = search(kernel, state, self.chain, target, self.length, self.budget)?;
            if answer == ChainExists::Yes {
                let mistake = self.precedences.remove(index);
                self.mistakes.push(mistake);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
