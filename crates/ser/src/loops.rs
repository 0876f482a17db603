//! Unique rectangles and loops.
//!
//! The search for loops goes depth first through cells that have two given digits. A valid loop
//! has in each of its regions exactly one cell at an even and one at an odd place. So a path ends
//! where a region would get a second cell of the same parity, and cells are entered only if each
//! of their regions has another cell that could be entered. The extra digits that decide where
//! else the path may go are collected from all cells that are looked at, entered or not.

use crate::board::Board;
use crate::geometry::{CELLS, HOUSES, PEERS, PLACES, are_peers, bits, cells};
use crate::hint::{Hint, Removals, removals};
use crate::technique::{Technique, Unique};

struct Search<'a> {
    board: &'a Board,
    pair: u16,
    /// The cells that may be entered.
    useful: u128,
    path: Vec<usize>,
    inside: u128,
    /// The houses of the cells at even and odd places.
    houses: [u32; 2],
    loops: &'a mut Vec<Vec<usize>>,
}

fn houses_of(cell: usize) -> u32 {
    HOUSES[cell]
        .iter()
        .fold(0, |mask, &house| mask | 1 << house)
}

impl Search<'_> {
    fn visit(&mut self, cell: usize, entered: usize, extra: u16, allowance: i32) {
        let parity = self.path.len() % 2;
        self.path.push(cell);
        self.inside |= 1 << cell;
        self.houses[parity] |= houses_of(cell);
        let cand = &self.board.grid.cand;
        let mut extra = extra;
        for kind in (0..3).filter(|&kind| kind != entered) {
            for &next in &CELLS[usize::from(HOUSES[cell][kind])] {
                let next = usize::from(next);
                if next == self.path[0] && self.path.len() >= 4 {
                    if self.houses[0] == self.houses[1] {
                        self.loops.push(self.path.clone());
                    }
                } else if self.inside >> next & 1 == 0 && cand[next] & self.pair == self.pair {
                    let more = cand[next] & !self.pair;
                    extra |= more;
                    if (more == 0 || extra.count_ones() == 1 || allowance > 0)
                        && self.useful >> next & 1 == 1
                        && self.houses[1 - parity] & houses_of(next) == 0
                    {
                        self.visit(next, kind, extra, allowance - i32::from(more != 0));
                    }
                }
            }
        }
        self.houses[parity] &= !houses_of(cell);
        self.inside &= !(1 << cell);
        self.path.pop();
    }
}

/// The cells that can be in a loop: each of their houses has another such cell.
fn useful(board: &Board, pair: u16) -> u128 {
    let cand = &board.grid.cand;
    let mut mask = 0u128;
    for digit in bits(pair).take(1) {
        for house in 0..9 {
            for position in bits(board.grid.pos[digit][house]) {
                let cell = usize::from(CELLS[house][position]);
                mask |= u128::from(cand[cell] & pair == pair) << cell;
            }
        }
    }
    loop {
        let (mut seen, mut twice) = (0u32, 0u32);
        for cell in cells(mask) {
            let houses = houses_of(cell);
            twice |= seen & houses;
            seen |= houses;
        }
        let lonely = seen & !twice;
        if lonely == 0 {
            return mask;
        }
        for cell in cells(mask) {
            if houses_of(cell) & lonely != 0 {
                mask &= !(1 << cell);
            }
        }
    }
}

/// What makes a hint a repetition of an earlier one.
#[derive(PartialEq)]
struct Identity {
    class: u8,
    cells: u128,
    /// Of type 3: the house, the digits and the cells of the set.
    set: Option<(usize, u16, u128)>,
}

struct Found {
    /// The rating as the sum that it is, and the number of the type, which sort the hints.
    order: (f64, u8),
    technique: Technique,
    removals: Removals,
}

#[derive(Default)]
struct Hints {
    seen: Vec<Identity>,
    best: Option<Found>,
}

struct Loop<'a> {
    board: &'a Board,
    cells: u128,
    length: u8,
    pair: u16,
    rating: f64,
}

impl Loop<'_> {
    fn emit(
        &self,
        hints: &mut Hints,
        unique: Unique,
        more: u32,
        set: Option<(u8, (usize, u16, u128))>,
        removals: Removals,
    ) {
        if removals.is_empty() {
            return;
        }
        let kind = unique as u8 + 1;
        let identity = Identity {
            class: set.map_or(kind, |(class, _)| class),
            cells: self.cells,
            set: set.map(|(_, set)| set),
        };
        if hints.seen.contains(&identity) {
            return;
        }
        hints.seen.push(identity);
        let order = (self.rating + 0.1 * f64::from(more), kind);
        if hints.best.as_ref().is_none_or(|best| order < best.order) {
            hints.best = Some(Found {
                order,
                technique: Technique::UniqueLoop {
                    cells: self.length,
                    unique,
                },
                removals,
            });
        }
    }

    fn type2(&self, hints: &mut Hints, extra: &[usize], digit: u16) {
        let common = extra.iter().fold(!0, |mask, &cell| mask & PEERS[cell]);
        let found = removals(&self.board.grid, cells(common), digit);
        self.emit(hints, Unique::Type2, 0, None, found);
    }

    /// The houses that two cells share, by kind.
    fn shared(c1: usize, c2: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..3)
            .filter(move |&kind| HOUSES[c1][kind] == HOUSES[c2][kind])
            .map(move |kind| (kind, usize::from(HOUSES[c1][kind])))
    }

    fn type3(&self, hints: &mut Hints, c1: usize, c2: usize, union: u16) {
        for k in union.count_ones()..8 {
            for (kind, house) in Loop::shared(c1, c2) {
                let empty = u32::from(self.board.filled.empty[house]);
                let (p1, p2) = (PLACES[c1][kind], PLACES[c2][kind]);
                if 2 * k <= empty {
                    self.naked(hints, k, house, (c1, c2), (p1, p2), union);
                }
                if 2 * k < empty {
                    self.hidden(hints, k, house, (p1, p2), union);
                }
            }
        }
    }

    fn naked(
        &self,
        hints: &mut Hints,
        k: u32,
        house: usize,
        (c1, c2): (usize, usize),
        (p1, p2): (u16, u16),
        union: u16,
    ) {
        let grid = &self.board.grid;
        let sets = grid.cells_with(house);
        for positions in 0..512u16 {
            if positions.count_ones() != k || positions & p1 == 0 || positions & p2 != 0 {
                continue;
            }
            let others = positions & !p1;
            let (mut all, mut least) = (0, 9);
            for position in bits(others) {
                all |= sets[position];
                least = least.min(sets[position].count_ones());
            }
            let digits = all | union;
            let both = all | union & grid.cand[c1] & grid.cand[c2];
            if least < 2 || digits.count_ones() != k || both.count_ones() != k {
                continue;
            }
            let rest = !positions & !p2 & 0x1ff;
            let outside = bits(rest).map(|position| usize::from(CELLS[house][position]));
            let mut found = removals(grid, outside, digits);
            found.sort_unstable();
            let set = (house, digits, at(house, others));
            self.emit(hints, Unique::Type3, k - 1, Some((5, set)), found);
        }
    }

    fn hidden(&self, hints: &mut Hints, k: u32, house: usize, (p1, p2): (u16, u16), union: u16) {
        let grid = &self.board.grid;
        let others = !(self.pair | union) & 0x1ff;
        for more in 0..512u16 {
            if more & !others != 0 || more.count_ones() != k - 2 {
                continue;
            }
            let digits = more | self.pair;
            let (mut positions, mut light) = (0, true);
            for digit in bits(digits) {
                let pos = grid.pos[digit][house] & !p2;
                light &= pos != 0;
                positions |= pos;
            }
            if !light || positions.count_ones() != k {
                continue;
            }
            let inside = bits(positions & !p1).map(|position| usize::from(CELLS[house][position]));
            let found = removals(grid, inside, !digits);
            let set = (house, digits, at(house, positions & !p1));
            self.emit(hints, Unique::Type3, k - 2, Some((6, set)), found);
        }
    }

    fn type4(&self, hints: &mut Hints, c1: usize, c2: usize) {
        let grid = &self.board.grid;
        let mut digits = bits(self.pair);
        let (Some(low), Some(high)) = (digits.next(), digits.next()) else {
            return;
        };
        let locked = |digit: usize| {
            Loop::shared(c1, c2).any(|(kind, house)| {
                grid.pos[digit][house] & !(PLACES[c1][kind] | PLACES[c2][kind]) == 0
            })
        };
        let removed = match (locked(low), locked(high)) {
            (true, _) => high,
            (_, true) => low,
            _ => return,
        };
        let both = [c1.min(c2), c1.max(c2)];
        let found = removals(grid, both.into_iter(), 1 << removed);
        self.emit(hints, Unique::Type4, 0, None, found);
    }
}

/// The cells at these positions of a house.
fn at(house: usize, positions: u16) -> u128 {
    bits(positions).fold(0, |mask, position| mask | 1 << CELLS[house][position])
}

/// The first hint of all unique rectangles and loops.
pub(crate) fn first(board: &Board) -> Option<Hint> {
    let cand = &board.grid.cand;
    let mut hints = Hints::default();
    let mut loops = Vec::new();
    // The useful cells of each pair of digits that was asked for.
    let mut known: Vec<(u16, u128)> = Vec::new();
    for start in cells(board.bivalue) {
        let pair = cand[start];
        let mask = match known.iter().find(|entry| entry.0 == pair) {
            Some(entry) => entry.1,
            None => {
                let mask = useful(board, pair);
                known.push((pair, mask));
                mask
            }
        };
        if mask >> start & 1 == 0 {
            continue;
        }
        loops.clear();
        let mut search = Search {
            board,
            pair,
            useful: mask,
            path: Vec::new(),
            inside: 0,
            houses: [0; 2],
            loops: &mut loops,
        };
        search.visit(start, 3, 0, 2);
        for path in &loops {
            of_loop(board, path, pair, &mut hints);
        }
    }
    let found = hints.best?;
    let tenths = ((found.order.0 + 0.05) * 10.0).floor() as u16;
    Some(Hint::new(found.technique, tenths, found.removals))
}

fn of_loop(board: &Board, path: &[usize], pair: u16, hints: &mut Hints) {
    let cand = &board.grid.cand;
    let extra: Vec<usize> = path
        .iter()
        .copied()
        .filter(|&cell| cand[cell] != pair)
        .collect();
    let rating = match path.len() {
        4 => 4.5,
        6 => 4.6,
        8 => 4.7,
        _ => 4.5 + 0.3 + 0.2,
    };
    let this = Loop {
        board,
        cells: path.iter().fold(0, |mask, &cell| mask | 1 << cell),
        length: path.len() as u8,
        pair,
        rating,
    };
    match extra[..] {
        [] => {}
        [cell] => {
            let removals = vec![(cell as u8, pair)];
            this.emit(hints, Unique::Type1, 0, None, removals);
        }
        [c1, c2] => {
            let union = (cand[c1] | cand[c2]) & !pair;
            if union.count_ones() == 1 {
                this.type2(hints, &extra, union);
            } else if are_peers(c1, c2) {
                this.type3(hints, c1, c2, union);
            }
            this.type4(hints, c1, c2);
        }
        [first, ..] => {
            let digits = cand[first] & !pair;
            this.type2(hints, &extra, digits & digits.wrapping_neg());
        }
    }
}
