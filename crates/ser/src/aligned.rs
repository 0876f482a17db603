//! Aligned pair and triplet exclusion.

use crate::board::Board;
use crate::geometry::{PEERS, are_peers, bits, cells, peers_in};
use crate::hint::Removals;

/// The cells that can take part, with their excluders.
struct Base {
    excluders: u128,
    cells: Vec<usize>,
    mask: u128,
}

impl Base {
    fn new(board: &Board, degree: u32) -> Base {
        let grid = &board.grid;
        let mut excluders = board.bivalue;
        if degree == 3 {
            for cell in (0..81).filter(|&cell| grid.n(cell) == 3) {
                excluders |= 1 << cell;
            }
        }
        let mut base = Base {
            excluders,
            cells: Vec::new(),
            mask: 0,
        };
        for cell in (0..81).filter(|&cell| grid.n(cell) >= 2) {
            if PEERS[cell] & board.single == 0 && PEERS[cell] & excluders != 0 {
                base.cells.push(cell);
                base.mask |= 1 << cell;
            }
        }
        base
    }
}

/// The first aligned pair exclusion.
pub(crate) fn pair(board: &Board) -> Option<Removals> {
    let base = Base::new(board, 2);
    let cand = &board.grid.cand;
    for (i, &b) in base.cells.iter().enumerate() {
        let near = PEERS[b] & base.excluders;
        for &a in &base.cells[..i] {
            let common = near & PEERS[a];
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            let peers = are_peers(a, b);
            // The digits of one cell that leave none for the other.
            let dead = |own: u16, other: u16| {
                bits(own).fold(0, |dead, x| {
                    let mut forbidden = u16::from(peers) << x;
                    for excluder in cells(common) {
                        let pair = cand[excluder];
                        if pair >> x & 1 == 1 {
                            forbidden |= pair & !(1 << x);
                        }
                    }
                    dead | u16::from(other & !forbidden == 0) << x
                })
            };
            // Each digit of the other cell needs an excluder of its own, or to be the same.
            let most = common.count_ones() + u32::from(peers);
            let in_a = match cand[b].count_ones() <= most {
                true => dead(cand[a], cand[b]),
                false => 0,
            };
            let in_b = match cand[a].count_ones() <= most {
                true => dead(cand[b], cand[a]),
                false => 0,
            };
            let found: Removals = [(a as u8, in_a), (b as u8, in_b)]
                .into_iter()
                .filter(|&(_, digits)| digits != 0)
                .collect();
            if !found.is_empty() {
                return Some(found);
            }
        }
    }
    None
}

/// The first aligned triplet exclusion.
pub(crate) fn triplet(board: &Board) -> Option<Removals> {
    let base = Base::new(board, 3);
    for (i, &b) in base.cells.iter().enumerate() {
        let near = PEERS[b] & base.excluders;
        for &a in &base.cells[..i] {
            let common = near & PEERS[a];
            if common & common.wrapping_sub(1) == 0 {
                continue;
            }
            let both = base.mask & !(1 << a) & !(1 << b);
            let of_a = PEERS[a] & base.excluders & both;
            let of_b = near & both & !of_a;
            for c in peers_in(a, of_a).chain(peers_in(b, of_b)) {
                let common = common & PEERS[c];
                if common & common.wrapping_sub(1) == 0 {
                    continue;
                }
                let found = exclusion(board, [a, b, c], common);
                if !found.is_empty() {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// What no allowed combination of candidates of the three cells has.
fn exclusion(board: &Board, trio: [usize; 3], common: u128) -> Removals {
    let cand = &board.grid.cand;
    let mut sets = [0u16; 12];
    let mut count = 0;
    for cell in cells(common).take(12) {
        sets[count] = cand[cell];
        count += 1;
    }
    let sets = &sets[..count];
    let [a, b, c] = trio;
    let peers = [are_peers(a, b), are_peers(a, c), are_peers(b, c)];
    let [own_a, own_b, own_c] = trio.map(|cell| cand[cell]);
    // Candidates that some allowed combination has.
    let (mut alive_a, mut alive_b, mut alive_c) = (0u16, 0u16, 0u16);
    for x in bits(own_a) {
        let bs = own_b & !(u16::from(peers[0]) << x);
        for y in bits(bs) {
            // Enough is known about x and y, unless a candidate of the third cell is open.
            if alive_a >> x & 1 == 1 && alive_b >> y & 1 == 1 && alive_c == own_c {
                continue;
            }
            let two = 1 << x | 1 << y;
            let mut free = own_c & !(u16::from(peers[1]) << x) & !(u16::from(peers[2]) << y);
            for set in sets {
                let rest = set & !two;
                if rest & rest.wrapping_sub(1) == 0 {
                    // All of it is chosen, or one digit more would complete it.
                    free &= if rest == 0 { 0 } else { !rest };
                }
            }
            if free != 0 {
                alive_a |= 1 << x;
                alive_b |= 1 << y;
                alive_c |= free;
            }
        }
    }
    let mut found: Removals = [
        (a, own_a & !alive_a),
        (b, own_b & !alive_b),
        (c, own_c & !alive_c),
    ]
    .into_iter()
    .filter(|&(_, digits)| digits != 0)
    .map(|(cell, digits)| (cell as u8, digits))
    .collect();
    found.sort_unstable();
    found
}
