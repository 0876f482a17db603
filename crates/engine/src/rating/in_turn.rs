//! Paths of theories that are not confluent and not one of the four families: t-whips, typed
//! whips, forcing whips. The targets are taken in turn, level by level, until all have failed.
//! A path gives an upper bound; what it eliminated, and with what length, is kept, so that it
//! can be shown.
//!
//! Where a path leaves a gap between its length and the excluded lengths, others are tried: one
//! that takes the simplest rule every time, and some with other orders of targets. Each learns
//! from what those before it missed.

use super::round_robin::RoundRobin;
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::ChainExists;
use crate::rules::rounds::{ChainOutlook, refutes};
use crate::rules::survey::Survey;
use crate::rules::{Theory, Whips1};
use gradus_csp::{Label, Labels, State};

/// The rules of a theory beside Singles and whips\[1\].
pub(super) trait LevelRules<K: Kernel> {
    /// Searches for a chain up to a length on a target. Returns `Yes`, `NotYet` or `Never`. A
    /// chain up to a length must also be a braid up to this length.
    fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<ChainExists, OutOfBudget>;

    /// The targets of a pattern up to a length, where no target has a chain.
    fn on_any(
        &self,
        _state: &State<K::Set>,
        _length: usize,
        _budget: &mut Budget,
    ) -> Result<Vec<Label>, OutOfBudget> {
        Ok(Vec::new())
    }

    /// The chains up to a length that a path that ended in a state may have had in another
    /// order.
    fn missed(
        &self,
        _state: &State<K::Set>,
        _length: usize,
        _budget: &mut Budget,
    ) -> Result<Missed, OutOfBudget> {
        Ok(Missed::default())
    }
}

/// The chains that another order may have.
#[derive(Clone, Default, Debug)]
pub(super) struct Missed {
    /// Targets that have no chain, but would have one if certain candidates had not
    /// gone before: they should come first.
    pub(super) targets: Vec<Label>,
    /// These candidates: they should come last.
    pub(super) gone: Vec<Label>,
}

impl Missed {
    /// Adds what another path missed.
    fn learn(&mut self, other: Missed) {
        let add = |mine: &mut Vec<Label>, theirs: Vec<Label>| {
            mine.retain(|label| !theirs.contains(label));
            mine.splice(0..0, theirs);
        };
        add(&mut self.targets, other.targets);
        add(&mut self.gone, other.gone);
    }
}

/// The targets that a path eliminated together, by one pattern up to a length.
#[derive(Clone, Debug)]
pub(crate) struct Eliminated {
    pub(crate) targets: Vec<Label>,
    pub(crate) length: usize,
}

/// How many paths with other orders are tried where one leaves a gap.
const ORDERS: u64 = 12;

/// The number of targets that may fail in turn before all are tested together.
const PATIENCE: usize = 8;

/// A path under way.
#[derive(Clone)]
pub(super) struct InTurnPath<S> {
    pub(super) state: State<S>,
    /// The eliminations, except those by whips\[1\].
    pub(super) eliminated: Vec<Eliminated>,
    /// The order in which the targets are taken.
    order: TargetOrder,
    /// The targets that are tried before all others, after each elimination, and
    /// those that are tried after all others.
    missed: Missed,
}

/// How a level ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closed {
    /// Nothing is left to decide.
    Solved,
    /// Nothing more up to this length.
    Stuck,
    /// No target has a chain of any length.
    Never,
}

impl<S: Labels> InTurnPath<S> {
    pub(super) fn new(state: &State<S>) -> Self {
        InTurnPath {
            state: state.clone(),
            eliminated: Vec::new(),
            order: TargetOrder::default(),
            missed: Missed::default(),
        }
    }

    /// Applies rules up to a length until none applies. Labels of `truth` are
    /// never targets.
    pub(super) fn close<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        truth: &S,
        rules: &impl LevelRules<K>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Closed, OutOfBudget> {
        Whips1.close(kernel, &mut self.state);
        let mut survey = Survey::default();
        loop {
            let targets = self.state.candidates().without(truth);
            let targets = self.order.of(kernel.model(), &targets);
            let mut queue = TargetQueue::new(targets, self.missed.clone());
            let mut never = kernel.none();
            // The targets that rounds do not exclude, once known.
            let mut open: Option<S> = None;
            while let Some(target) = queue.next() {
                if self.state.is_decided() {
                    return Ok(Closed::Solved);
                }
                if !self.state.left.contains(target) {
                    continue;
                }
                if queue.others.failed() > PATIENCE {
                    let open = open.get_or_insert_with(|| {
                        let tried = self.state.candidates().without(truth);
                        survey.refuted(kernel, &self.state, &tried, length)
                    });
                    if !open.contains(target) {
                        continue;
                    }
                }
                match rules.on_target(&self.state, target, length, budget)? {
                    ChainExists::Yes => {
                        self.eliminate(kernel, vec![target], length);
                        never = kernel.none();
                        open = None;
                        queue.restart();
                    }
                    ChainExists::Never | ChainExists::BraidForEver => never.insert(target),
                    ChainExists::NotYet | ChainExists::BraidOnly => {}
                }
            }
            if self.state.is_decided() {
                return Ok(Closed::Solved);
            }
            let together = rules.on_any(&self.state, length, budget)?;
            if together.is_empty() {
                let left = self.state.candidates().without(truth);
                let may_have = |target: Label| match &open {
                    Some(open) if !open.contains(target) => {
                        refutes(kernel, &self.state, target, usize::MAX) == ChainOutlook::Open
                    }
                    _ => !never.contains(target),
                };
                return Ok(if left.iter().any(may_have) {
                    Closed::Stuck
                } else {
                    Closed::Never
                });
            }
            self.eliminate(kernel, together, length);
        }
    }

    /// Applies the simplest rule every time, up to a length, until none applies:
    /// a chain on the first target that has a shortest one, or else a pattern of
    /// the same length.
    fn close_simplest_first<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        truth: &S,
        rules: &impl LevelRules<K>,
        last: usize,
        budget: &mut Budget,
    ) -> Result<Closed, OutOfBudget> {
        let mut survey = Survey::default();
        Whips1.close(kernel, &mut self.state);
        'step: while !self.state.is_decided() {
            let targets = self.state.candidates().without(truth);
            for length in 2..=last {
                let open = survey.refuted(kernel, &self.state, &targets, length);
                for target in self.order.of(kernel.model(), &open) {
                    let answer = rules.on_target(&self.state, target, length, budget)?;
                    if answer == ChainExists::Yes {
                        self.eliminate(kernel, vec![target], length);
                        continue 'step;
                    }
                }
                let together = rules.on_any(&self.state, length, budget)?;
                if !together.is_empty() {
                    self.eliminate(kernel, together, length);
                    continue 'step;
                }
            }
            return Ok(Closed::Stuck);
        }
        Ok(Closed::Solved)
    }

    /// Eliminates targets of chains that are stable for confluence.
    pub(super) fn eliminate_at_once<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        targets: &[Label],
        length: usize,
    ) {
        for &target in targets {
            self.state.eliminate(target);
            let targets = vec![target];
            self.eliminated.push(Eliminated { targets, length });
        }
        Whips1.close(kernel, &mut self.state);
    }

    fn eliminate<K: Kernel<Set = S>>(&mut self, kernel: &K, targets: Vec<Label>, length: usize) {
        for &target in &targets {
            self.state.eliminate(target);
        }
        self.eliminated.push(Eliminated { targets, length });
        Whips1.close(kernel, &mut self.state);
    }
}

/// The targets of a path in turn.
struct TargetQueue {
    /// Targets that come first, and how many of them were tried.
    first: Vec<Label>,
    tried: usize,
    /// The others; `early` of them before those that come last.
    others: RoundRobin,
    early: usize,
}

impl TargetQueue {
    fn new(mut targets: Vec<Label>, missed: Missed) -> Self {
        let late = |target: &Label| missed.gone.contains(target);
        targets.sort_by_key(late);
        TargetQueue {
            early: targets.iter().filter(|target| !late(target)).count(),
            first: missed.targets,
            tried: 0,
            others: RoundRobin::new(targets),
        }
    }

    /// The next target, or `None` when all have failed.
    fn next(&mut self) -> Option<Label> {
        if let Some(&target) = self.first.get(self.tried) {
            self.tried += 1;
            return Some(target);
        }
        self.others.next_in(if self.others.failed() < self.early {
            0..self.early
        } else {
            self.early..self.others.len()
        })
    }

    /// Gives every target another turn after an elimination.
    fn restart(&mut self) {
        self.tried = 0;
        self.others.restart();
    }
}

/// A path by rules up to a length less than `value`, if another order has one: what
/// it eliminates, and the length. Lengths less than `open` are excluded.
pub(super) fn in_other_orders<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    rules: &impl LevelRules<K>,
    (open, mut value): (usize, usize),
    budget: u64,
) -> Option<(usize, Vec<Eliminated>)> {
    let mut best = None;
    let mut learned = Missed::default();
    for number in 0..ORDERS {
        if value == open {
            break;
        }
        let mut budget = Budget::new(budget);
        let mut turns = InTurnPath::new(state);
        turns.order = TargetOrder(number / 2);
        turns.missed = learned.clone();
        let solved = |closed| matches!(closed, Ok(Closed::Solved));
        let found = match number {
            0 => {
                let last = value - 1;
                let end = turns.close_simplest_first(kernel, truth, rules, last, &mut budget);
                let longest = turns.eliminated.iter().map(|step| step.length).max();
                longest.filter(|_| solved(end))
            }
            _ => {
                // Some begin with the shortest patterns, some with all that are allowed.
                let first = if number % 4 == 1 { 2 } else { open };
                let mut close = |length| turns.close(kernel, truth, rules, length, &mut budget);
                (first..value).find(|&length| solved(close(length)))
            }
        };
        if let Some(length) = found {
            value = length;
            best = Some((length, turns.eliminated));
        } else if let Ok(missed) = rules.missed(&turns.state, value - 1, &mut budget) {
            learned.learn(missed);
        }
    }
    best
}
