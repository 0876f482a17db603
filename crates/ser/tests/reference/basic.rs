//! Sections 2.2 to 2.6: singles, locking, sets, fish, wings.

use super::grid::*;
use super::hint::{Hint, Shape};

pub fn hidden_singles(grid: &Grid) -> Vec<Hint> {
    let mut hints = Vec::new();
    for last in [true, false] {
        for kind in A {
            for region in 0..9 {
                if (grid.empty(kind, region) == 1) != last {
                    continue;
                }
                for digit in 1..10 {
                    let pos = grid.pos(kind, region, digit);
                    if count(pos) == 1 {
                        let cell = cell_of(kind, region, bits(pos)[0]);
                        let rating = match (last, kind) {
                            (true, _) => 1.0,
                            (_, BLOCK) => 1.2,
                            _ => 1.5,
                        };
                        hints.push(Hint::new("Hidden Single", rating).placing(cell, digit));
                    }
                }
            }
        }
    }
    hints
}

pub fn naked_singles(grid: &Grid) -> Vec<Hint> {
    (0..81)
        .filter(|&cell| grid.n(cell) == 1)
        .map(|cell| Hint::new("Naked Single", 2.3).placing(cell, bits(grid.cand[cell])[0]))
        .collect()
}

pub fn locking(grid: &Grid, direct: bool) -> Vec<Hint> {
    let mut hints = Vec::new();
    for (kind1, kind2) in [(BLOCK, COLUMN), (BLOCK, ROW), (COLUMN, BLOCK), (ROW, BLOCK)] {
        for region1 in 0..9 {
            for region2 in 0..9 {
                if !cells_of(kind1, region1)
                    .iter()
                    .any(|&cell| inside(kind2, region2, cell))
                {
                    continue;
                }
                for digit in 1..10 {
                    let pos = bits(grid.pos(kind1, region1, digit));
                    let outside = |&&position: &&usize| {
                        !inside(kind2, region2, cell_of(kind1, region1, position))
                    };
                    if pos.len() < 2 || pos.iter().any(|position| outside(&position)) {
                        continue;
                    }
                    if direct {
                        for region3 in (0..9).filter(|&region3| region3 != region1) {
                            let cells = cells_of(kind1, region3);
                            if !cells.iter().any(|&cell| inside(kind2, region2, cell)) {
                                continue;
                            }
                            let with: Vec<_> = cells
                                .into_iter()
                                .filter(|&cell| grid.has(cell, digit))
                                .collect();
                            let out: Vec<_> = with
                                .iter()
                                .filter(|&&cell| !inside(kind2, region2, cell))
                                .collect();
                            if with.len() >= 2 && out.len() == 1 {
                                let (name, rating) = match kind1 {
                                    BLOCK => ("Direct Pointing", 1.7),
                                    _ => ("Direct Claiming", 1.9),
                                };
                                hints.push(Hint::new(name, rating).placing(*out[0], digit));
                            }
                        }
                    } else {
                        let (name, rating) = match kind1 {
                            BLOCK => ("Pointing", 2.6),
                            _ => ("Claiming", 2.8),
                        };
                        let mut hint = Hint::new(name, rating).shaped(Shape::Lock {
                            digit,
                            base: vec![(kind1, region1)],
                            cover: vec![(kind2, region2)],
                        });
                        for cell in cells_of(kind2, region2) {
                            if !inside(kind1, region1, cell) {
                                hint.remove(grid, cell, 1 << digit);
                            }
                        }
                        if !hint.removals.is_empty() {
                            hints.push(hint);
                        }
                    }
                }
            }
        }
    }
    hints
}

const SIZES: [&str; 5] = ["", "", "Pair", "Triplet", "Quad"];

/// `values` is the grid whose placed values count as filled cells.
pub fn naked_sets(grid: &Grid, k: usize) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in A {
        for region in 0..9 {
            if grid.empty(kind, region) < 2 * k {
                continue;
            }
            for positions in subsets(9, k) {
                let cells: Vec<_> = positions
                    .iter()
                    .map(|&p| cell_of(kind, region, p))
                    .collect();
                let sets: Vec<_> = cells.iter().map(|&cell| grid.cand[cell]).collect();
                let Some(digits) = tuple(&sets, k, 2) else {
                    continue;
                };
                let name = format!("Naked {}", SIZES[k]);
                let mut hint = Hint::new(name, [0.0, 0.0, 3.0, 3.6, 5.0][k]).shaped(Shape::Naked {
                    cells: cells.clone(),
                    digits,
                });
                for cell in cells_of(kind, region) {
                    if !cells.contains(&cell) {
                        hint.remove(grid, cell, digits);
                    }
                }
                if !hint.removals.is_empty() {
                    hints.push(hint);
                }
            }
        }
    }
    hints
}

pub fn hidden_sets(grid: &Grid, k: usize, direct: bool) -> Vec<Hint> {
    let mut hints = Vec::new();
    for kind in A {
        for region in 0..9 {
            if grid.empty(kind, region) <= if direct { k } else { 2 * k } {
                continue;
            }
            for digits in subsets(9, k) {
                let digits: Vec<_> = digits.iter().map(|digit| digit + 1).collect();
                let sets: Vec<_> = digits
                    .iter()
                    .map(|&digit| grid.pos(kind, region, digit))
                    .collect();
                let Some(positions) = tuple(&sets, k, 2) else {
                    continue;
                };
                if direct {
                    for digit in (1..10).filter(|digit| !digits.contains(digit)) {
                        let pos = grid.pos(kind, region, digit);
                        let left = pos & !positions;
                        if count(pos) >= 2 && count(left) == 1 {
                            let cell = cell_of(kind, region, bits(left)[0]);
                            let name = format!("Direct Hidden {}", SIZES[k]);
                            let hint = Hint::new(name, [0.0, 0.0, 2.0, 2.5][k]);
                            hints.push(hint.placing(cell, digit));
                            break;
                        }
                    }
                } else {
                    let name = format!("Hidden {}", SIZES[k]);
                    let mut hint =
                        Hint::new(name, [0.0, 0.0, 3.4, 4.0, 5.4][k]).shaped(Shape::Hidden {
                            region: (kind, region),
                            digits: digits.clone(),
                            positions,
                        });
                    let others = !digits.iter().fold(0, |mask, digit| mask | 1 << digit);
                    for position in bits(positions) {
                        hint.remove(grid, cell_of(kind, region, position), others);
                    }
                    if !hint.removals.is_empty() {
                        hints.push(hint);
                    }
                }
            }
        }
    }
    hints
}

pub fn fish(grid: &Grid, k: usize) -> Vec<Hint> {
    let mut hints = Vec::new();
    for (base, cover) in [(COLUMN, ROW), (ROW, COLUMN)] {
        for lines in subsets(9, k) {
            for digit in 1..10 {
                if grid.placed(digit) + 2 * k > 9 {
                    continue;
                }
                let sets: Vec<_> = lines
                    .iter()
                    .map(|&line| grid.pos(base, line, digit))
                    .collect();
                let Some(covers) = tuple(&sets, k, 2) else {
                    continue;
                };
                let (name, rating) =
                    [("X-Wing", 3.2), ("Swordfish", 3.8), ("Jellyfish", 5.2)][k - 2];
                let mut hint = Hint::new(name, rating).shaped(Shape::Lock {
                    digit,
                    base: lines.iter().map(|&line| (base, line)).collect(),
                    cover: bits(covers).iter().map(|&line| (cover, line)).collect(),
                });
                for line in bits(covers) {
                    for cell in cells_of(cover, line) {
                        if !lines.contains(&region_of(base, cell)) {
                            hint.remove(grid, cell, 1 << digit);
                        }
                    }
                }
                if !hint.removals.is_empty() {
                    hints.push(hint);
                }
            }
        }
    }
    hints
}

pub fn wings(grid: &Grid, xyz: bool) -> Vec<Hint> {
    let mut hints = Vec::new();
    let (n, common, name, rating) = match xyz {
        true => (3, 1, "XYZ-Wing", 4.4),
        false => (2, 0, "XY-Wing", 4.2),
    };
    for pivot in (0..81).filter(|&cell| grid.n(cell) == n) {
        let own = grid.cand[pivot];
        for first in peers(pivot) {
            let one = grid.cand[first];
            if count(one) != 2 || count(own & !one) != 1 {
                continue;
            }
            for second in peers(pivot) {
                let two = grid.cand[second];
                if count(two) != 2
                    || count(own | one | two) != 3
                    || count(own & one & two) != common
                {
                    continue;
                }
                let z = one & two;
                let mut hint = Hint::new(name, rating);
                for cell in 0..81 {
                    if are_peers(cell, first)
                        && are_peers(cell, second)
                        && (!xyz || are_peers(cell, pivot))
                        && ![pivot, first, second].contains(&cell)
                    {
                        hint.remove(grid, cell, z);
                    }
                }
                if !hint.removals.is_empty() {
                    hints.push(hint);
                }
            }
        }
    }
    hints
}
