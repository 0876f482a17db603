//! x2y2-belts (PBCS chapter 13): segments of two undecided cells, rings of them, and
//! the theory S_4Fin + x2y2.

use super::fish::finned_closure;
use super::{LABELS, State, label};

type Cell = (usize, usize);

/// A row, column or block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    Row(usize),
    Column(usize),
    Block(usize),
}

fn block((r, c): Cell) -> usize {
    (r - 1) / 3 * 3 + (c - 1) / 3 + 1
}

fn is_in((r, c): Cell, unit: Unit) -> bool {
    match unit {
        Unit::Row(row) => r == row,
        Unit::Column(column) => c == column,
        Unit::Block(b) => block((r, c)) == b,
    }
}

/// Two ends in a line and a block, and the numbers to the left and to the right.
#[derive(Clone, Debug)]
pub struct Segment {
    line: Unit,
    block: Unit,
    pub ends: [Cell; 2],
    left: Vec<usize>,
    right: Vec<usize>,
}

fn numbers(state: &State, (r, c): Cell) -> Vec<usize> {
    (1..=9)
        .filter(|&n| state.candidate[label(n, r, c)])
        .collect()
}

/// All segments of a state, each with the six ways to part its numbers.
fn segments(state: &State) -> Vec<Segment> {
    let mut segments = Vec::new();
    let lines = (1..=9).flat_map(|i| [Unit::Row(i), Unit::Column(i)]);
    let cells: Vec<Cell> = (1..=9).flat_map(|r| (1..=9).map(move |c| (r, c))).collect();
    for line in lines {
        for &one in cells.iter().filter(|&&cell| is_in(cell, line)) {
            for &other in cells
                .iter()
                .filter(|&&cell| is_in(cell, line) && cell > one)
            {
                if block(one) != block(other) {
                    continue;
                }
                // A decided cell has no candidates.
                let (mut all, second) = (numbers(state, one), numbers(state, other));
                if all.is_empty() || second.is_empty() {
                    continue;
                }
                all.extend(second);
                all.sort_unstable();
                all.dedup();
                if all.len() != 4 {
                    continue;
                }
                for i in 0..4 {
                    for j in i + 1..4 {
                        let left = vec![all[i], all[j]];
                        let right = all.iter().copied().filter(|n| !left.contains(n));
                        segments.push(Segment {
                            line,
                            block: Unit::Block(block(one)),
                            ends: [one, other],
                            right: right.collect(),
                            left,
                        });
                    }
                }
            }
        }
    }
    segments
}

fn touch(a: &Segment, b: &Segment) -> bool {
    a.ends.iter().any(|end| b.ends.contains(end))
}

/// Where two segments can be chained.
fn chained(a: &Segment, b: &Segment) -> Option<Unit> {
    if a.right != b.left || touch(a, b) {
        return None;
    }
    match (a.line == b.line, a.block == b.block) {
        (true, false) => Some(a.line),
        (false, true) => Some(a.block),
        _ => None,
    }
}

/// Belts of up to eight segments, each in both directions and from each of its
/// segments; not those within one unit, which are Subsets.
fn rings(state: &State) -> Vec<Vec<Segment>> {
    fn extend(all: &[Segment], ring: &mut Vec<Segment>, found: &mut Vec<Vec<Segment>>) {
        let last = ring[ring.len() - 1].clone();
        if chained(&last, &ring[0]).is_some() {
            let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
            let units: Vec<Unit> = pairs.map(|(a, b)| chained(a, b).unwrap()).collect();
            if units.iter().any(|&unit| unit != units[0]) {
                found.push(ring.clone());
            }
        }
        if ring.len() == 8 {
            return;
        }
        for next in all {
            let new = ring.iter().all(|segment| !touch(segment, next));
            if new && chained(&last, next).is_some() {
                ring.push(next.clone());
                extend(all, ring, found);
                ring.pop();
            }
        }
    }
    let all = segments(state);
    let mut found = Vec::new();
    for first in &all {
        extend(&all, &mut vec![first.clone()], &mut found);
    }
    found
}

/// The number of belts, counted once for both directions and all beginnings.
pub fn belt_count(state: &State) -> usize {
    let rings = rings(state);
    let mut count = 0;
    for length in 1..=8 {
        let same = rings.iter().filter(|ring| ring.len() == length).count();
        assert_eq!(same % (2 * length), 0);
        count += same / (2 * length);
    }
    count
}

/// Targets of the belts: the common numbers of two chained segments elsewhere in
/// their unit.
pub fn belt_targets(state: &State) -> Vec<usize> {
    let mut is_target = vec![false; LABELS];
    for ring in rings(state) {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let unit = chained(a, b).unwrap();
            for l in state.candidates() {
                let (n, r, c) = super::coordinates(l);
                let inside = is_in((r, c), unit) && a.right.contains(&n);
                let end = a.ends.contains(&(r, c)) || b.ends.contains(&(r, c));
                is_target[l] |= inside && !end;
            }
        }
    }
    (0..LABELS).filter(|&l| is_target[l]).collect()
}

/// S_4Fin + x2y2 to quiescence: belts when nothing else applies, all at once.
pub fn belts_closure(state: &mut State) {
    loop {
        finned_closure(state, 4);
        if state.contradictory() || state.solved() {
            return;
        }
        let targets = belt_targets(state);
        if targets.is_empty() {
            return;
        }
        targets.into_iter().for_each(|t| state.delete(t));
    }
}
