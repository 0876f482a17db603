//! The ratings by Subsets: S, by Subsets alone, and W+S (B+S, gW+S, gB+S),
//! where at each level chains and Subsets of that size stand side by side.
//! PBCS 8.5.
//!
//! S, B+S and gB+S are confluent; W+S and gW+S are not: a path gives an upper
//! bound, which is the rating when braids with Subsets do no better.

use super::chains::{Chain, Limits, Rating, Status};
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::subset::{Closure, LARGEST};
use crate::rules::whip::{Found, Whips};

/// The smallest p such that S_p solves the state; infinite if none does.
pub fn s_rating<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Rating {
    let mut state = state.clone();
    let mut closure = Closure::new(kernel);
    let mut solves = |&p: &usize| closure.close(&mut state, p) && state.is_decided();
    (0..=LARGEST)
        .find(|p| solves(p))
        .map_or(Rating::INFINITE, Rating::exact)
}

/// The rating W+S of a state: the smallest n such that whips and Subsets of
/// sizes up to n solve it. `truth` are labels of the solution.
pub fn ws_rating<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    limits: Limits,
) -> Rating {
    SubsetRater::new(kernel, truth, limits).rate(state, Chain::WHIP)
}

/// Rates states by chains and Subsets together.
pub struct SubsetRater<'a, K: Kernel> {
    kernel: &'a K,
    truth: &'a K::Set,
    limits: Limits,
}

/// Where a path came to its end.
struct Path<S> {
    end: End,
    /// The first state and level at which braids went further than whips: from
    /// there on, the order of eliminations may matter.
    dispute: Option<(State<S>, usize)>,
}

enum End {
    /// Solved at this level.
    Solved(usize),
    /// No level solves.
    Never,
    /// Stopped at this level, which is not solved.
    Stopped(usize),
}

/// Whether a target has a chain up to some length, or may have a longer one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    /// Only a braid, where whips are asked for.
    Braid,
    /// Only a braid, and no whip of any length.
    NoWhip,
    NotYet,
    Never,
}

/// From here on it pays to know which targets no chain of any length has.
const LONG: usize = 8;

/// Other orders of elimination that are tried when whips need more than braids.
const ORDERS: u64 = 2;

impl<'a, K: Kernel> SubsetRater<'a, K> {
    /// A rater; `truth` are labels of the solution, which are never targets.
    pub fn new(kernel: &'a K, truth: &'a K::Set, limits: Limits) -> Self {
        SubsetRater {
            kernel,
            truth,
            limits,
        }
    }

    /// The rating of a state by these chains and Subsets: W+S for whips, B+S for
    /// braids, gW+S and gB+S for g-whips and g-braids.
    pub fn rate(&self, state: &State<K::Set>, chain: Chain) -> Rating {
        let mut state = state.clone();
        let mut closure = Closure::new(self.kernel);
        for level in 0..=1 {
            if !closure.close(&mut state, level) {
                return Rating::INFINITE;
            }
            if state.is_decided() {
                return Rating::exact(level);
            }
        }
        let path = self.path(chain, &state, 2, self.limits.max_length, 0);
        match (path.end, path.dispute) {
            (End::Solved(level), None) => Rating::exact(level),
            (End::Stopped(level), None) => Rating::lower(level),
            (End::Never, None) => Rating::INFINITE,
            (end, Some((state, level))) => self.settle(chain, end, &state, level),
        }
    }

    /// The rating where braids went further than whips did on a path: they give
    /// the lower bound, and whips in other orders may reach it.
    fn settle(&self, chain: Chain, end: End, state: &State<K::Set>, level: usize) -> Rating {
        let braids = self.path(chain.braided(), state, level, self.limits.max_length, 0);
        let (goal, known) = match braids.end {
            End::Solved(goal) => (goal, true),
            End::Stopped(goal) => (goal, false),
            End::Never => return Rating::INFINITE,
        };
        let mut best = match end {
            End::Solved(level) => Some(level),
            _ => None,
        };
        for order in 1..=ORDERS {
            if best == Some(goal) {
                break;
            }
            let limit = best.map_or(self.limits.max_length, |best| best - 1);
            if let End::Solved(level) = self.path(chain, state, level, limit, order).end {
                best = Some(level);
            }
        }
        match (best, end) {
            (Some(best), _) if known && best == goal => Rating::exact(best),
            (Some(best), _) => Rating {
                value: Some(best as u8),
                status: Status::Upper,
            },
            (None, End::Never) => Rating::INFINITE,
            (None, _) => Rating::lower(goal),
        }
    }

    /// Goes from level to level, at each taking Subsets before chains and
    /// eliminating all that either can.
    fn path(
        &self,
        chain: Chain,
        state: &State<K::Set>,
        from: usize,
        limit: usize,
        order: u64,
    ) -> Path<K::Set> {
        let mut budget = Budget::new(self.limits.budget);
        let mut level = Level {
            rater: self,
            chain,
            closure: Closure::new(self.kernel),
            state: state.clone(),
            targets: self.targets(state).iter().collect(),
            never: self.kernel.none(),
        };
        if order > 0 {
            let scattered = |target: &Label| (u64::from(target.0) + 1) * (order * 2 + 1) % 1009;
            level.targets.sort_by_key(scattered);
        }
        let mut dispute = None;
        let end = 'levels: {
            for size in from..=limit {
                if size == from.max(LARGEST + 1) && !self.is_solvable(chain, &level.state) {
                    break 'levels End::Never;
                }
                let entry = level.state.clone();
                match level.close(size, &mut budget) {
                    Err(OutOfBudget) => break 'levels End::Stopped(size),
                    Ok(Step::Solved) => break 'levels End::Solved(size),
                    Ok(Step::Never) => break 'levels End::Never,
                    Ok(Step::Stuck { disputed }) => {
                        if disputed && dispute.is_none() {
                            dispute = Some((entry, size));
                        }
                    }
                }
            }
            End::Stopped(limit + 1)
        };
        Path { end, dispute }
    }

    /// Whether braids of any length solve a state together with Subsets of any
    /// size: T&E that has the Subsets in the main state only. Otherwise there is
    /// no end of levels to try.
    fn is_solvable(&self, chain: Chain, state: &State<K::Set>) -> bool {
        let mut state = state.clone();
        let mut closure = Closure::new(self.kernel);
        while closure.close(&mut state, LARGEST) {
            let targets = self.targets(&state);
            let mut refutable = targets.iter().filter(|&target| match chain.groups {
                false => self.is_refutable::<false>(&state, target),
                true => self.is_refutable::<true>(&state, target),
            });
            match refutable.next() {
                Some(target) => state.eliminate(target),
                None => return state.is_decided(),
            }
        }
        false
    }

    fn is_refutable<const GROUPS: bool>(&self, state: &State<K::Set>, target: Label) -> bool {
        Braids::<K, GROUPS>::new(self.kernel, &mut Budget::unlimited()).is_refutable(state, target)
    }

    fn targets(&self, state: &State<K::Set>) -> K::Set {
        state.candidates().without(self.truth)
    }

    /// Whether a target has a chain up to this length. Where there is no braid,
    /// there is no whip.
    fn search<const GROUPS: bool>(
        &self,
        state: &State<K::Set>,
        braid: bool,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        let mut braids = Braids::<K, GROUPS>::new(self.kernel, budget);
        if !braids.exists(state, target, length)? {
            let never = length > LONG && !braids.is_refutable(state, target);
            return Ok(if never { Answer::Never } else { Answer::NotYet });
        }
        if braid {
            return Ok(Answer::Yes);
        }
        let objects = braids.found();
        let mut whips = Whips::<K, GROUPS>::new(self.kernel, budget);
        if let Found::Whip(_) = whips.among(state, target, &objects)? {
            return Ok(Answer::Yes);
        }
        Ok(match whips.shortest(state, target, length)? {
            Found::Whip(_) => Answer::Yes,
            Found::NotUpTo(_) => Answer::Braid,
            Found::Never => Answer::NoWhip,
        })
    }
}

/// A path at one of its levels.
struct Level<'a, K: Kernel> {
    rater: &'a SubsetRater<'a, K>,
    chain: Chain,
    closure: Closure<'a, K>,
    state: State<K::Set>,
    /// The targets in the order in which they are tried.
    targets: Vec<Label>,
    /// Targets that no chain of any length has, as long as the state stays the same.
    never: K::Set,
}

/// How a level ended.
enum Step {
    /// Nothing is left to decide.
    Solved,
    /// Nothing more can be eliminated.
    Stuck {
        /// Braids could eliminate more than whips.
        disputed: bool,
    },
    /// No level eliminates anything.
    Never,
}

impl<K: Kernel> Level<'_, K> {
    /// Eliminates what chains and Subsets up to this size can, until every
    /// target left was tried in vain since the last elimination.
    fn close(&mut self, size: usize, budget: &mut Budget) -> Result<Step, OutOfBudget> {
        let nothing = self.rater.kernel.none();
        if self.apply_subsets(size) {
            return Ok(Step::Solved);
        }
        // Targets of braids but not of whips, in the state as it is, and those
        // that were so in an earlier state: they cost most, and are tried again
        // when nothing else is left to try.
        let mut beyond = nothing.clone();
        let mut stale = nothing.clone();
        let mut next = 0;
        let mut in_vain = 0;
        loop {
            let target = if in_vain < self.targets.len() {
                in_vain += 1;
                next = (next + 1) % self.targets.len();
                let target = self.targets[next];
                if stale.contains(target) {
                    continue;
                }
                target
            } else if let Some(target) = first(&stale) {
                stale.remove(target);
                target
            } else {
                let rest = self.rater.targets(&self.state).without(&self.never);
                return Ok(match rest.is_empty() && size > LARGEST {
                    true => Step::Never,
                    false => Step::Stuck {
                        disputed: !beyond.is_empty(),
                    },
                });
            };
            if !self.state.left.contains(target) || self.never.contains(target) {
                continue;
            }
            let answer = self.search(target, size, budget)?;
            if matches!(answer, Answer::Braid | Answer::NoWhip) {
                beyond.insert(target);
            }
            if matches!(answer, Answer::Never | Answer::NoWhip) {
                self.never.insert(target);
            }
            if answer != Answer::Yes {
                continue;
            }
            self.state.eliminate(target);
            if self.apply_subsets(size) {
                return Ok(Step::Solved);
            }
            in_vain = 0;
            stale.unite(&beyond);
            beyond = nothing.clone();
            self.never = nothing.clone();
        }
    }

    /// Applies Subsets; whether nothing is left to decide.
    fn apply_subsets(&mut self, size: usize) -> bool {
        let before = self.state.left.clone();
        self.closure.close(&mut self.state, size);
        if self.state.left != before {
            self.never = self.rater.kernel.none();
        }
        self.state.is_decided()
    }

    fn search(
        &self,
        target: Label,
        size: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        let (state, braid) = (&self.state, self.chain.braid);
        match self.chain.groups {
            false => self
                .rater
                .search::<false>(state, braid, target, size, budget),
            true => self
                .rater
                .search::<true>(state, braid, target, size, budget),
        }
    }
}

fn first<S: Labels>(set: &S) -> Option<Label> {
    set.iter().next()
}
