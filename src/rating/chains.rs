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

use serde::Serialize;

use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::whip::{Found, Whips};
use crate::rules::{Theory, Whips1};

/// A family of chains: continuous (whips) or not (braids), with g-candidates or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Chain {
    /// Braids, not only whips.
    pub braid: bool,
    /// Right-linking g-candidates allowed.
    pub groups: bool,
}

impl Chain {
    /// Whips, rating W.
    pub const WHIP: Chain = Chain {
        braid: false,
        groups: false,
    };
    /// Braids, rating B.
    pub const BRAID: Chain = Chain {
        braid: true,
        groups: false,
    };
    /// g-whips, rating gW.
    pub const GWHIP: Chain = Chain {
        braid: false,
        groups: true,
    };
    /// g-braids, rating gB.
    pub const GBRAID: Chain = Chain {
        braid: true,
        groups: true,
    };

    /// The braids that go with these chains.
    pub fn braided(self) -> Chain {
        Chain {
            braid: true,
            ..self
        }
    }

    /// The strongest family that is part of both.
    fn common(self, other: Chain) -> Chain {
        Chain {
            braid: self.braid && other.braid,
            groups: self.groups && other.groups,
        }
    }

    /// The weakest family that has both.
    fn union(self, other: Chain) -> Chain {
        Chain {
            braid: self.braid || other.braid,
            groups: self.groups || other.groups,
        }
    }
}

/// How far a rating is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The value is the rating.
    Exact,
    /// A path with chains up to this length exists; a shorter one is not excluded.
    Upper,
    /// The search was stopped; the rating is at least the value.
    Lower,
    /// No length solves.
    Infinite,
    /// The class is not defined for a puzzle of this T&E depth.
    #[serde(rename = "not applicable")]
    NotApplicable,
}

/// A rating and how far it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The value; none when infinite or not applicable.
    pub value: Option<u8>,
    /// How far it is known.
    pub status: Status,
}

impl Rating {
    /// No length solves.
    pub const INFINITE: Rating = Rating {
        value: None,
        status: Status::Infinite,
    };

    /// Not defined for a puzzle of this T&E depth.
    pub const NOT_APPLICABLE: Rating = Rating {
        value: None,
        status: Status::NotApplicable,
    };

    /// The rating is this.
    pub fn exact(value: usize) -> Rating {
        Rating {
            value: Some(value as u8),
            status: Status::Exact,
        }
    }

    /// The rating is at least this.
    pub fn lower(value: usize) -> Rating {
        Rating {
            value: Some(value as u8),
            status: Status::Lower,
        }
    }
}

/// Limits of the search for one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longer chains are not tried.
    pub max_length: usize,
    /// Search nodes for each rating.
    pub budget: u64,
}

impl Default for Limits {
    /// The lengths that the author's own program knows, and some seconds of
    /// search: enough for all but a handful of known puzzles.
    fn default() -> Self {
        Limits {
            max_length: 36,
            budget: 2_000_000,
        }
    }
}

/// Ratings that still have one state in common.
struct Track<S> {
    state: State<S>,
    members: Vec<Member<S>>,
    level: usize,
    /// Targets that no whip of any length has, as long as the state stays the same.
    never: S,
}

/// A rating on its way.
#[derive(Clone)]
struct Member<S> {
    chain: Chain,
    /// The first state and level at which braids went further than its whips:
    /// from there on, the order of eliminations may matter.
    dispute: Option<(State<S>, usize)>,
}

/// What a track found for one of its members.
struct Finding<S> {
    member: Member<S>,
    rating: Rating,
}

/// Rates states for some families of chains.
pub struct ChainRater<'a, K: Kernel> {
    kernel: &'a K,
    truth: &'a K::Set,
    limits: Limits,
}

impl<'a, K: Kernel> ChainRater<'a, K> {
    /// A rater; `truth` are labels of the solution, which are never targets.
    pub fn new(kernel: &'a K, truth: &'a K::Set, limits: Limits) -> Self {
        ChainRater {
            kernel,
            truth,
            limits,
        }
    }

    /// Rates a state closed under W₁ that is not solved, but solved by the
    /// braids that go with each family asked for.
    pub fn rate(&self, state: &State<K::Set>, chains: &[Chain]) -> Vec<(Chain, Rating)> {
        if chains.is_empty() {
            return Vec::new();
        }
        let member = |&chain: &Chain| Member {
            chain,
            dispute: None,
        };
        let mut run = Run {
            tracks: vec![Track {
                state: state.clone(),
                members: chains.iter().map(member).collect(),
                level: 2,
                never: self.kernel.none(),
            }],
            started: chains.to_vec(),
            findings: Vec::new(),
        };
        while let Some(track) = run.tracks.pop() {
            self.follow(track, &mut run);
        }
        let find = |chain: Chain| {
            run.findings
                .iter()
                .find(|found| found.member.chain == chain)
        };
        let settle = |&chain: &Chain| {
            let finding = find(chain)?;
            let rating = match &finding.member.dispute {
                None => finding.rating,
                Some((state, level)) => {
                    let braid = find(chain.braided())?.rating;
                    self.better_order(chain, finding.rating, braid, state, *level)
                }
            };
            Some((chain, rating))
        };
        chains.iter().filter_map(settle).collect()
    }

    /// Follows a track until all its members are rated or have tracks of their own.
    fn follow(&self, mut track: Track<K::Set>, run: &mut Run<K::Set>) {
        let mut budget = Budget::new(self.limits.budget);
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
        let fold = |f: fn(Chain, Chain) -> Chain| {
            let chains = track.members.iter().map(|member| member.chain);
            chains.reduce(f).unwrap_or(Chain::WHIP)
        };
        let (common, union) = (fold(Chain::common), fold(Chain::union));
        if track.level > self.limits.max_length {
            return Ok(Step::TooLong);
        }
        let entry = track.state.clone();
        let targets: Vec<Label> = self.targets(&entry).iter().collect();
        let Track {
            state,
            level,
            never,
            ..
        } = track;
        let step = self.close_level(state, &targets, common, union, *level, never, budget)?;
        if let Step::Stuck { beyond } = &step {
            self.split(track, &entry, beyond, budget, run)?;
        }
        Ok(step)
    }

    /// At a level where the common family is at its end, gives tracks of their
    /// own to the members that have more, and marks whips that their braids
    /// leave behind.
    fn split(
        &self,
        track: &mut Track<K::Set>,
        entry: &State<K::Set>,
        beyond: &[Label],
        budget: &mut Budget,
        run: &mut Run<K::Set>,
    ) -> Result<(), OutOfBudget> {
        let (state, level) = (&track.state, track.level);
        let mut goes_on = |chain: Chain| -> Result<bool, OutOfBudget> {
            for &target in beyond {
                if self.exists(state, chain, target, level, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let mut stay = Vec::new();
        let mut ahead = Vec::new();
        for mut member in track.members.clone() {
            let braided = member.chain.braided();
            if !member.chain.braid && member.dispute.is_none() && goes_on(braided)? {
                member.dispute = Some((entry.clone(), level));
                // The rating of the braids tells whether another order could do
                // better, even if it was not asked for.
                if !run.started.contains(&braided) {
                    run.started.push(braided);
                    ahead.push(Member {
                        chain: braided,
                        dispute: None,
                    });
                }
            }
            match goes_on(member.chain)? {
                true => ahead.push(member),
                false => stay.push(member),
            }
        }
        run.tracks.extend(ahead.into_iter().map(|member| Track {
            state: state.clone(),
            members: vec![member],
            level,
            never: self.kernel.none(),
        }));
        track.members = stay;
        Ok(())
    }

    /// Eliminates at a level what the common family can, until every target
    /// left was tried in vain since the last elimination.
    #[allow(clippy::too_many_arguments)]
    fn close_level(
        &self,
        state: &mut State<K::Set>,
        targets: &[Label],
        common: Chain,
        union: Chain,
        level: usize,
        never: &mut K::Set,
        budget: &mut Budget,
    ) -> Result<Step, OutOfBudget> {
        let filter = union.braided();
        // Targets of the strongest family only, in the state as it is, and
        // those that were so in an earlier state: they cost most, and are tried
        // again when nothing else is left to try.
        let mut beyond = self.kernel.none();
        let mut stale = self.kernel.none();
        let mut in_vain = 0;
        let mut order = targets.iter().cycle();
        loop {
            let retry = in_vain == targets.len();
            let next = if retry {
                stale.iter().next()
            } else {
                order.next().copied()
            };
            let Some(target) = next else {
                let open = !union.braid && self.targets(state).without(never).is_empty();
                let beyond = beyond.iter().collect();
                return Ok(if open {
                    Step::Never
                } else {
                    Step::Stuck { beyond }
                });
            };
            if retry {
                stale.remove(target);
            } else {
                in_vain += 1;
            }
            let skip = stale.contains(target) || never.contains(target);
            if skip || !state.left.contains(target) {
                continue;
            }
            let mut answer = self.search(state, filter, target, level, budget)?;
            if answer == Answer::Yes && common != filter {
                answer = self.search(state, common, target, level, budget)?;
                if answer != Answer::Yes {
                    beyond.insert(target);
                }
            }
            match answer {
                Answer::Yes => {}
                Answer::Never if !union.braid => {
                    never.insert(target);
                    continue;
                }
                _ => continue,
            }
            state.eliminate(target);
            Whips1.close(self.kernel, state);
            if state.is_decided() {
                return Ok(Step::Solved);
            }
            in_vain = 0;
            stale.unite(&beyond);
            beyond = self.kernel.none();
            *never = self.kernel.none();
        }
    }

    fn targets(&self, state: &State<K::Set>) -> K::Set {
        state.candidates().without(self.truth)
    }

    /// Looks for a shorter whip path than the one found, by other orders of
    /// eliminations from where braids first went further.
    fn better_order(
        &self,
        chain: Chain,
        found: Rating,
        braid: Rating,
        state: &State<K::Set>,
        level: usize,
    ) -> Rating {
        let infinite = usize::MAX;
        let goal = braid.value.map_or(level, usize::from);
        let mut best = match found.status {
            Status::Infinite | Status::Lower => infinite,
            _ => found.value.map_or(infinite, usize::from),
        };
        let mut budget = Budget::new(self.limits.budget);
        for order in 1..=ORDERS {
            if best <= goal {
                break;
            }
            let limit = (best - 1).min(self.limits.max_length);
            if let Ok(Some(length)) = self.path(chain, state, level, limit, order, &mut budget) {
                best = length;
            }
        }
        match best {
            _ if best == infinite && found.status == Status::Infinite => found,
            _ if best == infinite => Rating::lower(goal),
            _ if best == goal && braid.status == Status::Exact => Rating::exact(best),
            _ => Rating {
                value: Some(best as u8),
                status: Status::Upper,
            },
        }
    }

    /// The longest whip of a path that takes the targets in some order, if it
    /// solves the state with whips up to `limit`.
    fn path(
        &self,
        chain: Chain,
        state: &State<K::Set>,
        level: usize,
        limit: usize,
        order: u64,
        budget: &mut Budget,
    ) -> Result<Option<usize>, OutOfBudget> {
        let mut state = state.clone();
        let mut targets: Vec<Label> = self.targets(&state).iter().collect();
        targets.sort_by_key(|target| (u64::from(target.0) + 1).wrapping_mul(order * 2 + 1) % 1009);
        let mut level = level;
        let mut never = self.kernel.none();
        while level <= limit {
            match self.close_level(
                &mut state, &targets, chain, chain, level, &mut never, budget,
            )? {
                Step::Solved => return Ok(Some(level)),
                Step::Never => return Ok(None),
                _ => level += 1,
            }
        }
        Ok(None)
    }

    /// Whether a family has a chain up to this length on the target.
    fn exists(
        &self,
        state: &State<K::Set>,
        chain: Chain,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        Ok(self.search(state, chain, target, length, budget)? == Answer::Yes)
    }

    fn search(
        &self,
        state: &State<K::Set>,
        chain: Chain,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        match chain.groups {
            false => self.search_in::<false>(state, chain.braid, target, length, budget),
            true => self.search_in::<true>(state, chain.braid, target, length, budget),
        }
    }

    fn search_in<const GROUPS: bool>(
        &self,
        state: &State<K::Set>,
        braid: bool,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget> {
        let mut braids = Braids::<K, GROUPS>::new(self.kernel, budget);
        if !braids.exists(state, target, length)? {
            // Worth knowing only where long chains are at stake.
            let never = length > LONG && !braids.is_refutable(state, target);
            return Ok(if never { Answer::Never } else { Answer::NotYet });
        }
        if braid {
            return Ok(Answer::Yes);
        }
        let objects = braids.found();
        let mut whips = Whips::<K, GROUPS>::new(self.kernel, budget);
        let mut found = whips.among(state, target, &objects)?;
        if !matches!(found, Found::Whip(_)) {
            found = whips.shortest(state, target, length)?;
        }
        Ok(match found {
            Found::Whip(_) => Answer::Yes,
            Found::NotUpTo(_) => Answer::NotYet,
            Found::Never => Answer::Never,
        })
    }
}

/// Whether there is a chain up to some length, or may be a longer one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    NotYet,
    Never,
}

/// From here on it pays to know which targets no chain of any length has.
const LONG: usize = 8;

/// Orders of elimination that are tried when whips need more than braids.
const ORDERS: u64 = 2;

/// All tracks of one puzzle.
struct Run<S> {
    tracks: Vec<Track<S>>,
    /// Families that have or had a track.
    started: Vec<Chain>,
    findings: Vec<Finding<S>>,
}

/// How a level ended.
enum Step {
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
