//! Section 2.8: the bivalue universal grave.

use super::grid::*;
use super::hint::Hint;

pub fn bug(grid: &Grid) -> Vec<Hint> {
    let mut grave = grid.clone();
    let mut bugs: Vec<(usize, u16)> = Vec::new();
    let mut all = 0u16;
    let mut common: Option<Vec<usize>> = None;
    for kind in B {
        for region in 0..9 {
            for digit in 1..10 {
                let pos = grid.pos(kind, region, digit);
                if count(pos) == 0 || count(pos) == 2 {
                    continue;
                }
                let mut cells: Vec<usize> = bits(pos)
                    .iter()
                    .map(|&position| cell_of(kind, region, position))
                    .collect();
                cells.retain(|&cell| grid.n(cell) >= 3);
                match cells[..] {
                    [] => return Vec::new(),
                    [cell] => {
                        match bugs.iter_mut().find(|bug| bug.0 == cell) {
                            Some(bug) => bug.1 |= 1 << digit,
                            None => bugs.push((cell, 1 << digit)),
                        }
                        all |= 1 << digit;
                        grave.cand[cell] &= !(1 << digit);
                        let mut peers = peers(cell);
                        if let Some(common) = &common {
                            let old = common.clone();
                            peers = old
                                .into_iter()
                                .filter(|cell| peers.contains(cell))
                                .collect();
                        }
                        peers.retain(|cell| bugs.iter().all(|bug| bug.0 != *cell));
                        if bugs.len() > 1 && count(all) > 1 && peers.is_empty() {
                            return Vec::new();
                        }
                        common = Some(peers);
                    }
                    _ => {}
                }
            }
        }
    }
    for cell in 0..81 {
        if grid.value[cell] == 0 && grave.n(cell) != 2 {
            return Vec::new();
        }
    }
    for kind in B {
        for region in 0..9 {
            for digit in 1..10 {
                if ![0, 2].contains(&count(grave.pos(kind, region, digit))) {
                    return Vec::new();
                }
            }
        }
    }
    let Some(common) = common else {
        return Vec::new();
    };
    let mut hints = Vec::new();
    if let [(cell, digits)] = bugs[..] {
        let mut hint = Hint::new("BUG type 1", 5.6);
        hint.remove(grid, cell, !digits);
        hints.push(hint);
    } else if count(all) == 1 {
        let mut hint = Hint::new("BUG type 2", 5.7);
        for &cell in &common {
            hint.remove(grid, cell, all);
        }
        hints.push(hint);
        hints.extend(type4(grid, &bugs, all));
    } else if !common.is_empty() {
        hints.extend(type4(grid, &bugs, all));
        hints.extend(type3(grid, &bugs, all, &common));
    }
    hints.retain(|hint| !hint.removals.is_empty());
    hints
}

fn type4(grid: &Grid, bugs: &[(usize, u16)], all: u16) -> Vec<Hint> {
    let [(c1, d1), (c2, d2)] = *bugs else {
        return Vec::new();
    };
    let value = grid.cand[c1] & grid.cand[c2] & !all;
    if count(value) != 1 {
        return Vec::new();
    }
    let mut hints = Vec::new();
    for kind in B {
        if region_of(kind, c1) == region_of(kind, c2) {
            let mut hint = Hint::new("BUG type 4", 5.7);
            hint.remove(grid, c1, !(d1 | value));
            hint.remove(grid, c2, !(d2 | value));
            hints.push(hint);
        }
    }
    hints
}

fn type3(grid: &Grid, bugs: &[(usize, u16)], all: u16, common: &[usize]) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in B {
        let region = region_of(kind, bugs[0].0);
        if !bugs.iter().all(|bug| inside(kind, region, bug.0)) {
            continue;
        }
        let cells: Vec<usize> = common
            .iter()
            .copied()
            .filter(|&cell| inside(kind, region, cell))
            .collect();
        for k in 2..7 {
            if cells.len() < k {
                continue;
            }
            for chosen in subsets(cells.len(), k - 1) {
                let chosen: Vec<usize> = chosen.iter().map(|&i| cells[i]).collect();
                let mut sets: Vec<u16> = chosen.iter().map(|&cell| grid.cand[cell]).collect();
                if count(sets.iter().fold(0, |a, b| a | b)) != k {
                    continue;
                }
                sets.push(all);
                let Some(digits) = tuple(&sets, k, 2) else {
                    continue;
                };
                let mut hint = Hint::new("BUG type 3", 5.7 + 0.1 * (k - 1) as f64);
                for &cell in cells.iter().filter(|cell| !chosen.contains(cell)) {
                    hint.remove(grid, cell, digits);
                }
                hints.push(hint);
            }
        }
    }
    hints
}
