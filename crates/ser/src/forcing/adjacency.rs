//! The links of a sweep as lists, in the order in which they are followed.

use super::Sweep;
use crate::board::Grid;
use crate::geometry::{CELLS, HOUSES, PEER_PARTS, PLACES, bits, cells};
use crate::run::{CELL, Cells, REGION, START, Why};
use crate::spread::Links;

/// The links of one sweep, from each candidate, in order.
#[derive(Default)]
pub(super) struct Adjacency {
    /// Off nodes that follow from an on node and have a strong link themselves.
    weak: Vec<(u16, Why)>,
    weak_ends: Vec<u32>,
    strong: Vec<[(u16, Why); 4]>,
    strong_counts: Vec<u8>,
}

impl Adjacency {
    pub(super) fn build(&mut self, grid: &Grid, left: &Cells, links: &Links, sweep: Sweep) {
        let (by_cell, by_region) = sweep.strong();
        self.strong.clear();
        self.strong_counts.clear();
        for &id in &links.ids {
            let (cell, digit) = (usize::from(id) / 9, usize::from(id) % 9);
            let mut strong = [(0, START); 4];
            let mut count = 0;
            let mut add = |id: usize, why: Why| {
                let other = links.dense[id];
                if !strong[..count].iter().any(|entry| entry.0 == other) {
                    strong[count] = (other, why);
                    count += 1;
                }
            };
            let digits = grid.cand[cell];
            if by_cell && digits.count_ones() == 2 {
                let other = (digits & !(1 << digit)).trailing_zeros() as usize;
                add(9 * cell + other, CELL);
            }
            if by_region {
                for kind in 0..3 {
                    let house = usize::from(HOUSES[cell][kind]);
                    let pos = grid.pos[digit][house];
                    if pos.count_ones() == 2 {
                        let position = (pos & !PLACES[cell][kind]).trailing_zeros() as usize;
                        let other = usize::from(CELLS[house][position]);
                        add(9 * other + digit, REGION + kind as u8);
                    }
                }
            }
            self.strong.push(strong);
            self.strong_counts.push(count as u8);
        }
        self.weak.clear();
        self.weak_ends.clear();
        for &id in &links.ids {
            let (cell, digit) = (usize::from(id) / 9, usize::from(id) % 9);
            let counts = &self.strong_counts;
            let weak = &mut self.weak;
            let mut add = |id: usize, why: Why| {
                let other = links.dense[id];
                if counts[usize::from(other)] > 0 {
                    weak.push((other, why));
                }
            };
            if by_cell {
                for other in bits(grid.cand[cell] & !(1 << digit)) {
                    add(9 * cell + other, CELL);
                }
            }
            for (kind, part) in PEER_PARTS[cell].into_iter().enumerate() {
                for other in cells(part & left[digit]) {
                    add(9 * other + digit, REGION + kind as u8);
                }
            }
            self.weak_ends.push(self.weak.len() as u32);
        }
    }

    pub(super) fn weak(&self, candidate: usize) -> &[(u16, Why)] {
        let start = match candidate {
            0 => 0,
            _ => self.weak_ends[candidate - 1],
        };
        &self.weak[start as usize..self.weak_ends[candidate] as usize]
    }

    pub(super) fn strong(&self, candidate: usize) -> &[(u16, Why)] {
        &self.strong[candidate][..usize::from(self.strong_counts[candidate])]
    }
}
