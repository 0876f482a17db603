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
}

/// A rating and how far it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The value; none when infinite.
    pub value: Option<u8>,
    /// How far it is known.
    pub status: Status,
}

/// Limits of the search for one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longer chains are not tried.
    pub max_length: usize,
    /// Search nodes for each rating.
    pub budget: u64,
}

/// Ratings that still have one state in common.
struct Track<S> {
    state: State<S>,
    members: Vec<Chain>,
    level: usize,
}

/// Rates a state for some families of chains. `solved_by_te` and
/// `solved_by_gte` tell whether T&E over Singles and over whips[1] solve it.
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

    /// Rates a state closed under W₁ that is not solved.
    pub fn rate(&self, state: &State<K::Set>, chains: &[Chain]) -> Vec<(Chain, Rating)> {
        let mut done = Vec::new();
        let first = Track {
            state: state.clone(),
            members: chains.to_vec(),
            level: 2,
        };
        let mut tracks = vec![first];
        while let Some(track) = tracks.pop() {
            if !track.members.is_empty() {
                self.follow(track, &mut tracks, &mut done);
            }
        }
        done
    }

    /// Follows a track until it is solved, stuck or splits.
    fn follow(
        &self,
        mut track: Track<K::Set>,
        tracks: &mut Vec<Track<K::Set>>,
        done: &mut Vec<(Chain, Rating)>,
    ) {
        let all = |members: &[Chain], f: fn(Chain, Chain) -> Chain| {
            members.iter().copied().reduce(f).unwrap_or(Chain::WHIP)
        };
        let common = all(&track.members, Chain::common);
        let union = all(&track.members, Chain::union);
        let mut budget = Budget::new(self.limits.budget);
        loop {
            let settle = |rating: Rating, done: &mut Vec<(Chain, Rating)>| {
                done.extend(track.members.iter().map(|&chain| (chain, rating)));
            };
            let value = Some(track.level as u8);
            if track.level > self.limits.max_length {
                return settle(
                    Rating {
                        value,
                        status: Status::Lower,
                    },
                    done,
                );
            }
            match self.close_level(&mut track.state, common, union, track.level, &mut budget) {
                Err(OutOfBudget) => {
                    return settle(
                        Rating {
                            value,
                            status: Status::Lower,
                        },
                        done,
                    );
                }
                Ok(Level::Solved) => {
                    return settle(
                        Rating {
                            value,
                            status: Status::Exact,
                        },
                        done,
                    );
                }
                Ok(Level::Stuck { beyond }) => {
                    let goes_on = |&chain: &Chain| {
                        beyond.iter().any(|&target| {
                            self.exists(&track.state, chain, target, track.level, &mut budget)
                                .is_ok_and(|found| found)
                        })
                    };
                    let (ahead, rest): (Vec<_>, Vec<_>) =
                        track.members.iter().copied().partition(goes_on);
                    if !ahead.is_empty() {
                        for chain in ahead {
                            let state = track.state.clone();
                            tracks.push(Track {
                                state,
                                members: vec![chain],
                                level: track.level,
                            });
                        }
                        let level = track.level + 1;
                        tracks.push(Track {
                            state: track.state,
                            members: rest,
                            level,
                        });
                        return;
                    }
                    track.level += 1;
                }
            }
        }
    }

    /// Eliminates at a level what the common family can, until every target
    /// left was tried in vain since the last elimination.
    fn close_level(
        &self,
        state: &mut State<K::Set>,
        common: Chain,
        union: Chain,
        level: usize,
        budget: &mut Budget,
    ) -> Result<Level, OutOfBudget> {
        let filter = Chain {
            braid: true,
            groups: union.groups,
        };
        let targets: Vec<Label> = state.candidates().without(self.truth).iter().collect();
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
                return Ok(Level::Stuck {
                    beyond: beyond.iter().collect(),
                });
            };
            if retry {
                stale.remove(target);
            } else {
                in_vain += 1;
            }
            let skip = !state.left.contains(target) || stale.contains(target);
            if skip || !self.exists(state, filter, target, level, budget)? {
                continue;
            }
            if common != filter && !self.exists(state, common, target, level, budget)? {
                beyond.insert(target);
                continue;
            }
            state.eliminate(target);
            Whips1.close(self.kernel, state);
            if state.is_decided() {
                return Ok(Level::Solved);
            }
            in_vain = 0;
            stale.unite(&beyond);
            beyond = self.kernel.none();
        }
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
        match chain.groups {
            false => self.exists_in::<false>(state, chain.braid, target, length, budget),
            true => self.exists_in::<true>(state, chain.braid, target, length, budget),
        }
    }

    fn exists_in<const GROUPS: bool>(
        &self,
        state: &State<K::Set>,
        braid: bool,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        let mut braids = Braids::<K, GROUPS>::new(self.kernel, budget);
        if !braids.exists(state, target, length)? {
            return Ok(false);
        }
        if braid {
            return Ok(true);
        }
        let objects = braids.found();
        let mut whips = Whips::<K, GROUPS>::new(self.kernel, budget);
        let mut found = whips.among(state, target, &objects)?;
        if !matches!(found, Found::Whip(_)) {
            found = whips.shortest(state, target, length)?;
        }
        Ok(matches!(found, Found::Whip(_)))
    }
}

/// How a level ended.
enum Level {
    /// Nothing is left to decide.
    Solved,
    /// Nothing more can be eliminated for all; these targets have patterns of
    /// the strongest family.
    Stuck { beyond: Vec<Label> },
}
