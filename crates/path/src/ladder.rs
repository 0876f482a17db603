//! The classes beyond chains, as sequences of theories for Trial and Error: T&E
//! depth over Singles and over whips\[1\], SpB, SpB with finned fish and belts, BpB
//! and BpBB. PBCS 7.6, 9.5, 9.6 and 11.2 to 11.4.

use std::fmt;

/// A sequence of theories for Trial and Error, each stronger than the previous one.
/// The first, level 0, has only Singles inside its trials, or no trials.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ladder {
    /// T&E(BRT, n) for n = 0, 1, …
    Depths,
    /// T&E(W_1, n) for n = 0, 1, …
    GDepths,
    /// T&E(S_p, 1) for p = 0, 1, …
    Subsets,
    /// The same, then T&E(S_4Fin, 1) and T&E(S_4Fin + x2y2-belts, 1).
    Fish,
    /// T&E(B_p, depth) for p = 0, 1, …
    Braids {
        /// The depth of all levels.
        depth: usize,
    },
}

impl Ladder {
    /// The ladders that have a name.
    pub(crate) const ALL: [Ladder; 6] = [
        Ladder::Depths,
        Ladder::GDepths,
        Ladder::Subsets,
        Ladder::Fish,
        Ladder::Braids { depth: 1 },
        Ladder::Braids { depth: 2 },
    ];

    /// Level of finned fish of any size in [`Ladder::Fish`].
    pub const FINNED: usize = 5;
    /// Level of belts in [`Ladder::Fish`].
    pub const BELTS: usize = 6;

    /// Returns true if its levels are depths.
    pub fn counts_depth(self) -> bool {
        matches!(self, Ladder::Depths | Ladder::GDepths)
    }
}

/// The name of the rating's column.
impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ladder::Depths => f.write_str("te"),
            Ladder::GDepths => f.write_str("gte"),
            Ladder::Subsets => f.write_str("spb"),
            Ladder::Fish => f.write_str("spbx"),
            // One B more for each depth.
            Ladder::Braids { depth } => write!(f, "bp{}", "b".repeat(*depth)),
        }
    }
}
