//! Locking: a digit whose positions in one region all lie in another.

use crate::board::Grid;
use crate::geometry::{CELLS, THIRDS, bits};
use crate::hint::Removals;

/// Locking that removes something.
pub(crate) struct Lock {
    pub(crate) digit: usize,
    /// The house whose positions are locked.
    pub(crate) base: usize,
    /// The house in which they lie.
    pub(crate) cover: usize,
    /// The positions of the digit in the cover that are removed.
    pub(crate) removed: u16,
}

impl Lock {
    pub(crate) fn removals(&self) -> Removals {
        let mut removals: Removals = bits(self.removed)
            .map(|position| (CELLS[self.cover][position], 1 << self.digit))
            .collect();
        removals.sort_unstable();
        removals
    }
}

/// The positions of the i-th third of a line, or the i-th row of a block.
const fn third(i: usize) -> u16 {
    7 << (3 * i)
}

/// The positions of the j-th column of a block.
const fn column(j: usize) -> u16 {
    0b1_001_001 << j
}

/// One of the four passes: blocks with columns, blocks with rows, columns and rows with blocks.
#[derive(Clone, Copy)]
enum Pass {
    BlockColumn,
    BlockRow,
    ColumnBlock,
    RowBlock,
}

impl Pass {
    const ALL: [Pass; 4] = [
        Pass::BlockColumn,
        Pass::BlockRow,
        Pass::ColumnBlock,
        Pass::RowBlock,
    ];

    /// The base house of the i-th region.
    fn base(self, i: usize) -> usize {
        match self {
            Pass::BlockColumn | Pass::BlockRow => i,
            Pass::ColumnBlock => 18 + i,
            Pass::RowBlock => 9 + i,
        }
    }

    /// The j-th house that crosses the i-th region, and the positions of the digit in it that lie
    /// in the base too.
    fn cover(self, i: usize, j: usize) -> (usize, u16) {
        match self {
            Pass::BlockColumn => (18 + 3 * (i % 3) + j, third(i / 3)),
            Pass::BlockRow => (9 + 3 * (i / 3) + j, third(i % 3)),
            Pass::ColumnBlock => (i / 3 + 3 * j, column(i % 3)),
            Pass::RowBlock => (3 * (i / 3) + j, third(i % 3)),
        }
    }

    /// The number of the only cover of these positions of a base, from 1 as a bit; 0 if there are
    /// several.
    fn only(self, pos: u16) -> usize {
        let thirds = THIRDS[usize::from(pos)];
        let three = match self {
            Pass::BlockColumn => thirds >> 3,
            _ => thirds & 7,
        };
        if pos & pos.wrapping_sub(1) != 0 && three & (three - 1) == 0 {
            usize::from(three)
        } else {
            0
        }
    }
}

/// Visits all locking of these digits that removes something, in order, until `visit` says stop.
pub(crate) fn each(grid: &Grid, digits: u16, mut visit: impl FnMut(Lock) -> bool) {
    for pass in Pass::ALL {
        for i in 0..9 {
            let base = pass.base(i);
            // Digits by cover; entry 0 takes those that have several.
            let mut locked = [0u16; 5];
            for digit in bits(digits) {
                locked[pass.only(grid.pos[digit][base])] |= 1 << digit;
            }
            for (j, entry) in [1, 2, 4].into_iter().enumerate() {
                if locked[entry] == 0 {
                    continue;
                }
                let (cover, common) = pass.cover(i, j);
                for digit in bits(locked[entry]) {
                    let removed = grid.pos[digit][cover] & !common;
                    if removed == 0 {
                        continue;
                    }
                    let lock = Lock {
                        digit,
                        base,
                        cover,
                        removed,
                    };
                    if !visit(lock) {
                        return;
                    }
                }
            }
        }
    }
}

/// The first pointing that makes a hidden single: its cell and digit.
///
/// Claiming never does: where it would, there is a hidden single or a pointing of this kind.
pub(crate) fn direct(grid: &Grid) -> Option<(usize, usize)> {
    for pass in [Pass::BlockColumn, Pass::BlockRow] {
        for i in 0..9 {
            let mut locked = [0u16; 5];
            for (digit, pos) in grid.pos.iter().enumerate() {
                locked[pass.only(pos[i])] |= 1 << digit;
            }
            for (j, entry) in [1, 2, 4].into_iter().enumerate() {
                for digit in bits(locked[entry]) {
                    // The other two blocks that the line crosses.
                    let (others, inside) = match pass {
                        Pass::BlockColumn => ([i % 3, i % 3 + 3, i % 3 + 6], column(j)),
                        _ => {
                            let first = i / 3 * 3;
                            ([first, first + 1, first + 2], third(j))
                        }
                    };
                    for other in others.into_iter().filter(|&other| other != i) {
                        let pos = grid.pos[digit][other];
                        let left = pos & !inside;
                        if left.count_ones() == 1 && pos != left {
                            let position = left.trailing_zeros() as usize;
                            return Some((usize::from(CELLS[other][position]), digit));
                        }
                    }
                }
            }
        }
    }
    None
}
