//! The ratings W, B, gW and gB: the smallest length of whips, braids, g-whips
//! or g-braids that solves a puzzle. PBCS 5.5 and 7.5.
//!
//! B and gB are confluent: eliminations may be applied as they are found, and
//! the first level that solves is the rating. W and gW are not: one path gives
//! an upper bound.
//!
//! The ratings asked for share one state as long as they can: whatever a theory
//! common to all of them eliminates is eliminated for all, and what the
//! strongest of them cannot eliminate, none can. Only when a stronger theory
//! goes further does its rating get a state of its own.
//!
//! Beside the chains, a level has a ground theory: whips\[1\] alone, or Subsets up
//! to the size of the level, which gives the ratings W+S and B+S (PBCS 8.3).

use super::ground::Ground;
use super::limits::Limits;
use super::track::{Finding, Member, RatedChains, Run, Track};
use crate::kernel::Kernel;
use crate::rules::Whips1;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{Answer, LONG, search, search_braided, search_loose};
use gradus_csp::{Label, Labels, State};
use gradus_path::Family;
use gradus_path::{Rating, Status};

/// The share of a budget that a path of whips alone may spend. Where it is not
/// enough, four times as much rarely is.
const WHIPS_SHARE: u64 = 4;

/// What a path knows of targets.
pub(super) struct Known<S> {
    /// Those that no chain of any length has, as long as the state stays the same.
    never: S,
    /// Those that have a braid up to the length at hand, if the members of the
    /// track differ in nothing else. It stays: braids are stable for confluence.
    braided: S,
}

impl<S: Labels> Known<S> {
    /// Nothing.
    pub(super) fn new<K: Kernel<Set = S>>(kernel: &K) -> Self {
        Known {
            never: kernel.none(),
            braided: kernel.none(),
        }
    }
}

/// Rates states for some families of chains, over a ground theory.
pub struct ChainRater<'a, K: Kernel, G = Whips1> {
    pub(super) kernel: &'a K,
    truth: &'a K::Set,
    pub(super) limits: Limits,
    pub(super) ground: G,
    /// Where all orders begin: closed under BRT.
    pub(super) origin: &'a State<K::Set>,
}

impl<'a, K: Kernel> ChainRater<'a, K> {
    /// A rater over whips\[1\] of states that come from `origin`, a state closed
    /// under BRT; `truth` are labels of the solution, which are never targets.
    pub fn new(
        kernel: &'a K,
        origin: &'a State<K::Set>,
        truth: &'a K::Set,
        limits: Limits,
    ) -> Self {
        ChainRater {
            kernel,
            truth,
            limits,
            ground: Whips1,
            origin,
        }
    }

    /// The same rater over another ground theory.
    pub fn on<G: Ground<K>>(self, ground: G) -> ChainRater<'a, K, G> {
        ChainRater {
            kernel: self.kernel,
            truth: self.truth,
            limits: self.limits,
            ground,
            origin: self.origin,
        }
    }
}

impl<K: Kernel, G: Ground<K>> ChainRater<'_, K, G> {
    /// Rates a state closed under W₁ that is not solved, but solved by the
    /// braids that go with each family asked for (if the ground theory is
    /// whips\[1\]).
    pub fn rate(&self, state: &State<K::Set>, chains: &[Family]) -> Vec<(Family, Rating)> {
        self.rate_with_ends(state, chains).ratings
    }

    /// The same, with the states that stand at the end of levels.
    pub(super) fn rate_with_ends(
        &self,
        state: &State<K::Set>,
        chains: &[Family],
    ) -> RatedChains<K::Set> {
        if chains.is_empty() {
            return RatedChains {
                ratings: Vec::new(),
                ends: Vec::new(),
            };
        }
        let member = |&chain: &Family| Member {
            chain,
            dispute: None,
        };
        let mut run = Run {
            tracks: vec![Track {
                state: state.clone(),
                members: chains.iter().map(member).collect(),
                level: 2,
                known: Known::new(self.kernel),
            }],
            started: chains.to_vec(),
            findings: Vec::new(),
            ends: Vec::new(),
        };
        while let Some(track) = run.tracks.pop() {
            self.follow(track, &mut run);
        }
        let find = |chain: Family| {
            run.findings
                .iter()
                .find(|found| found.member.chain == chain)
        };
        let settle = |&chain: &Family| {
            let finding = find(chain)?;
            let rating = match &finding.member.dispute {
                None => finding.rating,
                Some(dispute) => {
                    let braid = find(chain.braided())?.rating;
                    self.best_order(chain, finding.rating, braid, dispute)
                }
            };
            Some((chain, rating))
        };
        let ratings = chains.iter().filter_map(settle).collect();
        let ends = run.ends;
        RatedChains { ratings, ends }
    }

    /// Follows a track until all its members are rated or have tracks of their own.
    fn follow(&self, mut track: Track<K::Set>, run: &mut Run<K::Set>) {
        let mut budget = Budget::new(self.limits.budget);
        if track.members.iter().all(|member| !member.chain.braid) {
            budget.cap(self.limits.budget / WHIPS_SHARE);
        }
        while !track.members.is_empty() {
            let rating = match self.step(&mut track, &mut budget, run) {
                Err(OutOfBudget) => Rating::lower(track.level),
                Ok(Step::Solved) => Rating::exact(track.level),
                Ok(Step::Never) => Rating::INFINITE,
                Ok(Step::TooLong) => Rating::lower(self.limits.max_length + 1),
                Ok(Step::Stuck { .. }) => {
                    track.level += 1;
                    continue;
                }
            };
            if !matches!(rating.status, Status::Exact) {
                self.leave_behind(&mut track, run);
            }
            let members = track.members.drain(..);
            run.findings
                .extend(members.map(|member| Finding { member, rating }));
        }
    }

    /// Closes the state at the track's level, if it is not beyond the limit, and
    /// lets those members go their own way that can do more.
    fn step(
        &self,
        track: &mut Track<K::Set>,
        budget: &mut Budget,
        run: &mut Run<K::Set>,
    ) -> Result<Step, OutOfBudget> {
        if track.level > LONG && track.members.iter().all(|member| !member.chain.braid) {
            // Long whips and g-whips share little, and each must be able to find
            // that it can go no further.
            let others = track.members.split_off(1);
            run.tracks.extend(others.into_iter().map(|member| Track {
                state: track.state.clone(),
                members: vec![member],
                level: track.level,
                known: Known::new(self.kernel),
            }));
        }
        let fold = |f: fn(Family, Family) -> Family| {
            let chains = track.members.iter().map(|member| member.chain);
            chains.reduce(f).unwrap_or(Family::WHIP)
        };
        let (common, union) = (fold(Family::common), fold(Family::union));
        if track.level > self.limits.max_length {
            return Ok(Step::TooLong);
        }
        let mut level = Level {
            number: track.level,
            common,
            union,
            turns: Turns::new(self.kernel, self.targets(&track.state).iter().collect()),
            linking: None,
        };
        let step = self.close_level(&mut track.state, &mut level, &mut track.known, budget)?;
        if let Step::Stuck { beyond } = &step {
            self.split(track, common, beyond, budget, run)?;
        }
        Ok(step)
    }

    /// At a level where the common family is at its end, gives tracks of their
    /// own to the members that have more, and marks whips that their braids
    /// leave behind.
    fn split(
        &self,
        track: &mut Track<K::Set>,
        common: Family,
        beyond: &[Label],
        budget: &mut Budget,
        run: &mut Run<K::Set>,
    ) -> Result<(), OutOfBudget> {
        let (state, level) = (&track.state, track.level);
        let mut asked: Vec<(Family, bool)> = vec![(common, false)];
        let mut goes_on = |chain: Family| -> Result<bool, OutOfBudget> {
            if let Some((_, answer)) = asked.iter().find(|(family, _)| *family == chain) {
                return Ok(*answer);
            }
            let mut answer = false;
            for &target in beyond {
                if search(self.kernel, state, chain, target, level, budget)? == Answer::Yes {
                    answer = true;
                    break;
                }
            }
            asked.push((chain, answer));
            Ok(answer)
        };
        let mut stay = Vec::new();
        let mut ahead = Vec::new();
        for mut member in track.members.clone() {
            if goes_on(member.chain)? {
                ahead.push(member);
                continue;
            }
            let disputed = member.dispute.is_some();
            if disputed || !member.chain.braid && goes_on(member.chain.braided())? {
                ahead.extend(member.left_behind(state, level, &mut run.started));
            }
            if member.chain.braid {
                run.end(member.chain, level, state);
            }
            stay.push(member);
        }
        run.tracks.extend(ahead.into_iter().map(|member| Track {
            state: state.clone(),
            members: vec![member],
            level,
            known: Known::new(self.kernel),
        }));
        track.members = stay;
        Ok(())
    }

    /// Where whips end without a solution, braids may go on: another order might
    /// have had whips as well.
    fn leave_behind(&self, track: &mut Track<K::Set>, run: &mut Run<K::Set>) {
        let (state, level) = (&track.state, track.level);
        for member in track.members.iter_mut().filter(|m| !m.chain.braid) {
            let braids = member.left_behind(state, level, &mut run.started);
            run.tracks.extend(braids.map(|member| Track {
                state: state.clone(),
                members: vec![member],
                level,
                known: Known::new(self.kernel),
            }));
        }
    }

    /// Eliminates at a level what the common family can, until every target
    /// left was tried in vain since the last elimination.
    pub(super) fn close_level(
        &self,
        state: &mut State<K::Set>,
        level: &mut Level<'_, K::Set>,
        known: &mut Known<K::Set>,
        budget: &mut Budget,
    ) -> Result<Step, OutOfBudget> {
        self.ground.close(self.kernel, state, level.number);
        if state.is_decided() {
            return Ok(Step::Solved);
        }
        while let Some(target) = level.turns.next() {
            if known.never.contains(target) || !state.left.contains(target) {
                continue;
            }
            match self.search(state, level, target, known, budget)? {
                Answer::Yes => {}
                Answer::NotYet => continue,
                Answer::Never => {
                    known.never.insert(target);
                    continue;
                }
                Answer::BraidOnly => {
                    level.turns.beyond.insert(target);
                    continue;
                }
                Answer::BraidForEver => {
                    level.turns.beyond.insert(target);
                    if level.common == level.union {
                        known.never.insert(target);
                    }
                    continue;
                }
            }
            state.eliminate(target);
            self.ground.close(self.kernel, state, level.number);
            if state.is_decided() {
                return Ok(Step::Solved);
            }
            level.turns.begin_again(self.kernel);
            known.never = self.kernel.none();
        }
        // A ground theory that grows may still do more.
        let grows = level.number < self.ground.last();
        if !grows && level.common == level.union && self.targets(state).within(&known.never) {
            return Ok(Step::Never);
        }
        let beyond = level.turns.beyond.iter().collect();
        Ok(Step::Stuck { beyond })
    }

    /// Whether a target has a chain of the common family, or of the union at least.
    fn search(
        &self,
        state: &State<K::Set>,
        level: &Level<'_, K::Set>,
        target: Label,
        known: &mut Known<K::Set>,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        let kernel = self.kernel;
        let (chain, length) = (level.common, level.number);
        if let Some(linking) = level.linking {
            return search_loose(kernel, state, linking, chain, target, length, budget);
        }
        let filter = level.union.braided();
        // The search for whips begins with the braids of the same kind.
        if filter == chain.braided() {
            if !chain.braid && known.braided.contains(target) {
                return search_braided(kernel, state, chain.groups, target, length, budget);
            }
            let answer = search(kernel, state, chain, target, length, budget)?;
            if matches!(answer, Answer::BraidOnly | Answer::BraidForEver) {
                known.braided.insert(target);
            }
            return Ok(answer);
        }
        let answer = search(kernel, state, filter, target, length, budget)?;
        if answer != Answer::Yes {
            return Ok(answer);
        }
        Ok(
            match search(kernel, state, chain, target, length, budget)? {
                Answer::Yes => Answer::Yes,
                _ => Answer::BraidOnly,
            },
        )
    }

    pub(super) fn targets(&self, state: &State<K::Set>) -> K::Set {
        state.candidates().without(self.truth)
    }
}

/// A level on its way: what is eliminated by what, and whose turn it is.
pub(super) struct Level<'a, S> {
    /// The length of the chains.
    pub(super) number: usize,
    /// What all members of the track have: its chains are applied.
    pub(super) common: Family,
    /// What some member has: what its braids cannot eliminate, none can.
    pub(super) union: Family,
    /// Whose turn it is.
    pub(super) turns: Turns<S>,
    /// For loose whips, what may be left-linking.
    pub(super) linking: Option<&'a S>,
}

/// The targets of a level in turn, round and round, until all were tried since
/// the last elimination.
pub(super) struct Turns<S> {
    order: Vec<Label>,
    next: usize,
    /// Targets tried since the last elimination.
    in_vain: usize,
    /// Targets that only the strongest family has, in the state as it is.
    beyond: S,
    /// Targets that were so in an earlier state. They cost most, so that they are
    /// tried again only when nothing else is left to try.
    stale: S,
}

impl<S: Labels> Turns<S> {
    pub(super) fn new<K: Kernel<Set = S>>(kernel: &K, order: Vec<Label>) -> Self {
        Turns {
            order,
            next: 0,
            in_vain: 0,
            beyond: kernel.none(),
            stale: kernel.none(),
        }
    }

    /// The next target; none when all were tried in vain.
    fn next(&mut self) -> Option<Label> {
        while self.in_vain < self.order.len() {
            let target = self.order[self.next];
            self.next = (self.next + 1) % self.order.len();
            self.in_vain += 1;
            if !self.stale.contains(target) {
                return Some(target);
            }
        }
        let target = self.stale.iter().next()?;
        self.stale.remove(target);
        Some(target)
    }

    /// All have their turn again after an elimination.
    fn begin_again<K: Kernel<Set = S>>(&mut self, kernel: &K) {
        self.in_vain = 0;
        self.stale.unite(&self.beyond);
        self.beyond = kernel.none();
    }
}

/// How a level ended.
pub(super) enum Step {
    /// Nothing is left to decide.
    Solved,
    /// Nothing more can be eliminated for all; these targets have patterns of
    /// the strongest family.
    Stuck { beyond: Vec<Label> },
    /// No length eliminates anything.
    Never,
    /// Only chains longer than the limit could eliminate anything.
    TooLong,
}
