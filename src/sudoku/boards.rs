//! Sets of Sudoku labels as bit boards: for each digit the three bands of the
//! grid, 27 bits each, in lanes that fit vector registers.
//!
//! Lane `4 * digit + band` has bit `9 * (row % 3) + column`. Each digit takes
//! four lanes (the fourth is always zero) and there is room for a tenth digit
//! (always zero), so that five 256-bit registers hold a whole set.

use std::fmt;

use crate::csp::labels::{Bits, Labels};
use crate::csp::model::Label;

/// Lanes of a set: ten digits (one of them idle), four bands (one of them idle).
pub const LANES: usize = 40;

/// A set of the 729 labels of Sudoku.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct Boards(pub [u32; LANES]);

/// Where a label is: its lane and its bit there.
#[inline]
pub fn place(label: Label) -> (usize, u32) {
    let (digit, cell) = (label.index() / 81, label.index() % 81);
    (4 * digit + cell / 27, (cell % 27) as u32)
}

/// The label at a lane and a bit.
#[inline]
pub fn label_at(lane: usize, bit: u32) -> Label {
    Label((lane / 4 * 81 + lane % 4 * 27) as u16 + bit as u16)
}

impl Boards {
    /// The empty set.
    pub const EMPTY: Boards = Boards([0; LANES]);

    /// Two neighbouring lanes as one word, low lane first.
    #[inline]
    fn pair(&self, index: usize) -> u64 {
        u64::from(self.0[2 * index]) | u64::from(self.0[2 * index + 1]) << 32
    }
}

impl Labels for Boards {
    #[inline]
    fn contains(&self, label: Label) -> bool {
        let (lane, bit) = place(label);
        self.0[lane] >> bit & 1 == 1
    }

    #[inline]
    fn insert(&mut self, label: Label) {
        let (lane, bit) = place(label);
        self.0[lane] |= 1 << bit;
    }

    #[inline]
    fn remove(&mut self, label: Label) {
        let (lane, bit) = place(label);
        self.0[lane] &= !(1 << bit);
    }

    #[inline]
    fn len(&self) -> usize {
        (0..LANES / 2).map(|index| self.pair(index).count_ones() as usize).sum()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, lane| all | lane) == 0
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
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }

    #[inline]
    fn within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & !b) == 0
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Label> + '_ {
        (0..LANES / 2).flat_map(|index| {
            Bits(self.pair(index))
                .map(move |bit| label_at(2 * index + (bit / 32) as usize, bit % 32))
        })
    }
}

impl fmt::Debug for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(super::label_name)).finish()
    }
}
