//! The hierarchy of *The Hidden Logic of Sudoku* (2007): theories L1_0 to L16, by the
//! complexity of rules that stay in one space. It came before whips.
//!
//! Up to L4_0 a theory adds the Subsets of a size and wings; L_k adds the chains of length
//! k. All rules are applied simplest first: after each elimination again from Singles on.
//! The chains with t are not confluent, so that this order belongs to the definition:
//! lengths before types, the types in the order xy, hxy, c, xyt, hxyt, xyzt, hxyzt, and of
//! one type the first chain in the order of its cells.
//!
//! The published numbers, and so the rules here, have no hidden xy-wings (the book believed
//! that they add nothing), and of each type the lengths that the book's program had.

mod basic;
mod chain;
mod conjugacy;
mod view;

use self::basic::{Depth, close_interactions, close_naked_singles, subset_targets};
use self::chain::{Additional, XY, XYT, XYZ, XYZT};
use self::view::{View, views};
use super::Beginnings;
use super::subset::Closure;
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::{Kind, Label};
use gradus_model::state::State;

/// The theories up to L4_0, each with what it adds to the one before (HLS, table XXI.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BasicTheory {
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

/// The names of the levels.
pub const LEVELS: [&str; 19] = [
    "L1_0", "L1", "L2", "L3_0", "L3", "L4_0", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11",
    "L12", "L13", "L14", "L15", "L16",
];

/// The first theories that solve a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The place of the first in [`LEVELS`]; none if even L16 does not.
    pub level: Option<usize>,
    /// The place of the first in [`BASIC_THEORIES`]; none if even L4_0 does not.
    pub basic: Option<usize>,
}

impl Solved {
    fn by_basic(theory: BasicTheory) -> Solved {
        use BasicTheory::*;
        let level = match theory {
            NakedSingles | HiddenSingles => 0,
            FromLines | FromBlocks => 1,
            NakedPairs | HiddenPairs | SuperHiddenPairs => 2,
            NakedTriplets | HiddenTriplets | SuperHiddenTriplets => 3,
            XyWings | XyzWings => 4,
            NakedQuads | HiddenQuads | SuperHiddenQuads => 5,
        };
        Solved {
            level: Some(level),
            basic: Some(theory as usize),
        }
    }

    fn by_chains(length: usize) -> Solved {
        Solved {
            level: Some(length + SHORTEST_LEVEL - SHORTEST),
            basic: None,
        }
    }

    const NOT: Solved = Solved {
        level: None,
        basic: None,
    };
}

/// The lengths of chains, and the level of the shortest.
const SHORTEST: usize = 4;
const LONGEST: usize = 16;
const SHORTEST_LEVEL: usize = 6;

/// A rule beyond interactions.
#[derive(Clone, Copy)]
enum Rule {
    Subsets(Depth, usize),
    Wings(Additional),
}

/// The rules that the theories after L1 add, in their order.
const RULES: [(BasicTheory, Rule); 11] = {
    use BasicTheory::*;
    use Depth::*;
    [
        (NakedPairs, Rule::Subsets(Naked, 2)),
        (HiddenPairs, Rule::Subsets(Hidden, 2)),
        (SuperHiddenPairs, Rule::Subsets(SuperHidden, 2)),
        (NakedTriplets, Rule::Subsets(Naked, 3)),
        (HiddenTriplets, Rule::Subsets(Hidden, 3)),
        (SuperHiddenTriplets, Rule::Subsets(SuperHidden, 3)),
        (XyWings, Rule::Wings(XY)),
        (XyzWings, Rule::Wings(XYZ)),
        (NakedQuads, Rule::Subsets(Naked, 4)),
        (HiddenQuads, Rule::Subsets(Hidden, 4)),
        (SuperHiddenQuads, Rule::Subsets(SuperHidden, 4)),
    ]
};

/// A type of chains and its greatest length.
#[derive(Clone, Copy)]
enum Type {
    Naked(Additional, usize),
    Hidden(Additional, usize),
    Conjugacy(usize),
}

/// The types of chains in their order, with the lengths that the published numbers have.
const TYPES: [Type; 7] = [
    Type::Naked(XY, LONGEST),
    Type::Hidden(XY, 13),
    Type::Conjugacy(8),
    Type::Naked(XYT, LONGEST),
    Type::Hidden(XYT, 13),
    Type::Naked(XYZT, 10),
    Type::Hidden(XYZT, 6),
];

/// The first theories that solve a puzzle; none if its domain has no spaces.
pub fn solved<K: Kernel>(kernel: &K, from: &Beginnings<K::Set>) -> Option<Solved> {
    let [cells, lines @ ..] = kernel.spaces() else {
        return None;
    };
    let cells = cells.kind();
    if from.brt.is_decided() {
        let mut state = from.initial.clone();
        let naked = close_naked_singles(kernel, &mut state, cells) && state.is_decided();
        return Some(Solved::by_basic(match naked {
            true => BasicTheory::NakedSingles,
            false => BasicTheory::HiddenSingles,
        }));
    }
    if from.w1.is_decided() {
        let mut state = from.brt.clone();
        let of_lines = |kind| lines.iter().any(|space| space.kind() == kind);
        let by_lines = close_interactions(kernel, &mut state, of_lines) && state.is_decided();
        return Some(Solved::by_basic(match by_lines {
            true => BasicTheory::FromLines,
            false => BasicTheory::FromBlocks,
        }));
    }
    Some(Solver::new(kernel, cells, from.w1.clone()).solve())
}

/// Applies all rules, simplest first.
struct Solver<'a, K: Kernel> {
    kernel: &'a K,
    cells: Kind,
    closure: Closure<'a, K>,
    state: State<K::Set>,
    /// The place of the hardest rule so far; beyond them all if chains were needed.
    hardest: usize,
    /// The length of the longest chain so far.
    longest: usize,
}

impl<'a, K: Kernel> Solver<'a, K> {
    fn new(kernel: &'a K, cells: Kind, state: State<K::Set>) -> Self {
        Solver {
            kernel,
            cells,
            closure: Closure::new(kernel),
            state,
            hardest: 0,
            longest: 0,
        }
    }

    fn solve(&mut self) -> Solved {
        while self.close_known() && !self.state.is_decided() {
            if !self.apply_rule() && !self.apply_chain() {
                return Solved::NOT;
            }
        }
        match (self.state.is_decided(), self.longest) {
            (false, _) => Solved::NOT,
            (true, 0) => Solved::by_basic(RULES[self.hardest].0),
            (true, length) => Solved::by_chains(length),
        }
    }

    /// Applies the Subsets of the sizes that are known to be needed, of all depths at once;
    /// false if the state is contradictory.
    fn close_known(&mut self) -> bool {
        let size = 1 + self.known() / 3;
        self.closure.close(&mut self.state, size)
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
    fn apply_rule(&mut self) -> bool {
        let cells = View::of(&self.kernel.spaces()[0], &self.state);
        for (place, (_, rule)) in RULES.iter().enumerate().skip(self.known()) {
            let targets = match *rule {
                Rule::Subsets(depth, size) => {
                    subset_targets(self.kernel, &self.state.left, self.cells, depth, size)
                }
                Rule::Wings(additional) => {
                    chain::targets(&cells, additional, 3).map(|targets| self.kernel.set_of(targets))
                }
            };
            if let Some(targets) = targets {
                self.hardest = self.hardest.max(place);
                self.state.left.subtract(&targets);
                return true;
            }
        }
        false
    }

    /// Applies the simplest chain; false if there is none.
    fn apply_chain(&mut self) -> bool {
        let views = views(self.kernel, &self.state);
        for length in SHORTEST..=LONGEST {
            for of in TYPES {
                let found = self.targets(&views, of, length);
                if let Some(targets) = found {
                    self.longest = self.longest.max(length);
                    self.hardest = RULES.len() - 1;
                    let targets = self.kernel.set_of(targets);
                    self.state.left.subtract(&targets);
                    return true;
                }
            }
        }
        false
    }

    fn targets(&self, views: &[View], of: Type, length: usize) -> Option<Vec<Label>> {
        match of {
            Type::Naked(additional, longest) if length <= longest => {
                chain::targets(&views[0], additional, length)
            }
            Type::Hidden(additional, longest) if length <= longest => views[1..]
                .iter()
                .find_map(|view| chain::targets(view, additional, length)),
            Type::Conjugacy(longest) if length <= longest && length.is_multiple_of(2) => {
                conjugacy::targets(self.kernel, &self.state, &views[0], length)
            }
            _ => None,
        }
    }
}
