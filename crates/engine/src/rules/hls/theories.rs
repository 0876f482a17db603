//! The theories beyond L4_0: chains of some types, the shortest first (HLS, table XXI.3).
//!
//! S(T, k) is L4_0 with all chains of the type T, and of those before it, up to length k.
//! Shorter chains come first, so S(T, k + 1) begins as S(T, k) does and continues where that
//! ends: one path with chains of all lengths has, for a type, the least k that solves.
//!
//! It is different with types. S(T, k) has all the chains that the type before T has, and
//! may yet solve less: an elimination more can cost a chain with t that is needed later. So
//! each type has a path of its own, which is the same as that of the types before until
//! one of its own chains is the simplest. The paths of several types are therefore followed
//! together, and part where they differ.

use super::chain::{self, Additional, XY, XYT, XYZT};
use super::conjugacy;
use super::l4_0::L40Rules;
use super::view::{SpaceView, views};
use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};
use std::ops::RangeInclusive;

/// L4_0 with chains of some types: each theory has those of the one before, and one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChainTheory {
    /// xy-chains.
    Xy,
    /// And hxy-chains.
    Hxy,
    /// And c-chains.
    C,
    /// And xyt-chains.
    Xyt,
    /// And hxyt-chains.
    Hxyt,
    /// And xyzt-chains.
    Xyzt,
    /// And hxyzt-chains, as far as the published numbers have them: the levels of HLS.
    Levels,
    /// And the other hxyzt-chains of the book.
    Hxyzt,
}

impl ChainTheory {
    /// All of them, in their order.
    pub const ALL: [ChainTheory; 8] = {
        use ChainTheory::*;
        [Xy, Hxy, C, Xyt, Hxyt, Xyzt, Levels, Hxyzt]
    };

    /// The column of the rating by its chains.
    pub fn column(self) -> &'static str {
        self.adds().0
    }

    /// The column, the type of chains that it adds, and their lengths.
    fn adds(self) -> (&'static str, ChainType, RangeInclusive<usize>) {
        use ChainType::{Conjugacy, Hidden, Naked};
        match self {
            ChainTheory::Xy => ("hls_xy", Naked(XY), SHORTEST..=LONGEST),
            ChainTheory::Hxy => ("hls_hxy", Hidden(XY), SHORTEST..=13),
            ChainTheory::C => ("hls_c", Conjugacy, SHORTEST..=8),
            ChainTheory::Xyt => ("hls_xyt", Naked(XYT), SHORTEST..=LONGEST),
            ChainTheory::Hxyt => ("hls_hxyt", Hidden(XYT), SHORTEST..=13),
            ChainTheory::Xyzt => ("hls_xyzt", Naked(XYZT), SHORTEST..=10),
            ChainTheory::Levels => ("hls", Hidden(XYZT), SHORTEST..=6),
            ChainTheory::Hxyzt => ("hls_hxyzt", Hidden(XYZT), 7..=7),
        }
    }
}

pub(super) const SHORTEST: usize = 4;
const LONGEST: usize = 16;

#[derive(Clone, Copy)]
enum ChainType {
    Naked(Additional),
    Hidden(Additional),
    Conjugacy,
}

/// For each of some theories, the length of the longest chain that it needs, from a state where
/// L4_0 ends, or `None` if it does not solve.
pub(crate) fn chain_lengths<K: Kernel>(
    kernel: &K,
    stuck: &State<K::Set>,
    theories: &[ChainTheory],
) -> Vec<(ChainTheory, Option<usize>)> {
    let unsolved = theories.iter().map(|&theory| (theory, None));
    let mut paths = TheoryPaths {
        kernel,
        rules: L40Rules::all(kernel, kernel.spaces()[0].kind),
        lengths: unsolved.collect(),
    };
    paths.follow(stuck.clone(), theories.to_vec(), 0);
    paths.lengths
}

struct TheoryPaths<'a, K: Kernel> {
    kernel: &'a K,
    rules: L40Rules<'a, K>,
    lengths: Vec<(ChainTheory, Option<usize>)>,
}

struct SimplestChain<S> {
    length: usize,
    targets: S,
    /// The theories that have it, and for which it is the simplest.
    theories: Vec<ChainTheory>,
}

impl<K: Kernel> TheoryPaths<'_, K> {
    /// Follows the path of some theories, which is the same up to this state.
    fn follow(&mut self, mut state: State<K::Set>, mut theories: Vec<ChainTheory>, so_far: usize) {
        let mut longest = so_far;
        while self.rules.close(&mut state) {
            if state.is_decided() {
                return self.solved(&theories, longest);
            }
            let mut next = self.simplest(&state, &theories);
            let Some(last) = next.pop() else {
                return;
            };
            for parted in next {
                let mut state = state.clone();
                state.left.subtract(&parted.targets);
                self.follow(state, parted.theories, longest.max(parted.length));
            }
            state.left.subtract(&last.targets);
            longest = longest.max(last.length);
            theories = last.theories;
        }
    }

    fn solved(&mut self, theories: &[ChainTheory], longest: usize) {
        for (theory, length) in &mut self.lengths {
            if theories.contains(theory) {
                *length = Some(longest);
            }
        }
    }

    /// The simplest chain of each theory: one for all of them, or several if the simplest
    /// is of a type that some do not have.
    fn simplest(
        &self,
        state: &State<K::Set>,
        theories: &[ChainTheory],
    ) -> Vec<SimplestChain<K::Set>> {
        let views = views(self.kernel, state);
        let mut found = Vec::new();
        let mut theories = theories.to_vec();
        for length in SHORTEST..=LONGEST {
            for of in ChainTheory::ALL {
                let has = |theory: &ChainTheory| *theory >= of;
                if !theories.iter().any(has) {
                    break;
                }
                if let Some(targets) = self.targets(state, &views, of, length) {
                    let (with, without) = theories.into_iter().partition(has);
                    found.push(SimplestChain {
                        length,
                        targets: self.kernel.set_of(targets),
                        theories: with,
                    });
                    theories = without;
                }
            }
        }
        found
    }

    /// The targets of the first chain of a length, of the type that a theory adds.
    fn targets(
        &self,
        state: &State<K::Set>,
        views: &[SpaceView],
        of: ChainTheory,
        length: usize,
    ) -> Option<Vec<Label>> {
        let (_, of, lengths) = of.adds();
        if !lengths.contains(&length) {
            return None;
        }
        match of {
            ChainType::Naked(additional) => chain::targets(&views[0], additional, length),
            ChainType::Hidden(additional) => views[1..]
                .iter()
                .find_map(|view| chain::targets(view, additional, length)),
            ChainType::Conjugacy if length.is_multiple_of(2) => {
                conjugacy::targets(self.kernel, state, &views[0], length)
            }
            ChainType::Conjugacy => None,
        }
    }
}
