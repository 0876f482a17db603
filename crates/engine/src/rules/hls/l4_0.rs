//! The theories up to L4_0 (HLS, table XXI.1): which of them solves first, and the state
//! that they all lead to.

use super::basic::{SubsetDepth, close_interactions, close_naked_singles, subset_targets};
use super::chain::{self, Additional, XY, XYZ};
use super::view::SpaceView;
use crate::kernel::Kernel;
use crate::rules::Beginnings;
use crate::rules::closure::SubsetClosure;
use gradus_csp::{Labels, State, VariableKind};

/// The theories up to L4_0, each with what it adds to the one before (HLS, table XXI.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BasicTheory {
    NakedSingles,
    /// Hidden Singles: L1_0.
    HiddenSingles,
    /// Interactions from rows and columns to blocks.
    FromLines,
    /// Interactions from blocks to rows and columns: L1.
    FromBlocks,
    NakedPairs,
    HiddenPairs,
    /// X-Wings: L2.
    SuperHiddenPairs,
    NakedTriplets,
    HiddenTriplets,
    /// Swordfish: L3_0.
    SuperHiddenTriplets,
    XyWings,
    /// XYZ-Wings: L3.
    XyzWings,
    NakedQuads,
    HiddenQuads,
    /// Jellyfish: L4_0.
    SuperHiddenQuads,
}

/// The names of the theories up to L4_0, as table XXI.1 has them.
pub const BASIC_THEORIES: [&str; 15] = [
    "NS", "HS", "RCiB", "BiRC", "NP", "HP", "SHP", "NT", "HT", "SHT", "XY3", "XYZ3", "N4", "H4",
    "SH4",
];

impl BasicTheory {
    /// The place of its level in [`LEVELS`](super::LEVELS).
    pub(crate) fn level(self) -> usize {
        const PLACES: [usize; 15] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5];
        PLACES[self as usize]
    }
}

/// The result of the theories up to L4_0.
#[derive(Clone, Debug)]
pub(crate) enum HlsLevel<S> {
    Solved(BasicTheory),
    /// The final state if none of them solves.
    Stuck(State<S>),
}

/// A rule beyond interactions.
#[derive(Clone, Copy)]
enum HlsRule {
    Subsets(SubsetDepth, usize),
    Wings(Additional),
}

/// The rules that the theories after L1 add, in their order.
const RULES: [(BasicTheory, HlsRule); 11] = {
    use BasicTheory::*;
    use SubsetDepth::*;
    [
        (NakedPairs, HlsRule::Subsets(Naked, 2)),
        (HiddenPairs, HlsRule::Subsets(Hidden, 2)),
        (SuperHiddenPairs, HlsRule::Subsets(SuperHidden, 2)),
        (NakedTriplets, HlsRule::Subsets(Naked, 3)),
        (HiddenTriplets, HlsRule::Subsets(Hidden, 3)),
        (SuperHiddenTriplets, HlsRule::Subsets(SuperHidden, 3)),
        (XyWings, HlsRule::Wings(XY)),
        (XyzWings, HlsRule::Wings(XYZ)),
        (NakedQuads, HlsRule::Subsets(Naked, 4)),
        (HiddenQuads, HlsRule::Subsets(Hidden, 4)),
        (SuperHiddenQuads, HlsRule::Subsets(SuperHidden, 4)),
    ]
};

/// The result of the theories up to L4_0, or `None` if the puzzle's domain has no spaces.
pub(crate) fn up_to_l4_0<K: Kernel>(
    kernel: &K,
    from: &Beginnings<K::Set>,
) -> Option<HlsLevel<K::Set>> {
    use BasicTheory::*;
    let [cells, lines @ ..] = kernel.spaces() else {
        return None;
    };
    let cells = cells.kind;
    if from.brt.is_decided() {
        let mut state = from.initial.clone();
        let naked = close_naked_singles(kernel, &mut state, cells) && state.is_decided();
        let first = if naked { NakedSingles } else { HiddenSingles };
        return Some(HlsLevel::Solved(first));
    }
    if from.w1.is_decided() {
        let mut state = from.brt.clone();
        let of_lines = |kind| lines.iter().any(|space| space.kind == kind);
        let by_lines = close_interactions(kernel, &mut state, of_lines) && state.is_decided();
        let first = if by_lines { FromLines } else { FromBlocks };
        return Some(HlsLevel::Solved(first));
    }
    let mut state = from.w1.clone();
    let mut rules = L40Rules::new(kernel, cells, 0);
    rules.close(&mut state);
    Some(if state.is_decided() {
        HlsLevel::Solved(RULES[rules.hardest].0)
    } else {
        HlsLevel::Stuck(state)
    })
}

/// Applies the rules up to L4_0, simplest first.
pub(super) struct L40Rules<'a, K: Kernel> {
    kernel: &'a K,
    cells: VariableKind,
    closure: SubsetClosure<'a, K>,
    /// The place of the hardest rule so far.
    hardest: usize,
}

impl<'a, K: Kernel> L40Rules<'a, K> {
    fn new(kernel: &'a K, cells: VariableKind, hardest: usize) -> Self {
        L40Rules {
            kernel,
            cells,
            closure: SubsetClosure::new(kernel),
            hardest,
        }
    }

    /// The rules where chains have been needed already.
    pub(super) fn all(kernel: &'a K, cells: VariableKind) -> Self {
        L40Rules::new(kernel, cells, RULES.len() - 1)
    }

    /// Applies the rules until none applies; false if the state turns out contradictory.
    pub(super) fn close(&mut self, state: &mut State<K::Set>) -> bool {
        loop {
            // The Subsets of the sizes that are known to be needed, of all depths at once.
            let size = 1 + self.known() / 3;
            if !self.closure.close(state, size) {
                return false;
            }
            if state.is_decided() || !self.apply(state) {
                return true;
            }
        }
    }

    /// How many of the rules are known to be needed, as far as they are all the Subsets of a size.
    fn known(&self) -> usize {
        match RULES[self.hardest].0 {
            theory if theory > BasicTheory::SuperHiddenTriplets => 6,
            theory if theory > BasicTheory::SuperHiddenPairs => 3,
            _ => 0,
        }
    }

    /// Applies the first rule that has targets; false if none has.
    fn apply(&mut self, state: &mut State<K::Set>) -> bool {
        let cells = SpaceView::of(&self.kernel.spaces()[0], state);
        for (place, (_, rule)) in RULES.iter().enumerate().skip(self.known()) {
            let targets = match *rule {
                HlsRule::Subsets(depth, size) => {
                    subset_targets(self.kernel, &state.left, self.cells, depth, size)
                }
                HlsRule::Wings(additional) => {
                    chain::targets(&cells, additional, 3).map(|targets| self.kernel.set_of(targets))
                }
            };
            if let Some(targets) = targets {
                self.hardest = self.hardest.max(place);
                state.left.subtract(&targets);
                return true;
            }
        }
        false
    }
}
