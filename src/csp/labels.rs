//! Sets of labels as bit sets: the interface that the engine uses
//! ([`Labels`]), and a set of any size for kernels that have no better layout
//! ([`LabelSet`]).

use std::fmt;
use std::hash::Hash;

use super::model::Label;

/// A set of labels of one model, in whatever layout a kernel finds fastest.
pub trait Labels: Clone + PartialEq + Eq + Hash + fmt::Debug {
    /// Whether the label is in the set.
    fn contains(&self, label: Label) -> bool;
    /// Adds a label.
    fn insert(&mut self, label: Label);
    /// Takes a label out.
    fn remove(&mut self, label: Label);
    /// Number of labels in the set.
    fn len(&self) -> usize;
    /// Whether there is no label in the set.
    fn is_empty(&self) -> bool;
    /// Keeps the labels that are in both.
    fn intersect(&mut self, other: &Self);
    /// Adds the labels of the other set.
    fn unite(&mut self, other: &Self);
    /// Takes the labels of the other set out.
    fn subtract(&mut self, other: &Self);
    /// Whether some label is in both.
    fn meets(&self, other: &Self) -> bool;
    /// The labels, in ascending order.
    fn iter(&self) -> impl Iterator<Item = Label> + '_;

    /// The labels of this set that are not in the other.
    fn without(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.subtract(other);
        set
    }

    /// The labels in both sets.
    fn and(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.intersect(other);
        set
    }

    /// Whether every label of this set is in the other.
    fn within(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }
}

/// A bit set over the labels of a model of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct LabelSet {
    words: Box<[u64]>,
}

impl LabelSet {
    /// The empty set over this many labels.
    pub fn new(labels: usize) -> Self {
        LabelSet {
            words: vec![0; labels.div_ceil(64)].into_boxed_slice(),
        }
    }
}

impl Labels for LabelSet {
    fn contains(&self, label: Label) -> bool {
        self.words[label.index() / 64] >> (label.index() % 64) & 1 == 1
    }

    fn insert(&mut self, label: Label) {
        self.words[label.index() / 64] |= 1 << (label.index() % 64);
    }

    fn remove(&mut self, label: Label) {
        self.words[label.index() / 64] &= !(1 << (label.index() % 64));
    }

    fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    fn intersect(&mut self, other: &Self) {
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(a, b)| *a &= b);
    }

    fn unite(&mut self, other: &Self) {
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(a, b)| *a |= b);
    }

    fn subtract(&mut self, other: &Self) {
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(a, b)| *a &= !b);
    }

    fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    fn iter(&self) -> impl Iterator<Item = Label> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            Bits(word).map(move |bit| Label((index * 64 + bit as usize) as u16))
        })
    }
}

impl fmt::Debug for LabelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|label| label.0))
            .finish()
    }
}

/// The positions of the set bits of a word, ascending.
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
