//! Sets of labels as bit sets: the interface that the engine uses
//! ([`Labels`]), and a set of a fixed number of words for kernels that have no
//! better layout ([`LabelSet`]). Nothing here allocates.

use std::fmt;
use std::hash::Hash;

use super::bits::labels_in;
use super::ids::Label;

/// A set of labels of one model, in the layout that is fastest for a kernel.
pub trait Labels: Clone + PartialEq + Eq + Hash + fmt::Debug {
    /// Returns true if the label is in the set.
    fn contains(&self, label: Label) -> bool;
    /// Adds a label.
    fn insert(&mut self, label: Label);
    /// Removes a label.
    fn remove(&mut self, label: Label);
    /// Number of labels in the set.
    fn len(&self) -> usize;
    /// Returns true if the set has no labels.
    fn is_empty(&self) -> bool;
    /// Keeps only the labels that are in both sets.
    fn intersect(&mut self, other: &Self);
    /// Adds the labels of the other set.
    fn unite(&mut self, other: &Self);
    /// Removes the labels of the other set.
    fn subtract(&mut self, other: &Self);
    /// Returns true if the sets have a label in common.
    fn meets(&self, other: &Self) -> bool;
    /// The labels, in ascending order.
    fn iter(&self) -> impl Iterator<Item = Label> + '_;

    /// The labels of this set that are not in the other.
    #[inline(always)]
    fn without(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.subtract(other);
        set
    }

    /// The labels in both sets.
    #[inline(always)]
    fn and(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.intersect(other);
        set
    }

    /// Returns true if every label of this set is in the other.
    fn within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }
}

/// A bit set over at most 64 · N labels, for kernels that have no better layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LabelSet<const N: usize>(pub [u64; N]);

impl<const N: usize> Labels for LabelSet<N> {
    #[inline]
    fn contains(&self, label: Label) -> bool {
        self.0[label.index() / 64] >> (label.index() % 64) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, label: Label) {
        self.0[label.index() / 64] |= 1 << (label.index() % 64);
    }

    #[inline]
    fn remove(&mut self, label: Label) {
        self.0[label.index() / 64] &= !(1 << (label.index() % 64));
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    #[inline]
    fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        let both = self.0.iter().zip(&other.0);
        both.fold(0, |any, (a, b)| any | a & b) != 0
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Label> + '_ {
        labels_in(&self.0)
    }
}

impl<const N: usize> fmt::Debug for LabelSet<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.iter().map(|label| label.index());
        f.debug_set().entries(labels).finish()
    }
}
