//! The board of the solver: sweeps, splits, and the search over them.

use super::lanes::Lanes;
use crate::sudoku::Grid;
use std::array::from_fn;

/// The nine candidates of one cell.
pub(super) const CELL: u32 = 0x1ff;

fn candidates_of(digit: u8) -> u32 {
    // One entry for every byte: invalid digits leave no candidate, without a test.
    const BY_DIGIT: [u32; 256] = {
        let mut masks = [0; 256];
        masks[0] = CELL;
        let mut digit = 1;
        while digit <= 9 {
            masks[digit] = 1 << (digit - 1);
            digit += 1;
        }
        masks
    };
    BY_DIGIT[usize::from(digit)]
}

/// Every candidate of every cell.
const FULL: Lanes = everywhere(CELL);
/// The guard bit of every cell, just above its candidates. It is never set in a board: it
/// stops carries and borrows, so that additions and subtractions work cell by cell.
const GUARD: Lanes = everywhere(CELL + 1);
/// The lowest bit of every cell.
const LOW: Lanes = everywhere(1);

const fn everywhere(cell: u32) -> Lanes {
    let lane = cell | cell << 10 | cell << 20;
    Lanes::new([lane, lane, lane])
}

/// The candidates of all cells. Word `3 * r + x` is for row `r` of every band within stack
/// `x`, its lane `k` for column `k` of the stack, and the ten bits `b` of the lane for band
/// `b`. So rows and boxes are combined word by word, columns lane by lane, bands by shifts.
#[derive(Clone, Copy)]
pub(super) struct SolverBoard([Lanes; 9]);

/// The status of a board that sweeps no longer change.
enum Settled {
    Contradiction,
    Solved,
    Open,
}

impl SolverBoard {
    const EMPTY: SolverBoard = SolverBoard([Lanes::ZERO; 9]);

    #[inline(always)]
    pub(super) fn new(candidates: impl Fn(usize) -> u32) -> SolverBoard {
        let mut board = SolverBoard::EMPTY;
        for (i, word) in board.0.iter_mut().enumerate() {
            let lane = |k| {
                let top = i / 3 * 9 + i % 3 * 3 + k;
                candidates(top) | candidates(top + 27) << 10 | candidates(top + 54) << 20
            };
            *word = Lanes::new([lane(0), lane(1), lane(2)]);
        }
        board
    }

    #[inline(always)]
    pub(super) fn of_givens(givens: &Grid) -> SolverBoard {
        SolverBoard::new(|cell| candidates_of(givens.0[cell]))
    }

    /// The givens without that of `cell`, which may have every digit except `excluded`.
    pub(super) fn of_givens_but(givens: &Grid, cell: usize, excluded: u8) -> SolverBoard {
        let mut others = givens.0.map(candidates_of);
        others[cell] = CELL & !candidates_of(excluded);
        SolverBoard::new(|cell| others[cell])
    }

    /// The candidates cell by cell, row by row: bit `d - 1` stands for digit `d`.
    pub(super) fn masks(&self) -> [u16; 81] {
        let mut masks = [0; 81];
        for (word, lanes) in self.0.iter().enumerate() {
            for (k, lane) in lanes.lanes().into_iter().enumerate() {
                let top = word / 3 * 9 + word % 3 * 3 + k;
                for band in 0..3 {
                    masks[top + 27 * band] = (lane >> (10 * band) & CELL) as u16;
                }
            }
        }
        masks
    }

    /// The digits of a solved board.
    pub(super) fn grid(&self) -> Grid {
        Grid(self.masks().map(|mask| 1 + mask.trailing_zeros() as u8))
    }

    /// Calls `visit` on the solutions, one by one, until it returns true; returns true if it did.
    pub(super) fn search(self, visit: &mut impl FnMut(&SolverBoard) -> bool) -> bool {
        self.search_while(visit, &mut || true)
    }

    /// The same as long as `go_on`, which is asked before each split, returns true; returns true
    /// if one of them stopped the search.
    pub(super) fn search_while(
        mut self,
        visit: &mut impl FnMut(&SolverBoard) -> bool,
        go_on: &mut impl FnMut() -> bool,
    ) -> bool {
        loop {
            match self.settle() {
                Settled::Contradiction => return false,
                Settled::Solved => return visit(&self),
                Settled::Open => {}
            }
            if !go_on() {
                return true;
            }
            let (with, without) = self.split();
            if with.search_while(visit, go_on) {
                return true;
            }
            self = without;
        }
    }

    /// Splits an open board in two: a cell with one of its candidates, or without it.
    /// The cell has the fewest candidates; of several, it is preferably one with
    /// candidates that it sees in another of them, because then both boards lead further.
    #[inline(never)]
    fn split(&self) -> (SolverBoard, SolverBoard) {
        let mut rest = self.0.map(without_lowest);
        let fewest = loop {
            let next = rest.map(without_lowest);
            let emptied: [_; 9] = from_fn(|i| filled(rest[i]).without(filled(next[i])));
            if !emptied.iter().all(|word| word.is_zero()) {
                break emptied;
            }
            rest = next;
        };
        let candidates = from_fn(|i| self.0[i].and(whole(fewest[i])));
        let seen = seen_from(&candidates);
        let shared: [_; 9] = from_fn(|i| candidates[i].and(seen[i]));
        let two_shared = shared.map(|word| filled(without_lowest(word)));
        let guards = [two_shared, shared.map(filled), fewest];
        let first = |words: &[Lanes; 9]| words.iter().position(|word| !word.is_zero());
        let (i, guards) = guards
            .iter()
            .find_map(|words| first(words).map(|i| (i, words[i].lanes())))
            .unwrap_or_default();

        let k = guards.iter().position(|&lane| lane != 0).unwrap_or(0);
        let guard = lowest(guards[k]);
        let mut cell = [0; 3];
        cell[k] = guard - (guard >> 9);
        let mut candidate = [0; 3];
        candidate[k] = lowest(self.0[i].lanes()[k] & cell[k]);

        let (mut with, mut without) = (*self, *self);
        let candidate = Lanes::new(candidate);
        with.0[i] = self.0[i].without(Lanes::new(cell)).or(candidate);
        without.0[i] = self.0[i].without(candidate);
        (with, without)
    }

    /// The candidates of `wanted` that are in exactly one solution.
    ///
    /// Each is searched for two solutions, unless the searches for others have already found
    /// two with it, as is the case for most.
    pub(super) fn lone(mut self, wanted: &SolverBoard) -> SolverBoard {
        let mut lone = SolverBoard::EMPTY;
        let mut live = SolverBoard(from_fn(|i| wanted.0[i].and(self.0[i])));
        if let Settled::Contradiction = self.settle() {
            return lone;
        }
        let mut solutions: Vec<SolverBoard> = Vec::new();
        let mut found = SolverBoard::EMPTY;
        for i in 0..9 {
            while let Some((cell, candidate)) = first(live.0[i].and(self.0[i])) {
                let mut with = self;
                with.0[i] = self.0[i].without(cell).or(candidate);
                // Only a solution that has the candidate can be found again.
                let had = !found.0[i].and(candidate).is_zero();
                let mut count = 0;
                with.search(&mut |solution| {
                    count += 1;
                    if !had || !solutions.iter().any(|known| known.is(&solution.0)) {
                        solutions.push(*solution);
                        for ((live, found), &now) in
                            live.0.iter_mut().zip(&mut found.0).zip(&solution.0)
                        {
                            *live = live.without(found.and(now));
                            *found = found.or(now);
                        }
                    }
                    count == 2
                });
                live.0[i] = live.0[i].without(candidate);
                if count == 1 {
                    lone.0[i] = lone.0[i].or(candidate);
                }
            }
        }
        lone
    }

    /// Sweeps until nothing changes.
    #[inline(always)]
    fn settle(&mut self) -> Settled {
        loop {
            let before = self.0;
            let mut occupied = GUARD;
            let mut several = Lanes::ZERO;
            let single = self.0.map(|word| {
                let less = word.or(GUARD).sub(LOW);
                occupied = occupied.and(less);
                let rest = word.and(less);
                several = several.or(rest);
                word.without(whole(filled(rest)))
            });
            if !GUARD.without(occupied).is_zero() {
                return Settled::Contradiction;
            }
            let seen = seen_from(&single);
            for (word, seen) in self.0.iter_mut().zip(seen) {
                *word = word.without(seen);
            }
            if several.is_zero() {
                // Every cell has one digit; the grid is valid if no cell sees its own digit.
                return if self.is(&before) {
                    Settled::Solved
                } else {
                    Settled::Contradiction
                };
            }
            if !self.lock_rows() {
                return Settled::Contradiction;
            }
            self.lock_columns();
            if !self.place_hidden() {
                return Settled::Contradiction;
            }
            if self.is(&before) {
                return Settled::Open;
            }
        }
    }

    #[inline(always)]
    fn is(&self, other: &[Lanes; 9]) -> bool {
        let pairs = self.0.into_iter().zip(*other);
        pairs
            .fold(Lanes::ZERO, |all, (a, b)| all.or(a.xor(b)))
            .is_zero()
    }

    /// Keeps a digit in a box's part of a row only if the three rows of the band can take
    /// it in three different boxes that way; `false` if some digit has no such places.
    #[inline(always)]
    fn lock_rows(&mut self) -> bool {
        let part = self.0.map(|word| word.or(word.next()).or(word.prev()));
        let boxes = |a: usize, b: usize, c: usize| part[a].and(part[3 + b]).and(part[6 + c]);
        let (abc, acb, bac) = (boxes(0, 1, 2), boxes(0, 2, 1), boxes(1, 0, 2));
        let (bca, cab, cba) = (boxes(1, 2, 0), boxes(2, 0, 1), boxes(2, 1, 0));
        let top = [abc.or(acb), bac.or(bca), cab.or(cba)];
        let middle = [bac.or(cab), abc.or(cba), acb.or(bca)];
        let bottom = [bca.or(cba), acb.or(cab), abc.or(bac)];
        for x in 0..3 {
            self.0[x] = self.0[x].and(top[x]);
            self.0[3 + x] = self.0[3 + x].and(middle[x]);
            self.0[6 + x] = self.0[6 + x].and(bottom[x]);
        }
        FULL.without(top[0].or(top[1]).or(top[2])).is_zero()
    }

    /// The same for columns. Digits without a place are left to the next sweep to find.
    #[inline(always)]
    fn lock_columns(&mut self) {
        for x in 0..3 {
            let part = self.0[x].or(self.0[3 + x]).or(self.0[6 + x]);
            let below = part.shr::<10>().or(part.shl::<20>());
            let above = part.shr::<20>().or(part.shl::<10>());
            let forth = below.next().and(above.prev());
            let back = below.prev().and(above.next());
            let allowed = part.and(forth.or(back));
            for word in [x, 3 + x, 6 + x] {
                self.0[word] = self.0[word].and(allowed);
            }
        }
    }

    /// Places the digits that have one cell left in a box; `false` if two need the same
    /// cell. After locking, the only cell of a row or column is also the only one of its box.
    #[inline(always)]
    fn place_hidden(&mut self) -> bool {
        let mut clash = Lanes::ZERO;
        for x in 0..3 {
            let [a, b, c] = [self.0[x], self.0[3 + x], self.0[6 + x]];
            let twice = a.and(b).or(c.and(a.or(b)));
            let once = a.or(b).or(c);
            let across = once
                .and(once.next())
                .or(once.prev().and(once.or(once.next())));
            let repeated = twice.or(twice.next()).or(twice.prev()).or(across);
            for i in [x, 3 + x, 6 + x] {
                let only = self.0[i].without(repeated);
                let less = only.or(GUARD).sub(LOW);
                clash = clash.or(only.and(less));
                self.0[i] = self.0[i].without(whole(less.and(GUARD))).or(only);
            }
        }
        clash.is_zero()
    }
}

/// For every cell the candidates that are in some *other* cell of its row, column or box.
#[inline(always)]
fn seen_from(words: &[Lanes; 9]) -> [Lanes; 9] {
    let beside = words.map(|word| word.next().or(word.prev()));
    let part: [_; 9] = from_fn(|i| words[i].or(beside[i]));
    let bands: [_; 3] = from_fn(|x| {
        let column = words[x].or(words[3 + x]).or(words[6 + x]);
        let below = column.shr::<10>().or(column.shl::<20>());
        below.or(column.shr::<20>().or(column.shl::<10>()))
    });
    from_fn(|i| {
        let (r, x) = (i / 3, i % 3);
        let row = part[3 * r + (x + 1) % 3].or(part[3 * r + (x + 2) % 3]);
        let block = part[(i + 3) % 9].or(part[(i + 6) % 9]);
        row.or(block).or(beside[i].or(bands[x]))
    })
}

/// The guards of the cells that have a candidate.
#[inline(always)]
fn filled(word: Lanes) -> Lanes {
    word.add(FULL).and(GUARD)
}

/// All nine bits of the cells whose guards are set.
#[inline(always)]
fn whole(guards: Lanes) -> Lanes {
    guards.sub(guards.shr::<9>())
}

#[inline(always)]
fn without_lowest(word: Lanes) -> Lanes {
    word.and(word.or(GUARD).sub(LOW))
}

/// The lowest candidate of the first non-empty lane, and all nine of its cell.
fn first(word: Lanes) -> Option<(Lanes, Lanes)> {
    let lanes = word.lanes();
    let k = lanes.iter().position(|&lane| lane != 0)?;
    let (mut cell, mut candidate) = ([0; 3], [0; 3]);
    candidate[k] = lowest(lanes[k]);
    cell[k] = CELL << (candidate[k].trailing_zeros() / 10 * 10);
    Some((Lanes::new(cell), Lanes::new(candidate)))
}

fn lowest(bits: u32) -> u32 {
    bits & bits.wrapping_neg()
}
