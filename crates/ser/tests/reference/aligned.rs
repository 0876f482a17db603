//! Section 2.9: aligned pair and triplet exclusion.

use super::grid::*;
use super::hint::Hint;

fn excluders(grid: &Grid, cell: usize, degree: usize) -> Vec<usize> {
    let mut list = peers(cell);
    list.retain(|&peer| (2..=degree).contains(&grid.n(peer)));
    list
}

pub fn aligned(grid: &Grid, degree: usize) -> Vec<Hint> {
    let mut hints = Vec::new();
    let base: Vec<usize> = (0..81)
        .filter(|&cell| {
            grid.n(cell) >= 2
                && !peers(cell).iter().any(|&peer| grid.n(peer) == 1)
                && !excluders(grid, cell, degree).is_empty()
        })
        .collect();
    if base.len() < degree {
        return hints;
    }
    for pair in subsets_of_two(base.len()) {
        let (a, b) = (base[pair.0], base[pair.1]);
        if degree == 2 {
            hints.extend(exclusion(grid, &[a, b]));
            continue;
        }
        let mut tail = excluders(grid, a, degree);
        for cell in excluders(grid, b, degree) {
            if !tail.contains(&cell) {
                tail.push(cell);
            }
        }
        tail.retain(|&cell| base.contains(&cell) && cell != a && cell != b);
        for c in tail {
            hints.extend(exclusion(grid, &[a, b, c]));
        }
    }
    hints
}

fn subsets_of_two(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

fn exclusion(grid: &Grid, cells: &[usize]) -> Option<Hint> {
    let degree = cells.len();
    let mut common = excluders(grid, cells[0], degree);
    for &cell in cells {
        let other = excluders(grid, cell, degree);
        common.retain(|excluder| other.contains(excluder));
    }
    if common.len() < 2 {
        return None;
    }
    let mut combinations: Vec<Vec<usize>> = vec![Vec::new()];
    for &cell in cells {
        let digits = bits(grid.cand[cell]);
        combinations = combinations
            .iter()
            .flat_map(|list| {
                digits.iter().map(move |&digit| {
                    let mut list = list.clone();
                    list.push(digit);
                    list
                })
            })
            .collect();
    }
    combinations.retain(|digits| {
        for i in 0..degree {
            for j in 0..i {
                if digits[i] == digits[j] && are_peers(cells[i], cells[j]) {
                    return false;
                }
            }
        }
        let chosen = digits.iter().fold(0, |mask, digit| mask | 1 << digit);
        !common.iter().any(|&cell| grid.cand[cell] & !chosen == 0)
    });
    let name = ["Aligned Pair Exclusion", "Aligned Triplet Exclusion"][degree - 2];
    let mut hint = Hint::new(name, [6.2, 7.5][degree - 2]);
    for (i, &cell) in cells.iter().enumerate() {
        for digit in bits(grid.cand[cell]) {
            if !combinations.iter().any(|digits| digits[i] == digit) {
                hint.remove(grid, cell, 1 << digit);
            }
        }
    }
    (!hint.removals.is_empty()).then_some(hint)
}
