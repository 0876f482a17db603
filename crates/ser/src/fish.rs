//! X-Wing, Swordfish, Jellyfish.

use crate::board::{Filled, Grid};
use crate::geometry::{CELLS, bits};
use crate::hint::Removals;
use crate::sets::tuples;

/// A fish that removes something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fish {
    /// Whether its base lines are rows; they come after columns.
    pub(crate) rows: bool,
    /// The base lines.
    pub(crate) lines: u16,
    pub(crate) digit: usize,
    /// The lines that cross them.
    pub(crate) covers: u16,
}

impl Fish {
    /// The first house of the base lines.
    pub(crate) fn base(&self) -> usize {
        if self.rows { 9 } else { 18 }
    }

    /// The first house of the cover lines.
    pub(crate) fn cover(&self) -> usize {
        27 - self.base()
    }

    pub(crate) fn removals(&self, grid: &Grid) -> Removals {
        let mut removals: Removals = Vec::new();
        for cover in bits(self.covers) {
            let house = self.cover() + cover;
            for position in bits(grid.pos[self.digit][house] & !self.lines) {
                removals.push((CELLS[house][position], 1 << self.digit));
            }
        }
        removals.sort_unstable();
        removals
    }
}

/// Visits the fish of one digit, columns first, then by increasing mask of lines.
fn of_digit(grid: &Grid, k: u32, digit: usize, mut visit: impl FnMut(Fish) -> bool) {
    for rows in [false, true] {
        let (base, cover) = if rows { (9, 18) } else { (18, 9) };
        let pos = &grid.pos[digit];
        let Ok(sets) = <[u16; 9]>::try_from(&pos[base..base + 9]) else {
            return;
        };
        let stopped = tuples(&sets, k, &mut |lines, covers| {
            let removes = bits(covers).any(|line| pos[cover + line] & !lines != 0);
            !removes
                || visit(Fish {
                    rows,
                    lines,
                    digit,
                    covers,
                })
        });
        if stopped {
            return;
        }
    }
}

fn fits(filled: &Filled, k: u32, digit: usize) -> bool {
    u32::from(filled.placed[digit]) + 2 * k <= 9
}

/// The first fish of k lines of these digits.
pub(crate) fn first(grid: &Grid, filled: &Filled, k: u32, digits: u16) -> Option<Fish> {
    let mut best: Option<Fish> = None;
    for digit in bits(digits).filter(|&digit| fits(filled, k, digit)) {
        of_digit(grid, k, digit, |fish| {
            best = Some(best.map_or(fish, |best| best.min(fish)));
            false
        });
    }
    best
}

/// All fish of k lines of these digits, in order.
pub(crate) fn all(grid: &Grid, filled: &Filled, k: u32, digits: u16, found: &mut Vec<Fish>) {
    found.clear();
    for digit in bits(digits).filter(|&digit| fits(filled, k, digit)) {
        of_digit(grid, k, digit, |fish| {
            found.push(fish);
            true
        });
    }
    found.sort_unstable();
}
