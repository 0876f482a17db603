//! The ground theory of a rating by chains: what is applied beside the chains,
//! before and after each of them. Whips\[1\] alone give W, B, gW and gB; Subsets up
//! to the size of the level give W+S and B+S (PBCS 8.3).

use crate::kernel::Kernel;
use crate::rules::subset::LARGEST;
use crate::rules::{Subsets, Theory, Whips1};
use gradus_csp::State;

/// A theory for each level, none weaker than the one before.
pub trait Ground<K: Kernel> {
    /// Applies the theory of a level; false if the state is contradictory.
    fn close(&self, kernel: &K, state: &mut State<K::Set>, level: usize) -> bool;

    /// The level from which on the theory stays the same.
    fn last(&self) -> usize;
}

impl<K: Kernel> Ground<K> for Whips1 {
    fn close(&self, kernel: &K, state: &mut State<K::Set>, _level: usize) -> bool {
        Theory::close(self, kernel, state)
    }

    fn last(&self) -> usize {
        1
    }
}

/// Subsets up to the size of the level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubsetsByLevel;

impl<K: Kernel> Ground<K> for SubsetsByLevel {
    fn close(&self, kernel: &K, state: &mut State<K::Set>, level: usize) -> bool {
        Subsets(level).close(kernel, state)
    }

    fn last(&self) -> usize {
        LARGEST
    }
}
