//! The shared progress of ratings by chains: tracks of one state, disputes between whips and
//! braids, and the states at the end of levels.

use crate::kernel::Kernel;
use gradus_csp::{Labels, State};
use gradus_path::{Family, Rating};

/// Ratings that still have one state in common.
pub(super) struct Track<S> {
    pub(super) state: State<S>,
    pub(super) members: Vec<ChainMember<S>>,
    pub(super) level: usize,
    pub(super) known: KnownTargets<S>,
}

impl<S: Labels> Track<S> {
    pub(super) fn new<K: Kernel<Set = S>>(
        kernel: &K,
        state: &State<S>,
        members: Vec<ChainMember<S>>,
        level: usize,
    ) -> Self {
        Track {
            state: state.clone(),
            members,
            level,
            known: KnownTargets::new(kernel),
        }
    }
}

/// The targets about which a path knows something.
pub(super) struct KnownTargets<S> {
    /// Targets that have no chain of any length in the current state.
    pub(super) never: S,
    /// Targets that have a braid up to the current length, if the members of the track differ
    /// in nothing else. This lasts, because braids are stable for confluence.
    pub(super) braided: S,
}

impl<S: Labels> KnownTargets<S> {
    /// Nothing.
    pub(super) fn new<K: Kernel<Set = S>>(kernel: &K) -> Self {
        KnownTargets {
            never: kernel.none(),
            braided: kernel.none(),
        }
    }
}

/// A rating on its way.
#[derive(Clone)]
pub(super) struct ChainMember<S> {
    pub(super) chain: Family,
    /// Where braids went further than its whips.
    pub(super) dispute: Option<Dispute<S>>,
}

impl<S: Clone> ChainMember<S> {
    pub(super) fn new(chain: Family) -> Self {
        let dispute = None;
        ChainMember { chain, dispute }
    }

    /// Notes that braids go further than whips from the state in which these end at a level.
    /// The rating of the braids shows if another order could do better, even if it was not
    /// requested: returns it if it is not `started`.
    pub(super) fn left_behind(
        &mut self,
        state: &State<S>,
        level: usize,
        started: &mut Vec<Family>,
    ) -> Option<ChainMember<S>> {
        let ends = Vec::new();
        let dispute = self.dispute.get_or_insert(Dispute { level, ends });
        dispute.ends.push(state.clone());
        let chain = self.chain.braided();
        let new = !started.contains(&chain);
        if new {
            started.push(chain);
        }
        new.then(|| ChainMember::new(chain))
    }
}

/// The levels from the first at which braids went further than whips: from there
/// on, the order of eliminations may matter.
#[derive(Clone)]
pub(super) struct Dispute<S> {
    /// The first level.
    pub(super) level: usize,
    /// The states in which whips ended, from this level on.
    ends: Vec<State<S>>,
}

impl<S> Dispute<S> {
    /// Where whips ended at a level; beyond the last one, where they ended there.
    pub(super) fn end(&self, level: usize) -> &State<S> {
        let last = self.ends.len() - 1;
        &self.ends[level.saturating_sub(self.level).min(last)]
    }
}

/// A state closed at a level under braids or g-braids of a family, and the ground
/// theory: the last but one on the way to the rating.
pub(super) struct ClosedState<S> {
    pub(super) family: Family,
    pub(super) level: usize,
    pub(super) state: State<S>,
}

/// Ratings, and where those by braids and g-braids stood before the last level.
pub(super) struct RatedChains<S> {
    pub(super) ratings: Vec<(Family, Rating)>,
    pub(super) ends: Vec<ClosedState<S>>,
}

/// All tracks of one puzzle.
pub(super) struct TrackSet<S> {
    pub(super) tracks: Vec<Track<S>>,
    /// Families that have or had a track.
    pub(super) started: Vec<Family>,
    /// The members that are rated.
    pub(super) findings: Vec<(ChainMember<S>, Rating)>,
    pub(super) ends: Vec<ClosedState<S>>,
}

impl<S: Clone> TrackSet<S> {
    /// Notes where a family stands at the end of a level.
    pub(super) fn end(&mut self, family: Family, level: usize, state: &State<S>) {
        self.ends.retain(|end| end.family != family);
        self.ends.push(ClosedState {
            family,
            level,
            state: state.clone(),
        });
    }
}
