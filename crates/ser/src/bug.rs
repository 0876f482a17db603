//! The bivalue universal grave.

use crate::board::Board;
use crate::geometry::{CELLS, HOUSES, PEER_PARTS, PEERS, bits, cells};
use crate::hint::{Hint, removals};
use crate::technique::{Technique, Unique};

struct Bug<'a> {
    board: &'a Board,
    /// The cells with candidates too many, in the order found, with these candidates.
    bugs: Vec<(usize, u16)>,
    /// All these digits.
    digits: u16,
    /// The other cells that see all of them.
    common: u128,
}

/// The first hint of a grave.
pub(crate) fn first(board: &Board) -> Option<Hint> {
    let bug = Bug::find(board)?;
    let grid = &board.grid;
    match bug.bugs[..] {
        [] => None,
        [(cell, digits)] => bug.hint(Unique::Type1, 56, [cell].into_iter(), !digits),
        _ if bug.digits.count_ones() == 1 => bug
            .hint(Unique::Type2, 57, cells(bug.common), bug.digits)
            .or_else(|| bug.type4(grid)),
        _ if bug.common != 0 => bug.type4(grid).or_else(|| bug.type3()),
        _ => None,
    }
}

impl Bug<'_> {
    fn find(board: &Board) -> Option<Bug<'_>> {
        let grid = &board.grid;
        let mut grave = grid.clone();
        let mut bug = Bug {
            board,
            bugs: Vec::new(),
            digits: 0,
            common: !0,
        };
        for house in 0..27 {
            for digit in 0..9 {
                let pos = grid.pos[digit][house];
                if pos.count_ones() == 2 || pos == 0 {
                    continue;
                }
                let mut rich = bits(pos)
                    .map(|position| usize::from(CELLS[house][position]))
                    .filter(|&cell| grid.n(cell) >= 3);
                let cell = rich.next()?;
                if rich.next().is_some() {
                    continue;
                }
                match bug.bugs.iter_mut().find(|bug| bug.0 == cell) {
                    Some(known) => known.1 |= 1 << digit,
                    None => bug.bugs.push((cell, 1 << digit)),
                }
                bug.digits |= 1 << digit;
                if grave.has(cell, digit) {
                    grave.remove(cell, digit);
                }
                bug.common &= PEERS[cell];
                for &(cell, _) in &bug.bugs {
                    bug.common &= !(1 << cell);
                }
                if bug.bugs.len() > 1 && bug.digits.count_ones() > 1 && bug.common == 0 {
                    return None;
                }
            }
        }
        let cells = (0..81).all(|cell| board.value[cell] != 0 || grave.n(cell) == 2);
        let positions = || {
            let mut all = grave.pos.iter().flatten();
            all.all(|pos| *pos == 0 || pos.count_ones() == 2)
        };
        (cells && positions()).then_some(bug)
    }

    fn hint(
        &self,
        unique: Unique,
        tenths: u16,
        cells: impl Iterator<Item = usize>,
        digits: u16,
    ) -> Option<Hint> {
        let found = removals(&self.board.grid, cells, digits);
        (!found.is_empty()).then(|| Hint::new(Technique::Bug(unique), tenths, found))
    }

    fn type4(&self, grid: &crate::board::Grid) -> Option<Hint> {
        let [(c1, d1), (c2, d2)] = self.bugs[..] else {
            return None;
        };
        let value = grid.cand[c1] & grid.cand[c2] & !self.digits;
        let shared = (0..3).any(|kind| HOUSES[c1][kind] == HOUSES[c2][kind]);
        if value.count_ones() != 1 || !shared {
            return None;
        }
        let mut found = removals(grid, [c1].into_iter(), !(d1 | value));
        found.extend(removals(grid, [c2].into_iter(), !(d2 | value)));
        found.sort_unstable();
        (!found.is_empty()).then(|| Hint::new(Technique::Bug(Unique::Type4), 57, found))
    }

    fn type3(&self) -> Option<Hint> {
        let cand = &self.board.grid.cand;
        let first = self.bugs[0].0;
        for kind in 0..3 {
            let house = HOUSES[first][kind];
            if !self.bugs.iter().all(|bug| HOUSES[bug.0][kind] == house) {
                continue;
            }
            // In the order of the peers of the first cell.
            let in_house = |&cell: &usize| HOUSES[cell][kind] == house;
            let near: Vec<usize> = PEER_PARTS[first]
                .iter()
                .flat_map(|part| cells(part & self.common))
                .filter(in_house)
                .collect();
            for k in 2..7u32 {
                if near.len() < k as usize {
                    continue;
                }
                for chosen in 0u16..1 << near.len() {
                    if chosen.count_ones() != k - 1 {
                        continue;
                    }
                    let sets = bits(chosen).map(|i| cand[near[i]]);
                    let union = sets.clone().fold(0, |a, b| a | b);
                    if union.count_ones() != k
                        || sets.clone().any(|set| set.count_ones() < 2)
                        || union | self.digits != union
                    {
                        continue;
                    }
                    let mut others: Vec<usize> = (0..near.len())
                        .filter(|i| chosen >> i & 1 == 0)
                        .map(|i| near[i])
                        .collect();
                    others.sort_unstable();
                    let tenths = 57 + k as u16 - 1;
                    let hint = self.hint(Unique::Type3, tenths, others.into_iter(), union);
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }
}
