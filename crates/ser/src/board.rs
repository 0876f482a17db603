//! The state of a puzzle: candidates, values, and what singles need at once.

use crate::geometry::{CELLS, HOUSES, PLACES, SET_ORDER};

/// Candidates, by cell and by digit and house.
#[derive(Clone)]
pub(crate) struct Grid {
    /// The candidates of each cell.
    pub(crate) cand: [u16; 81],
    /// The positions of each digit in each house.
    pub(crate) pos: [[u16; 27]; 9],
}

impl Grid {
    pub(crate) const EMPTY: Grid = Grid {
        cand: [0; 81],
        pos: [[0; 27]; 9],
    };

    pub(crate) fn new(cand: &[u16; 81]) -> Grid {
        let mut grid = Grid::EMPTY;
        for (cell, &digits) in cand.iter().enumerate() {
            grid.cand[cell] = digits;
            for digit in crate::geometry::bits(digits) {
                for (house, place) in HOUSES[cell].into_iter().zip(PLACES[cell]) {
                    grid.pos[digit][usize::from(house)] |= place;
                }
            }
        }
        grid
    }

    pub(crate) fn n(&self, cell: usize) -> u32 {
        self.cand[cell].count_ones()
    }

    pub(crate) fn has(&self, cell: usize, digit: usize) -> bool {
        self.cand[cell] >> digit & 1 == 1
    }

    /// Removes a candidate that is there.
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        self.cand[cell] &= !(1 << digit);
        let pos = &mut self.pos[digit];
        for (house, place) in HOUSES[cell].into_iter().zip(PLACES[cell]) {
            pos[usize::from(house)] &= !place;
        }
    }

    /// The cells of a house that have candidates of these, by position.
    pub(crate) fn cells_with(&self, house: usize) -> [u16; 9] {
        CELLS[house].map(|cell| self.cand[usize::from(cell)])
    }
}

/// What is filled: the same during the runs of a step as at their start.
#[derive(Clone)]
pub(crate) struct Filled {
    /// The number of empty cells of each house.
    pub(crate) empty: [u8; 27],
    /// How often each digit is placed.
    pub(crate) placed: [u8; 9],
}

/// The bit of a house in the order of singles and sets.
const fn set_bit(house: usize) -> u32 {
    1 << SET_ORDER[house]
}

/// A puzzle on its way to the solution.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) grid: Grid,
    /// The digit of each cell, from 1; 0 if it is empty.
    pub(crate) value: [u8; 81],
    pub(crate) filled: Filled,
    pub(crate) unsolved: u32,
    /// The digits with one position in each house.
    pub(crate) ones: [u16; 27],
    /// The houses that have such digits, in the order of sets.
    pub(crate) with_ones: u32,
    /// The houses with one empty cell, in the order of sets.
    pub(crate) last: u32,
    /// The cells with one and with two candidates.
    pub(crate) single: u128,
    pub(crate) bivalue: u128,
    /// Houses in which candidates were removed, as bits, and digits that lost candidates, since
    /// the last call of [`Board::changes`].
    changed: (u32, u16),
}

impl Board {
    pub(crate) fn new(cand: &[u16; 81]) -> Board {
        let mut board = Board {
            grid: Grid::new(cand),
            value: [0; 81],
            filled: Filled {
                empty: [9; 27],
                placed: [0; 9],
            },
            unsolved: 81,
            ones: [0; 27],
            with_ones: 0,
            last: 0,
            single: 0,
            bivalue: 0,
            changed: (!0, !0),
        };
        for digit in 0..9 {
            for house in 0..27 {
                board.count(digit, house);
            }
        }
        for cell in 0..81 {
            board.count_cell(cell);
        }
        board
    }

    fn count(&mut self, digit: usize, house: usize) {
        let pos = self.grid.pos[digit][house];
        let one = pos != 0 && pos & (pos - 1) == 0;
        let ones = self.ones[house] & !(1 << digit) | u16::from(one) << digit;
        self.ones[house] = ones;
        let bit = set_bit(house);
        self.with_ones = if ones != 0 {
            self.with_ones | bit
        } else {
            self.with_ones & !bit
        };
    }

    fn count_cell(&mut self, cell: usize) {
        let n = self.grid.n(cell);
        self.single = self.single & !(1 << cell) | u128::from(n == 1) << cell;
        self.bivalue = self.bivalue & !(1 << cell) | u128::from(n == 2) << cell;
    }

    /// Removes a candidate that is there.
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        self.grid.cand[cell] &= !(1 << digit);
        self.count_cell(cell);
        for (house, place) in HOUSES[cell].into_iter().zip(PLACES[cell]) {
            let house = usize::from(house);
            self.grid.pos[digit][house] &= !place;
            self.changed.0 |= 1 << house;
            self.count(digit, house);
        }
        self.changed.1 |= 1 << digit;
    }

    /// Gives an empty cell its digit.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        self.value[cell] = digit as u8 + 1;
        self.unsolved -= 1;
        self.filled.placed[digit] += 1;
        for other in crate::geometry::bits(self.grid.cand[cell]) {
            self.remove(cell, other);
        }
        for house in HOUSES[cell] {
            let house = usize::from(house);
            self.changed.0 |= 1 << house;
            self.filled.empty[house] -= 1;
            let bit = set_bit(house);
            self.last = if self.filled.empty[house] == 1 {
                self.last | bit
            } else {
                self.last & !bit
            };
            for position in crate::geometry::bits(self.grid.pos[digit][house]) {
                self.remove(usize::from(CELLS[house][position]), digit);
            }
        }
    }

    /// The houses and digits that changed since the last call.
    pub(crate) fn changes(&mut self) -> (u32, u16) {
        std::mem::replace(&mut self.changed, (0, 0))
    }
}
