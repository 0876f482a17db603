//! The ratings W, B, gW and gB: the smallest length of whips, braids, g-whips
//! or g-braids that solves a puzzle. PBCS 5.5 and 7.5.
//!
//! B and gB are confluent: eliminations may be applied as they are found, and the first level
//! that solves is the rating. W and gW are not: one path gives an upper bound.
//!
//! The requested ratings share one state as long as they can: an elimination of a theory common
//! to all holds for all, and no rating eliminates what the strongest theory cannot. Only when a
//! stronger theory goes further does its rating get a state of its own.
//!
//! Beside the chains, a level has a ground theory: whips\[1\] alone, or Subsets up
//! to the size of the level, which gives the ratings W+S and B+S (PBCS 8.3).

use super::ground::GroundTheory;
use super::request::Limits;
use super::round_robin::RoundRobin;
use super::track::{ChainMember, KnownTargets, RatedChains, Track, TrackSet};
use crate::kernel::Kernel;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::{ChainExists, LONG, find_chain, search, search_braided};
use gradus_csp::{Label, Labels, State};
use gradus_path::Family;
use gradus_path::{Rating, Status};

/// The share of a budget that a path of whips alone may spend. Where it is not
/// enough, four times as much rarely is.
const WHIPS_SHARE: u64 = 4;

/// Rates states for some families of chains, over a ground theory.
pub struct ChainRater<'a, K: Kernel> {
    pub(super) kernel: &'a K,
    truth: &'a K::Set,
    pub(super) limits: Limits,
    pub(super) ground: GroundTheory,
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
            ground: GroundTheory::Whips1,
            origin,
        }
    }

    /// The same rater over another ground theory.
    pub(crate) fn on(self, ground: GroundTheory) -> Self {
        ChainRater { ground, ..self }
    }

    /// Rates a state closed under W₁ that is not solved, but solved by the braids that go with
    /// each requested family (if the ground theory is whips\[1\]).
    pub fn rate(&self, state: &State<K::Set>, chains: &[Family]) -> Vec<(Family, Rating)> {
        self.rate_with_ends(state, chains).ratings
    }

    /// The rating by one family.
    pub(super) fn rate_one(&self, state: &State<K::Set>, chain: Family) -> Rating {
        let rated = self.rate(state, &[chain]).into_iter().next();
        rated.map_or(Rating::INFINITE, |(_, rating)| rating)
    }

    /// The same, with the states that stand at the end of levels.
    pub(super) fn rate_with_ends(
        &self,
        state: &State<K::Set>,
        chains: &[Family],
    ) -> RatedChains<K::Set> {
        let members = chains.iter().copied().map(ChainMember::new).collect();
        let mut run = TrackSet {
            tracks: vec![Track::new(self.kernel, state, members, 2)],
            started: chains.to_vec(),
            findings: Vec::new(),
            ends: Vec::new(),
        };
        while let Some(track) = run.tracks.pop() {
            self.follow(track, &mut run);
        }
        let find = |chain: Family| run.findings.iter().find(|(m, _)| m.chain == chain);
        let settle = |&chain: &Family| {
            let (member, rating) = find(chain)?;
            let rating = match &member.dispute {
                None => *rating,
                Some(dispute) => self.best_order(chain, *rating, find(chain.braided())?.1, dispute),
            };
            Some((chain, rating))
        };
        RatedChains {
            ratings: chains.iter().filter_map(settle).collect(),
            ends: run.ends,
        }
    }

    /// Follows a track until all its members are rated or have tracks of their own.
    fn follow(&self, mut track: Track<K::Set>, run: &mut TrackSet<K::Set>) {
        let mut budget = Budget::new(self.limits.budget);
        if track.members.iter().all(|member| !member.chain.braid) {
            budget.cap(self.limits.budget / WHIPS_SHARE);
        }
        while !track.members.is_empty() {
            let rating = match self.step(&mut track, &mut budget, run) {
                Err(OutOfBudget) => Rating::lower(track.level),
                Ok(LevelEnd::Solved) => Rating::exact(track.level),
                Ok(LevelEnd::Never) => Rating::INFINITE,
                Ok(LevelEnd::TooLong) => Rating::lower(self.limits.max_length + 1),
                Ok(LevelEnd::Stuck { .. }) => {
                    track.level += 1;
                    continue;
                }
            };
            if !matches!(rating.status, Status::Exact) {
                self.leave_behind(&mut track, run);
            }
            let findings = track.members.drain(..).map(|member| (member, rating));
            run.findings.extend(findings);
        }
    }

    /// Closes the state at the track's level, if it is not beyond the limit, and
    /// lets those members go their own way that can do more.
    fn step(
        &self,
        track: &mut Track<K::Set>,
        budget: &mut Budget,
        run: &mut TrackSet<K::Set>,
    ) -> Result<LevelEnd, OutOfBudget> {
        if track.level > LONG && track.members.iter().all(|member| !member.chain.braid) {
            // Long whips and g-whips share little, and each must be able to find
            // that it can go no further.
            let others = track.members.split_off(1);
            let alone = |member| Track::new(self.kernel, &track.state, vec![member], track.level);
            run.tracks.extend(others.into_iter().map(alone));
        }
        let fold = |f: fn(Family, Family) -> Family| {
            let chains = track.members.iter().map(|member| member.chain);
            chains.reduce(f).unwrap_or(Family::WHIP)
        };
        let (common, union) = (fold(Family::common), fold(Family::union));
        if track.level > self.limits.max_length {
            return Ok(LevelEnd::TooLong);
        }
        let mut level = LevelSearch {
            number: track.level,
            common,
            union,
            targets: LevelTargets::new(self.kernel, self.targets(&track.state).iter().collect()),
            linking: None,
        };
        let step = self.close_level(&mut track.state, &mut level, &mut track.known, budget)?;
        if let LevelEnd::Stuck { beyond } = &step {
            self.split(track, common, beyond, budget, run)?;
        }
        Ok(step)
    }

    /// At a level where the common family is at its end, gives tracks of their own to the members
    /// that have more, and marks whips that their braids leave behind.
    fn split(
        &self,
        track: &mut Track<K::Set>,
        common: Family,
        beyond: &[Label],
        budget: &mut Budget,
        run: &mut TrackSet<K::Set>,
    ) -> Result<(), OutOfBudget> {
        let (state, level) = (&track.state, track.level);
        let mut asked: Vec<(Family, bool)> = vec![(common, false)];
        let mut goes_on = |chain: Family| -> Result<bool, OutOfBudget> {
            if let Some((_, answer)) = asked.iter().find(|(family, _)| *family == chain) {
                return Ok(*answer);
            }
            let mut found = beyond.iter().map(|&target| {
                let answer = search(self.kernel, state, chain, target, level, budget);
                answer.map(|answer| answer == ChainExists::Yes)
            });
            let answer = found
                .find(|found| *found != Ok(false))
                .unwrap_or(Ok(false))?;
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
        let alone = |member| Track::new(self.kernel, state, vec![member], level);
        run.tracks.extend(ahead.into_iter().map(alone));
        track.members = stay;
        Ok(())
    }

    /// Where whips end without a solution, braids may continue: another order might have had
    /// whips as well.
    fn leave_behind(&self, track: &mut Track<K::Set>, run: &mut TrackSet<K::Set>) {
        let (state, level) = (&track.state, track.level);
        let alone = |member| Track::new(self.kernel, state, vec![member], level);
        for member in track.members.iter_mut().filter(|m| !m.chain.braid) {
            let braids = member.left_behind(state, level, &mut run.started);
            run.tracks.extend(braids.map(alone));
        }
    }

    /// Applies the common family at a level until every target left has failed since the last
    /// elimination.
    pub(super) fn close_level(
        &self,
        state: &mut State<K::Set>,
        level: &mut LevelSearch<'_, K::Set>,
        known: &mut KnownTargets<K::Set>,
        budget: &mut Budget,
    ) -> Result<LevelEnd, OutOfBudget> {
        self.ground.close(self.kernel, state, level.number);
        if state.is_decided() {
            return Ok(LevelEnd::Solved);
        }
        while let Some(target) = level.targets.next() {
            if known.never.contains(target) || !state.left.contains(target) {
                continue;
            }
            match self.search(state, level, target, known, budget)? {
                ChainExists::Yes => {}
                ChainExists::NotYet => continue,
                ChainExists::Never => {
                    known.never.insert(target);
                    continue;
                }
                answer @ (ChainExists::BraidOnly | ChainExists::BraidForEver) => {
                    level.targets.beyond.insert(target);
                    if answer == ChainExists::BraidForEver && level.common == level.union {
                        known.never.insert(target);
                    }
                    continue;
                }
            }
            state.eliminate(target);
            self.ground.close(self.kernel, state, level.number);
            if state.is_decided() {
                return Ok(LevelEnd::Solved);
            }
            level.targets.restart(self.kernel);
            known.never = self.kernel.none();
        }
        // A ground theory that grows may still do more.
        let grows = level.number < self.ground.last();
        if !grows && level.common == level.union && self.targets(state).within(&known.never) {
            return Ok(LevelEnd::Never);
        }
        let beyond = level.targets.beyond.iter().collect();
        Ok(LevelEnd::Stuck { beyond })
    }

    /// Searches for a chain of the common family on a target, or at least of the union.
    fn search(
        &self,
        state: &State<K::Set>,
        level: &LevelSearch<'_, K::Set>,
        target: Label,
        known: &mut KnownTargets<K::Set>,
        budget: &mut Budget,
    ) -> Result<ChainExists, OutOfBudget> {
        let kernel = self.kernel;
        let (chain, length) = (level.common, level.number);
        if level.linking.is_some() {
            let linking = level.linking;
            let found = find_chain(kernel, state, linking, chain, target, length, budget)?;
            return Ok(ChainExists::of(found));
        }
        let filter = level.union.braided();
        // The search for whips begins with the braids of the same kind.
        if filter == chain.braided() {
            if !chain.braid && known.braided.contains(target) {
                return search_braided(kernel, state, chain.groups, target, length, budget);
            }
            let answer = search(kernel, state, chain, target, length, budget)?;
            if matches!(answer, ChainExists::BraidOnly | ChainExists::BraidForEver) {
                known.braided.insert(target);
            }
            return Ok(answer);
        }
        let answer = search(kernel, state, filter, target, length, budget)?;
        if answer != ChainExists::Yes {
            return Ok(answer);
        }
        let answer = search(kernel, state, chain, target, length, budget)?;
        Ok(match answer {
            ChainExists::Yes => answer,
            _ => ChainExists::BraidOnly,
        })
    }

    pub(super) fn targets(&self, state: &State<K::Set>) -> K::Set {
        state.candidates().without(self.truth)
    }
}

/// A level on its way: what is eliminated by what, and whose turn it is.
pub(super) struct LevelSearch<'a, S> {
    /// The length of the chains.
    pub(super) number: usize,
    /// The family common to all members of the track: its chains are applied.
    pub(super) common: Family,
    /// The union of the families of all members: no member eliminates more than its braids.
    pub(super) union: Family,
    pub(super) targets: LevelTargets<S>,
    /// For loose whips, what may be left-linking.
    pub(super) linking: Option<&'a S>,
}

/// The targets of a level in turn, until all have failed since the last elimination.
pub(super) struct LevelTargets<S> {
    in_turn: RoundRobin,
    /// Targets that only the strongest family has in the current state.
    beyond: S,
    /// Targets that were beyond in an earlier state. They cost most, so they are
    /// tried again only after all others have failed.
    stale: S,
}

impl<S: Labels> LevelTargets<S> {
    pub(super) fn new<K: Kernel<Set = S>>(kernel: &K, order: Vec<Label>) -> Self {
        LevelTargets {
            in_turn: RoundRobin::new(order),
            beyond: kernel.none(),
            stale: kernel.none(),
        }
    }

    /// The next target, or `None` when all have failed.
    fn next(&mut self) -> Option<Label> {
        while let Some(target) = self.in_turn.next() {
            if !self.stale.contains(target) {
                return Some(target);
            }
        }
        let target = self.stale.iter().next()?;
        self.stale.remove(target);
        Some(target)
    }

    /// Gives every target another turn after an elimination.
    fn restart<K: Kernel<Set = S>>(&mut self, kernel: &K) {
        self.in_turn.restart();
        self.stale.unite(&self.beyond);
        self.beyond = kernel.none();
    }
}

/// How a level ended.
pub(super) enum LevelEnd {
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
