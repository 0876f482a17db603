//! Paths of theories that are not confluent and not one of the four families: t-whips, typed
//! whips, forcing whips. The targets are taken in turn, level by level, until all have failed.
//! A path gives an upper bound; what it eliminated, and with what length, is kept, so that it
//! can be shown.
//!
//! Where a path leaves a gap between its length and the excluded lengths, others are tried: one
//! that takes the simplest rule every time, and some with other orders of targets. Each learns
//! from what those before it missed.

use super::request::Limits;
use super::round_robin::RoundRobin;
use crate::kernel::Kernel;
use crate::order::TargetOrder;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{ChainExists, search};
use crate::rules::forcing::ForcingWhips;
use crate::rules::rounds::{ChainOutlook, refutes};
use crate::rules::survey::Survey;
use crate::rules::t_whip::t_whip;
use crate::rules::typed::some_typed_whip;
use crate::rules::{Theory, Whips1};
use gradus_csp::{Label, Labels, State};
use gradus_path::{Family, Rating};

/// Rates a state closed under whips\[1\] that is not solved by them.
pub(super) struct SpecialRater<'a, K: Kernel> {
    pub(super) kernel: &'a K,
    pub(super) state: &'a State<K::Set>,
    /// The state before whips\[1\]: its candidates may be left-linking in what
    /// some order of eliminations has.
    pub(super) origin: &'a State<K::Set>,
    /// Labels that are known to be true: they are never targets.
    pub(super) truth: &'a K::Set,
    pub(super) limits: Limits,
}

/// A rating and the path that it comes from, as far as that goes.
#[derive(Clone)]
pub(super) struct RatedPath {
    pub(super) rating: Rating,
    pub(super) path: Vec<Eliminated>,
}

impl From<Rating> for RatedPath {
    fn from(rating: Rating) -> RatedPath {
        let path = Vec::new();
        RatedPath { rating, path }
    }
}

/// A value that is exact, or else an upper bound.
pub(super) fn exact_or_upper(exact: bool, value: usize) -> Rating {
    if exact {
        Rating::exact(value)
    } else {
        Rating::upper(value)
    }
}

/// The rules of a theory beside Singles and whips\[1\]. A chain up to a length is also a braid
/// up to this length.
#[derive(Clone, Copy)]
pub(super) enum LevelRules {
    T,
    Typed,
    /// Whips and forcing whips, which start from variables with up to this many candidates.
    Forcing(usize),
}

/// Up to this length forcing whips are whips.
pub(super) const SAME: usize = 2;

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

    /// Eliminates targets of chains that are stable for confluence.
    pub(super) fn eliminate_at_once<K>(&mut self, kernel: &K, targets: &[Label], length: usize)
    where
        K: Kernel<Set = S>,
    {
        for &target in targets {
            self.state.eliminate(target);
            let targets = vec![target];
            self.eliminated.push(Eliminated { targets, length });
        }
        Whips1.close(kernel, &mut self.state);
    }
}

/// The search that leads a path on.
pub(super) struct InTurnSearch<'a, K: Kernel> {
    rater: &'a SpecialRater<'a, K>,
    rules: LevelRules,
    budget: Budget,
    pub(super) path: InTurnPath<K::Set>,
}

impl<'a, K: Kernel> InTurnSearch<'a, K> {
    pub(super) fn new(
        rater: &'a SpecialRater<'a, K>,
        rules: LevelRules,
        nodes: u64,
        path: InTurnPath<K::Set>,
    ) -> Self {
        InTurnSearch {
            rater,
            rules,
            budget: Budget::new(nodes),
            path,
        }
    }

    /// Applies rules up to a length until none applies.
    pub(super) fn close(&mut self, length: usize) -> Result<Closed, OutOfBudget> {
        let (kernel, truth) = (self.rater.kernel, self.rater.truth);
        Whips1.close(kernel, &mut self.path.state);
        let mut survey = Survey::default();
        loop {
            let targets = self.path.state.candidates().without(truth);
            let targets = self.path.order.of(kernel.model(), &targets);
            let mut queue = TargetQueue::new(targets, self.path.missed.clone());
            let mut never = kernel.none();
            // The targets that rounds do not exclude, once known.
            let mut open: Option<K::Set> = None;
            while let Some(target) = queue.next() {
                let state = &self.path.state;
                if state.is_decided() {
                    return Ok(Closed::Solved);
                }
                if !state.left.contains(target) {
                    continue;
                }
                if queue.others.failed() > PATIENCE {
                    let open = open.get_or_insert_with(|| {
                        survey.refuted(kernel, state, &state.candidates().without(truth), length)
                    });
                    if !open.contains(target) {
                        continue;
                    }
                }
                match self.on_target(target, length)? {
                    ChainExists::Yes => {
                        self.eliminate(vec![target], length);
                        never = kernel.none();
                        open = None;
                        queue.restart();
                    }
                    ChainExists::Never | ChainExists::BraidForEver => never.insert(target),
                    ChainExists::NotYet | ChainExists::BraidOnly => {}
                }
            }
            let state = &self.path.state;
            if state.is_decided() {
                return Ok(Closed::Solved);
            }
            let together = self
                .rater
                .on_any(self.rules, state, length, &mut self.budget)?;
            if together.is_empty() {
                let may_have = |target: Label| match &open {
                    Some(open) if !open.contains(target) => {
                        refutes(kernel, state, target, usize::MAX) == ChainOutlook::Open
                    }
                    _ => !never.contains(target),
                };
                let left = state.candidates().without(truth);
                return Ok(if left.iter().any(may_have) {
                    Closed::Stuck
                } else {
                    Closed::Never
                });
            }
            self.eliminate(together, length);
        }
    }

    /// Applies the simplest rule every time, up to a length, until none applies: a chain on the
    /// first target that has a shortest one, or else a pattern of the same length.
    fn close_simplest_first(&mut self, last: usize) -> Result<Closed, OutOfBudget> {
        let kernel = self.rater.kernel;
        let mut survey = Survey::default();
        Whips1.close(kernel, &mut self.path.state);
        'step: while !self.path.state.is_decided() {
            let targets = self.path.state.candidates().without(self.rater.truth);
            for length in 2..=last {
                let open = survey.refuted(kernel, &self.path.state, &targets, length);
                for target in self.path.order.of(kernel.model(), &open) {
                    if self.on_target(target, length)? == ChainExists::Yes {
                        self.eliminate(vec![target], length);
                        continue 'step;
                    }
                }
                let state = &self.path.state;
                let together = self
                    .rater
                    .on_any(self.rules, state, length, &mut self.budget)?;
                if !together.is_empty() {
                    self.eliminate(together, length);
                    continue 'step;
                }
            }
            return Ok(Closed::Stuck);
        }
        Ok(Closed::Solved)
    }

    fn eliminate(&mut self, targets: Vec<Label>, length: usize) {
        for &target in &targets {
            self.path.state.eliminate(target);
        }
        self.path.eliminated.push(Eliminated { targets, length });
        Whips1.close(self.rater.kernel, &mut self.path.state);
    }

    /// Searches for a chain up to a length on a target. Returns `Yes`, `NotYet` or `Never`.
    fn on_target(&mut self, target: Label, length: usize) -> Result<ChainExists, OutOfBudget> {
        let (kernel, state, budget) = (self.rater.kernel, &self.path.state, &mut self.budget);
        let (found, longer) = match self.rules {
            LevelRules::T => {
                // Rounds have all that a chain has, and are quicker to ask.
                match refutes(kernel, state, target, length) {
                    ChainOutlook::Open => {}
                    ChainOutlook::TooFar => return Ok(ChainExists::NotYet),
                    ChainOutlook::Closed => return Ok(ChainExists::Never),
                }
                budget.spend(1)?;
                t_whip(kernel, state, target, length, true)
            }
            LevelRules::Typed => some_typed_whip(kernel, state, None, target, length, budget)?,
            LevelRules::Forcing(_) => {
                return search(kernel, state, Family::WHIP, target, length, budget);
            }
        };
        Ok(ChainExists::new(found.is_some(), longer))
    }

    /// The chains up to a length that the path may have had in another order.
    fn missed(&mut self, length: usize) -> Result<Missed, OutOfBudget> {
        let (rater, state, mut missed) = (self.rater, &self.path.state, Missed::default());
        if !matches!(self.rules, LevelRules::Typed) {
            return Ok(missed);
        }
        let linking = rater.origin.candidates();
        for target in state.candidates().without(rater.truth).iter() {
            let (kernel, budget) = (rater.kernel, &mut self.budget);
            let found = some_typed_whip(kernel, state, Some(&linking), target, length, budget)?;
            let (Some(whip), _) = found else { continue };
            missed.targets.push(target);
            let llcs = whip.links.iter().map(|link| link.llc);
            let gone = llcs.filter(|&llc| !state.left.contains(llc));
            missed.gone.extend(gone);
        }
        Ok(missed)
    }
}

impl<K: Kernel> SpecialRater<'_, K> {
    /// The targets of a pattern up to a length, where no target has a chain.
    pub(super) fn on_any(
        &self,
        rules: LevelRules,
        state: &State<K::Set>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Label>, OutOfBudget> {
        let LevelRules::Forcing(forks) = rules else {
            return Ok(Vec::new());
        };
        let mut forcing = ForcingWhips::new(self.kernel, state, self.truth, forks);
        let mut lengths = SAME + 1..=length;
        let found = lengths.find_map(|length| forcing.find(length, None, budget).transpose());
        Ok(found
            .transpose()?
            .map(|found| found.targets)
            .unwrap_or_default())
    }

    /// A path by rules up to a length less than `value`, if another order has one: what
    /// it eliminates, and the length. Lengths less than `open` are excluded.
    pub(super) fn in_other_orders(
        &self,
        rules: LevelRules,
        (open, mut value): (usize, usize),
    ) -> Option<(usize, Vec<Eliminated>)> {
        let mut best = None;
        let mut learned = Missed::default();
        for number in 0..ORDERS {
            if value == open {
                break;
            }
            let path = InTurnPath {
                order: TargetOrder(number / 2),
                missed: learned.clone(),
                ..InTurnPath::new(self.state)
            };
            let mut turns = InTurnSearch::new(self, rules, self.limits.budget, path);
            let solved = |closed| matches!(closed, Ok(Closed::Solved));
            let found = match number {
                0 => {
                    let end = turns.close_simplest_first(value - 1);
                    let lengths = turns.path.eliminated.iter().map(|step| step.length);
                    lengths.max().filter(|_| solved(end))
                }
                _ => {
                    // Some begin with the shortest patterns, some with all that are allowed.
                    let first = if number % 4 == 1 { 2 } else { open };
                    (first..value).find(|&length| solved(turns.close(length)))
                }
            };
            if let Some(length) = found {
                value = length;
                best = Some((length, turns.path.eliminated));
            } else if let Ok(missed) = turns.missed(value - 1) {
                learned.learn(missed);
            }
        }
        best
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
