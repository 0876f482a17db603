//! The theories up to L4_0 (HLS, table XXI.1): which of them solves first, and the state
//! that they all lead to.

use super::basic::{SubsetDepth, close_interactions, close_naked_singles, subset_targets};
use super::chain::{self, Additional, XY, XYZ};
use super::view::View;
use crate::kernel::Kernel;
use crate::rules::Beginnings;
use crate::rules::subset::Closure;
use gradus_csp::{Labels, State, VariableKind};

/// The theories up to L4_0, each with what it adds to the one before (HLS, table XXI.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BasicTheory {
    /// Naked Singles.
    NakedSingles,
    /// Hidden Singles: L1_0.
    HiddenSingles,
    /// Interactions from rows and columns to blocks.
    FromLines,
    /// Interactions from blocks to rows and columns: L1.
    FromBlocks,
    /// Naked Pairs.
    NakedPairs,
    /// Hidden Pairs.
    HiddenPairs,
    /// X-Wings: L2.
    SuperHiddenPairs,
    /// Naked Triplets.
    NakedTriplets,
    /// Hidden Triplets.
    HiddenTriplets,
    /// Swordfish: L3_0.
    SuperHiddenTriplets,
    /// XY-Wings.
    XyWings,
    /// XYZ-Wings: L3.
    XyzWings,
    /// Naked Quads.
    NakedQuads,
    /// Hidden Quads.
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
        use BasicTheory::*;
        match self {
            NakedSingles | HiddenSingles => 0,
            FromLines | FromBlocks => 1,
            NakedPairs | HiddenPairs | SuperHiddenPairs => 2,
            NakedTriplets | HiddenTriplets | SuperHiddenTriplets => 3,
            XyWings | XyzWings => 4,
            NakedQuads | HiddenQuads | SuperHiddenQuads => 5,
        }
    }
}

/// The result of the theories up to L4_0.
#[derive(Clone, Debug)]
pub(crate) enum HlsLevel<S> {
    /// The first of them that solves.
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
    let [cells, lines @ ..] = kernel.spaces() else {
        return None;
    };
    let cells = cells.kind;
    if from.brt.is_decided() {
        let mut state = from.initial.clone();
        let naked = close_naked_singles(kernel, &mut state, cells) && state.is_decided();
        return Some(HlsLevel::Solved(if naked {
            BasicTheory::NakedSingles
        } else {
            BasicTheory::HiddenSingles
        }));
    }
    if from.w1.is_decided() {
        let mut state = from.brt.clone();
        let of_lines = |kind| lines.iter().any(|space| space.kind == kind);
        let by_lines = close_interactions(kernel, &mut state, of_lines) && state.is_decided();
        return Some(HlsLevel::Solved(if by_lines {
            BasicTheory::FromLines
        } else {
            BasicTheory::FromBlocks
        }));
    }
    let mut state = from.w1.clone();
    let mut rules = L40Rules::new(kernel, cells);
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
    closure: Closure<'a, K>,
    /// The place of the hardest rule so far.
    hardest: usize,
}

impl<'a, K: Kernel> L40Rules<'a, K> {
    fn new(kernel: &'a K, cells: VariableKind) -> Self {
        L40Rules {
            kernel,
            cells,
            closure: Closure::new(kernel),
            hardest: 0,
        }
    }

    /// The rules where chains have been needed already.
    pub(super) fn all(kernel: &'a K, cells: VariableKind) -> Self {
        L40Rules {
            hardest: RULES.len() - 1,
            ..L40Rules::new(kernel, cells)
        }
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

    /// How many of the rules are known to be needed, as far as they are all the Subsets of
    /// a size.
    fn known(&self) -> usize {
        match RULES[self.hardest].0 {
            theory if theory > BasicTheory::SuperHiddenTriplets => 6,
            theory if theory > BasicTheory::SuperHiddenPairs => 3,
            _ => 0,
        }
    }

    /// Applies the first rule that has targets; false if none has.
    fn apply(&mut self, state: &mut State<K::Set>) -> bool {
        let cells = View::of(&self.kernel.spaces()[0], state);
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
