//! Sets of Sudoku labels as bit boards: for each digit the three bands of the
//! grid, 27 bits each, in lanes that fit vector registers.
//!
//! Lane `4 * digit + band` has bit `9 * (row % 3) + column`. Each digit takes
//! four lanes (the fourth is always zero) and there is room for a tenth digit
//! (always zero), so that five 256-bit registers hold a whole set.

use std::fmt;

use gradus_csp::{Bits, Label, Labels};

/// Registers of a set: two digits each (the tenth digit is idle).
pub(super) const REGISTERS: usize = 5;

/// Eight lanes: two digits, four bands each (the fourth is idle).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(32))]
pub struct BoardLanes(pub [u32; 8]);

/// A set of the 729 labels of Sudoku.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Boards(pub [BoardLanes; REGISTERS]);

/// Where a label is: its lane, counted through all registers, and its bit there.
#[inline]
fn place(label: Label) -> (usize, u32) {
    let (digit, cell) = (label.index() / 81, label.index() % 81);
    (4 * digit + cell / 27, (cell % 27) as u32)
}

/// The label at a lane, counted through all registers, and a bit.
#[inline]
pub(super) fn label_at(lane: usize, bit: u32) -> Label {
    Label::new(lane / 4 * 81 + lane % 4 * 27 + bit as usize)
}

impl Boards {
    /// The empty set.
    pub const EMPTY: Boards = Boards([BoardLanes([0; 8]); REGISTERS]);

    /// All labels.
    pub const FULL: Boards = {
        let mut lanes = [BoardLanes([0; 8]); REGISTERS];
        let mut digit = 0;
        while digit < 9 {
            let mut band = 0;
            while band < 3 {
                lanes[digit / 2].0[digit % 2 * 4 + band] = (1 << 27) - 1;
                band += 1;
            }
            digit += 1;
        }
        Boards(lanes)
    };

    #[inline]
    fn lane(&self, lane: usize) -> u32 {
        self.0[lane / 8].0[lane % 8]
    }

    /// One band of a digit's board.
    #[inline]
    pub fn band(&self, digit: usize, band: usize) -> u32 {
        self.lane(4 * digit + band)
    }

    #[inline]
    fn lane_mut(&mut self, lane: usize) -> &mut u32 {
        &mut self.0[lane / 8].0[lane % 8]
    }

    /// Two neighbouring lanes as one word, low lane first.
    #[inline]
    fn pair(&self, index: usize) -> u64 {
        u64::from(self.lane(2 * index)) | u64::from(self.lane(2 * index + 1)) << 32
    }

    /// The lanes of two sets, side by side.
    #[inline]
    fn zip<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u32, u32)> + 'a {
        let lanes = |(a, b): (&'a BoardLanes, &'a BoardLanes)| a.0.into_iter().zip(b.0);
        self.0.iter().zip(&other.0).flat_map(lanes)
    }

    /// Combines each lane with the same lane of the other set.
    #[inline]
    fn combine(&mut self, other: &Self, f: impl Fn(u32, u32) -> u32) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            for (a, b) in a.0.iter_mut().zip(&b.0) {
                *a = f(*a, *b);
            }
        }
    }
}

impl Labels for Boards {
    #[inline]
    fn contains(&self, label: Label) -> bool {
        let (lane, bit) = place(label);
        self.lane(lane) >> bit & 1 == 1
    }

    #[inline]
    fn insert(&mut self, label: Label) {
        let (lane, bit) = place(label);
        *self.lane_mut(lane) |= 1 << bit;
    }

    #[inline]
    fn remove(&mut self, label: Label) {
        let (lane, bit) = place(label);
        *self.lane_mut(lane) &= !(1 << bit);
    }

    #[inline]
    fn len(&self) -> usize {
        (0..4 * REGISTERS)
            .map(|index| self.pair(index).count_ones() as usize)
            .sum()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.zip(self).fold(0, |all, (lane, _)| all | lane) == 0
    }

    #[inline]
    fn intersect(&mut self, other: &Self) {
        self.combine(other, |a, b| a & b);
    }

    #[inline]
    fn unite(&mut self, other: &Self) {
        self.combine(other, |a, b| a | b);
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        self.combine(other, |a, b| a & !b);
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        self.zip(other).fold(0, |all, (a, b)| all | a & b) != 0
    }

    #[inline]
    fn within(&self, other: &Self) -> bool {
        self.zip(other).fold(0, |all, (a, b)| all | a & !b) == 0
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Label> + '_ {
        (0..4 * REGISTERS).flat_map(|index| {
            Bits(self.pair(index))
                .map(move |bit| label_at(2 * index + (bit / 32) as usize, bit % 32))
        })
    }
}

impl fmt::Debug for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Label::index))
            .finish()
    }
}
