//! Naked and hidden sets.

use crate::board::{Filled, Grid};
use crate::geometry::{CELLS, SET_ORDER, bits};
use crate::hint::Removals;

/// Visits the k-subsets of the nine sets that are common tuples (each set has 2 to k elements,
/// the union exactly k), in increasing order of their masks, with the mask and the union, until
/// `visit` says stop. Says whether it was stopped.
pub(crate) fn tuples(sets: &[u16; 9], k: u32, visit: &mut impl FnMut(u16, u16) -> bool) -> bool {
    let mut fit = 0u16;
    for (i, set) in sets.iter().enumerate() {
        let n = set.count_ones();
        fit |= u16::from(n >= 2 && n <= k) << i;
    }
    if fit.count_ones() < k {
        return false;
    }
    below(sets, fit, k, k, 0, 0, visit)
}

fn below(
    sets: &[u16; 9],
    fit: u16,
    k: u32,
    left: u32,
    chosen: u16,
    union: u16,
    visit: &mut impl FnMut(u16, u16) -> bool,
) -> bool {
    if left == 0 {
        return union.count_ones() == k && !visit(chosen, union);
    }
    for top in bits(fit) {
        let union = union | sets[top];
        if union.count_ones() <= k
            && below(
                sets,
                fit & ((1 << top) - 1),
                k,
                left - 1,
                chosen | 1 << top,
                union,
                visit,
            )
        {
            return true;
        }
    }
    false
}

/// A naked set that removes something.
pub(crate) struct Naked {
    pub(crate) house: usize,
    pub(crate) positions: u16,
    pub(crate) digits: u16,
}

impl Naked {
    pub(crate) fn removals(&self, grid: &Grid) -> Removals {
        in_house(grid, self.house, !self.positions, self.digits)
    }
}

/// A hidden set that removes something.
pub(crate) struct Hidden {
    pub(crate) house: usize,
    pub(crate) positions: u16,
    pub(crate) digits: u16,
}

impl Hidden {
    pub(crate) fn removals(&self, grid: &Grid) -> Removals {
        in_house(grid, self.house, self.positions, !self.digits)
    }
}

fn in_house(grid: &Grid, house: usize, positions: u16, digits: u16) -> Removals {
    let cells = bits(positions & 0x1ff).map(|position| usize::from(CELLS[house][position]));
    crate::hint::removals(grid, cells, digits)
}

/// Visits the naked sets of k cells in these houses (bits in the order of sets) that remove
/// something, in order.
pub(crate) fn naked(
    grid: &Grid,
    filled: &Filled,
    k: u32,
    houses: u32,
    mut visit: impl FnMut(Naked) -> bool,
) {
    for house in ordered(houses) {
        if u32::from(filled.empty[house]) < 2 * k {
            continue;
        }
        let sets = grid.cells_with(house);
        let stopped = tuples(&sets, k, &mut |positions, digits| {
            let removes = (0..9).any(|i| positions >> i & 1 == 0 && sets[i] & digits != 0);
            !removes
                || visit(Naked {
                    house,
                    positions,
                    digits,
                })
        });
        if stopped {
            return;
        }
    }
}

/// Visits the hidden sets of k digits in these houses that remove something, in order.
pub(crate) fn hidden(
    grid: &Grid,
    filled: &Filled,
    k: u32,
    houses: u32,
    mut visit: impl FnMut(Hidden) -> bool,
) {
    for house in ordered(houses) {
        if u32::from(filled.empty[house]) <= 2 * k {
            continue;
        }
        let sets = positions(grid, house);
        let stopped = tuples(&sets, k, &mut |digits, positions| {
            let removes = bits(positions)
                .any(|position| grid.cand[usize::from(CELLS[house][position])] & !digits != 0);
            !removes
                || visit(Hidden {
                    house,
                    positions,
                    digits,
                })
        });
        if stopped {
            return;
        }
    }
}

/// The first hidden set of k digits in these houses that makes a hidden single: cell, digit.
pub(crate) fn direct(grid: &Grid, filled: &Filled, k: u32, houses: u32) -> Option<(usize, usize)> {
    let mut found = None;
    for house in ordered(houses) {
        if u32::from(filled.empty[house]) <= k {
            continue;
        }
        let sets = positions(grid, house);
        let stopped = tuples(&sets, k, &mut |digits, positions| {
            for digit in bits(!digits & 0x1ff) {
                let left = sets[digit] & !positions;
                if left.count_ones() == 1 && left != sets[digit] {
                    let position = left.trailing_zeros() as usize;
                    found = Some((usize::from(CELLS[house][position]), digit));
                    return false;
                }
            }
            true
        });
        if stopped {
            break;
        }
    }
    found
}

/// The positions of all digits in a house.
fn positions(grid: &Grid, house: usize) -> [u16; 9] {
    std::array::from_fn(|digit| grid.pos[digit][house])
}

/// The houses of a mask in the order of sets.
fn ordered(houses: u32) -> impl Iterator<Item = usize> {
    (0..27)
        .filter(move |&i| houses >> i & 1 == 1)
        .map(|i| SET_ORDER[i])
}

/// A mask of houses as bits in the order of sets.
pub(crate) fn in_set_order(houses: u32) -> u32 {
    houses & 0x1ff | houses >> 9 & 0x3_fe00 | houses << 9 & 0x7fc_0000
}
