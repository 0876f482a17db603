//! The classes beyond chains, as rows of theories for Trial and Error: T&E depth,
//! SpB, BpB and BpBB. PBCS 9.5 and 11.2 to 11.4.

use std::fmt;

/// A row of theories for Trial and Error, each stronger than the one before. The
/// first, level 0, has nothing but Singles inside its trials.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ladder {
    /// T&E(BRT, n) for n = 0, 1, …
    Depths,
    /// T&E(S_p, 1) for p = 0, 1, …
    Subsets,
    /// T&E(B_p, depth) for p = 0, 1, …
    Braids {
        /// The depth of all of them.
        depth: usize,
    },
}

impl Ladder {
    /// Those that have a name.
    pub const ALL: [Ladder; 4] = [
        Ladder::Depths,
        Ladder::Subsets,
        Ladder::Braids { depth: 1 },
        Ladder::Braids { depth: 2 },
    ];
}

/// The name of the rating's column.
impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ladder::Depths => f.write_str("te"),
            Ladder::Subsets => f.write_str("spb"),
            // One B more for each depth.
            Ladder::Braids { depth } => write!(f, "bp{}", "b".repeat(*depth)),
        }
    }
}
