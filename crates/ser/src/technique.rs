//! The techniques and their names.

use std::fmt;

/// How a loop or a grave with more than one solution is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unique {
    /// One cell has other candidates.
    Type1,
    /// Cells that have the same other candidate.
    Type2,
    /// Two cells, or the cells of a grave, form a set with other cells.
    Type3,
    /// One of two digits must be in one of two cells.
    Type4,
}

/// What forcing chains start from, and what they conclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Multiple {
    /// A candidate implies something and its opposite.
    Contradiction,
    /// A candidate and its opposite imply the same.
    Double,
    /// All candidates of a cell imply the same.
    Cell,
    /// All positions of a digit in a region imply the same.
    Region,
}

/// What the runs of multiple forcing chains may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Links of the grid as it is.
    Static,
    /// Links that appear when candidates are removed.
    Dynamic,
    /// Also locking, pairs and X-Wings.
    Plus,
    /// Also forcing chains and cycles.
    Forcing,
    /// Also multiple forcing chains.
    Multiple,
    /// Basic techniques and dynamic chains.
    NestedDynamic,
    /// Basic techniques and dynamic chains with basic techniques.
    NestedPlus,
    /// Basic techniques and dynamic chains with forcing chains; in the profile with uniqueness
    /// also after plain dynamic chains.
    NestedForcing,
}

/// A technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Technique {
    HiddenSingle,
    DirectPointing,
    DirectHiddenPair,
    NakedSingle,
    DirectHiddenTriplet,
    Pointing,
    Claiming,
    NakedPair,
    XWing,
    HiddenPair,
    NakedTriplet,
    Swordfish,
    HiddenTriplet,
    XyWing,
    XyzWing,
    /// A unique rectangle, or a longer loop of so many cells.
    UniqueLoop {
        cells: u8,
        unique: Unique,
    },
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    Bug(Unique),
    AlignedPairExclusion,
    XCycle,
    YCycle,
    Cycle,
    TurbotFish,
    ForcingXChain,
    ForcingChain,
    AlignedTripletExclusion,
    Nishio,
    /// Multiple forcing chains.
    Chains(Multiple, Level),
}

impl Technique {
    /// Whether its reasons are chains with nodes to show.
    pub fn is_chain(self) -> bool {
        use Technique::*;
        matches!(
            self,
            XCycle
                | YCycle
                | Cycle
                | TurbotFish
                | ForcingXChain
                | ForcingChain
                | Nishio
                | Chains(..)
        )
    }

    /// Whether it assumes that the puzzle has only one solution.
    pub fn is_uniqueness(self) -> bool {
        matches!(self, Technique::UniqueLoop { .. } | Technique::Bug(_))
    }
}

impl fmt::Display for Unique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type {}", *self as u8 + 1)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;
        f.write_str(match self {
            HiddenSingle => "Hidden Single",
            DirectPointing => "Direct Pointing",
            DirectHiddenPair => "Direct Hidden Pair",
            NakedSingle => "Naked Single",
            DirectHiddenTriplet => "Direct Hidden Triplet",
            Pointing => "Pointing",
            Claiming => "Claiming",
            NakedPair => "Naked Pair",
            XWing => "X-Wing",
            HiddenPair => "Hidden Pair",
            NakedTriplet => "Naked Triplet",
            Swordfish => "Swordfish",
            HiddenTriplet => "Hidden Triplet",
            XyWing => "XY-Wing",
            XyzWing => "XYZ-Wing",
            UniqueLoop { cells: 4, unique } => return write!(f, "Unique Rectangle {unique}"),
            UniqueLoop { cells: 6, unique } => return write!(f, "Unique Loop {unique}"),
            UniqueLoop { cells, unique } => return write!(f, "Unique Loop {cells} {unique}"),
            NakedQuad => "Naked Quad",
            Jellyfish => "Jellyfish",
            HiddenQuad => "Hidden Quad",
            Bug(unique) => return write!(f, "BUG {unique}"),
            AlignedPairExclusion => "Aligned Pair Exclusion",
            XCycle => "Bidirectional X-Cycle",
            YCycle => "Bidirectional Y-Cycle",
            Cycle => "Bidirectional Cycle",
            TurbotFish => "Turbot Fish",
            ForcingXChain => "Forcing X-Chain",
            ForcingChain => "Forcing Chain",
            AlignedTripletExclusion => "Aligned Triplet Exclusion",
            Nishio => "Nishio Forcing Chains",
            Chains(multiple, level) => {
                let dynamic = if *level == Level::Static {
                    ""
                } else {
                    "Dynamic "
                };
                let what = match multiple {
                    Multiple::Contradiction => "Contradiction",
                    Multiple::Double => "Double",
                    Multiple::Cell => "Cell",
                    Multiple::Region => "Region",
                };
                let more = match level {
                    Level::Static | Level::Dynamic => "",
                    Level::Plus => " (+)",
                    Level::Forcing => " (+ Forcing Chains)",
                    Level::Multiple => " (+ Multiple Forcing Chains)",
                    Level::NestedDynamic => " (+ Dynamic Forcing Chains)",
                    Level::NestedPlus => " (+ Dynamic Forcing Chains (+))",
                    Level::NestedForcing => " (+ Dynamic Forcing Chains (+ Forcing Chains))",
                };
                return write!(f, "{dynamic}{what} Forcing Chains{more}");
            }
        })
    }
}
