//! The ground theory of a rating by chains: what is applied beside the chains, before and after
//! each of them.

use crate::kernel::Kernel;
use crate::rules::subset::LARGEST;
use crate::rules::{Subsets, Theory, Whips1};
use gradus_csp::State;

/// A theory for each level, none weaker than the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GroundTheory {
    /// Whips\[1\] alone: gives W, B, gW and gB.
    Whips1,
    /// Subsets up to the size of the level: gives W+S and B+S (PBCS 8.3).
    Subsets,
}

impl GroundTheory {
    /// Applies the theory of a level.
    pub(super) fn close<K: Kernel>(self, kernel: &K, state: &mut State<K::Set>, level: usize) {
        match self {
            GroundTheory::Whips1 => Whips1.close(kernel, state),
            GroundTheory::Subsets => Subsets(level).close(kernel, state),
        };
    }

    /// The level from which on the theory stays the same.
    pub(super) fn last(self) -> usize {
        match self {
            GroundTheory::Whips1 => 1,
            GroundTheory::Subsets => LARGEST,
        }
    }
}
