//! The least form of givens without a repeated digit in a line, row by row.
//!
//! A candidate is a partial symmetry: the rows chosen so far, the order of the columns as
//! far as it matters, and names of the digits met. All candidates have equal rows so
//! far. For each of them and each possible next row, the least form of the row
//! is found at once: in each stack, columns without a digit come first, then known names
//! in ascending order, then new ones. Only the candidates with the least row are kept.
//!
//! The candidates remain few, because columns that are empty so far have no order yet, and
//! neither have stacks; a candidate splits only on new digits that could be named either
//! way. Of the empty rows of a band, and of empty bands, one stands for all.

use super::super::Grid;
use super::Canonical;
use super::lines::{ORDERS_OF_THREE, lines};
use super::transformation::Symmetry;

/// The name of a digit without a name: after all others.
const NEW: u64 = 15;

/// A partial symmetry.
#[derive(Clone, Copy, Debug)]
struct PartialSymmetry {
    /// The column at each place; tied columns are in ascending order.
    columns: [u8; 9],
    /// Number of columns of each stack that are empty so far; they come first, without order.
    tied: [u8; 3],
    /// Number of stacks that are empty so far; they come first, without order.
    tied_stacks: u8,
    /// True if columns of the grid are the rows.
    transposed: bool,
    /// The names of the digits, four bits each; 0 for an empty cell.
    names: u64,
    /// The rows chosen so far.
    rows: [u8; 9],
    /// The rows that are left, one bit each.
    left: u16,
}

/// A least row after a candidate.
#[derive(Clone, Copy)]
struct Pick {
    candidate: u32,
    row: u8,
}

/// The search, with memory that it reuses.
#[derive(Default)]
pub(crate) struct GivensSearch {
    candidates: Vec<PartialSymmetry>,
    next: Vec<PartialSymmetry>,
    picks: Vec<Pick>,
    lines: [u64; 18],
    /// The empty rows, and the empty columns.
    empty: [u16; 2],
}

const BAND: u16 = 0b111;

impl GivensSearch {
    /// The least form of givens without a repeated digit in a line.
    pub(crate) fn least(&mut self, grid: &Grid) -> Canonical<Grid> {
        self.begin(grid);
        let mut least = Grid::EMPTY;
        let mut next_name = 1;
        for (place, cells) in least.0.chunks_exact_mut(9).enumerate() {
            let said = self.pick(place);
            let mut name = next_name;
            for (column, cell) in cells.iter_mut().enumerate() {
                let said = said >> (32 - 4 * column) & 15;
                *cell = said as u8;
                if said == NEW {
                    *cell = name;
                    name += 1;
                }
            }
            self.expand(place, next_name);
            next_name = name;
        }
        let first = &self.candidates[0];
        Canonical {
            puzzle: least,
            symmetry: first.symmetry(),
            automorphisms: self.candidates.len() as u64 * self.interchangeable(first),
        }
    }

    fn begin(&mut self, grid: &Grid) {
        let packed = |digits: [u8; 9]| {
            let digits = digits.iter().rev();
            digits.fold(0, |line, &digit| line << 4 | u64::from(digit))
        };
        self.lines = lines(&grid.0).map(packed);
        for (side, empty) in self.empty.iter_mut().enumerate() {
            let lines = &self.lines[9 * side..9 * side + 9];
            let bits = lines.iter().enumerate();
            *empty = bits.fold(0, |mask, (line, &digits)| {
                mask | u16::from(digits == 0) << line
            });
        }
        let first = PartialSymmetry {
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            tied: [3; 3],
            tied_stacks: 3,
            transposed: false,
            names: 0xff_ffff_fff0,
            rows: [0; 9],
            left: 0x1ff,
        };
        self.candidates.clear();
        self.candidates.push(first);
        self.candidates.push(PartialSymmetry {
            transposed: true,
            ..first
        });
    }

    /// Finds the least rows at a place.
    fn pick(&mut self, place: usize) -> u64 {
        let mut least = u64::MAX;
        self.picks.clear();
        for (index, candidate) in (0..).zip(&self.candidates) {
            let empty = self.empty[usize::from(candidate.transposed)];
            let mut open = candidate.open(place, empty);
            while open != 0 {
                let row = open.trailing_zeros() as u8;
                open &= open - 1;
                let said = candidate.said(candidate.line(&self.lines, row), least);
                if said > least {
                    continue;
                }
                if said < least {
                    least = said;
                    self.picks.clear();
                }
                self.picks.push(Pick {
                    candidate: index,
                    row,
                });
            }
        }
        least
    }

    /// Puts the picked rows in their place.
    fn expand(&mut self, place: usize, next_name: u8) {
        self.next.clear();
        for pick in &self.picks {
            let mut candidate = self.candidates[pick.candidate as usize];
            candidate.rows[place] = pick.row;
            candidate.left &= !(1 << pick.row);
            let line = candidate.line(&self.lines, pick.row);
            match line {
                0 => self.next.push(candidate),
                _ => candidate.expand(line, next_name, &mut self.next),
            }
        }
        std::mem::swap(&mut self.candidates, &mut self.next);
    }

    /// The number of permutations of lines without digits, at the end.
    fn interchangeable(&self, end: &PartialSymmetry) -> u64 {
        let rows = self.empty[usize::from(end.transposed)];
        let bands = [0, 3, 6].map(|band| rows >> band & BAND);
        let empty_bands = bands.iter().filter(|&&band| band == BAND).count();
        let of_bands = bands.iter().map(|band| factorial(band.count_ones()));
        let of_stacks = end.tied.iter().map(|&tied| factorial(tied.into()));
        factorial(empty_bands as u32)
            * factorial(end.tied_stacks.into())
            * of_bands.product::<u64>()
            * of_stacks.product::<u64>()
    }
}

fn factorial(n: u32) -> u64 {
    (1..=u64::from(n)).product()
}

impl PartialSymmetry {
    fn line(&self, lines: &[u64; 18], row: u8) -> u64 {
        lines[usize::from(row) + 9 * usize::from(self.transposed)]
    }

    /// The possible next rows: one empty row stands for all.
    #[inline(always)]
    fn open(&self, place: usize, empty: u16) -> u16 {
        let first_of = |rows: u16| {
            let empty = rows & empty;
            rows & !empty | empty & empty.wrapping_neg()
        };
        if !place.is_multiple_of(3) {
            let band = self.rows[place - 1] / 3 * 3;
            return first_of(self.left & BAND << band);
        }
        let mut open = 0;
        let mut has_empty = false;
        for band in [0, 3, 6] {
            let rows = self.left & BAND << band;
            let is_empty = rows & !empty == 0;
            if rows != 0 && !(is_empty && has_empty) {
                open |= first_of(rows);
                has_empty |= is_empty;
            }
        }
        open
    }

    /// The names of the digits that a line has in the columns of each stack.
    #[inline(always)]
    fn named(&self, line: u64, place: usize) -> u64 {
        let digit = line >> (4 * self.columns[place]) & 15;
        self.names >> (4 * digit) & 15
    }

    /// A stack of a row, its tied columns in the least order.
    #[inline(always)]
    fn stack_said(&self, line: u64, stack: usize) -> u64 {
        let mut a = self.named(line, 3 * stack);
        let mut b = self.named(line, 3 * stack + 1);
        let mut c = self.named(line, 3 * stack + 2);
        let tied = self.tied[stack];
        if tied >= 2 {
            (a, b) = (a.min(b), a.max(b));
            if tied == 3 {
                (b, c) = (b.min(c), b.max(c));
                (a, b) = (a.min(b), a.max(b));
            }
        }
        a << 8 | b << 4 | c
    }

    /// The least form of a line here: nine names of four bits. If it exceeds
    /// `most`, the result is any value above `most`.
    #[inline(always)]
    fn said(&self, line: u64, most: u64) -> u64 {
        if line == 0 {
            return 0;
        }
        let mut a = self.stack_said(line, 0);
        if self.tied_stacks < 2 && a > most >> 24 {
            return u64::MAX;
        }
        let mut b = self.stack_said(line, 1);
        let mut c = self.stack_said(line, 2);
        if self.tied_stacks >= 2 {
            (a, b) = (a.min(b), a.max(b));
            if self.tied_stacks == 3 {
                (b, c) = (b.min(c), b.max(c));
                (a, b) = (a.min(b), a.max(b));
            }
        }
        a << 24 | b << 12 | c
    }

    /// All candidates that follow from this one when a line with digits is placed.
    fn expand(&self, line: u64, next_name: u8, out: &mut Vec<PartialSymmetry>) {
        let said: [u64; 3] = std::array::from_fn(|stack| self.stack_said(line, stack));
        let names: [u64; 9] = std::array::from_fn(|place| self.named(line, place));
        for stacks in orders(self.tied_stacks) {
            if !is_least(*stacks, self.tied_stacks, |stack| said[stack]) {
                continue;
            }
            let [a, b, c] = stacks.map(usize::from);
            for first in self.stack_orders(a, &names) {
                for second in self.stack_orders(b, &names) {
                    for third in self.stack_orders(c, &names) {
                        let parts = [(a, first), (b, second), (c, third)];
                        out.push(self.arranged(parts, line, &names, next_name));
                    }
                }
            }
        }
    }

    /// The orders of the columns of a stack that yield the least form.
    fn stack_orders<'a>(
        &self,
        stack: usize,
        names: &'a [u64; 9],
    ) -> impl Iterator<Item = [u8; 3]> + use<'a> {
        let tied = self.tied[stack];
        let names = move |place: usize| names[3 * stack + place];
        let orders = orders(tied).iter().copied();
        orders.filter(move |&order| is_least(order, tied, names))
    }

    /// This candidate with its stacks, and their columns, in another order, and with
    /// names for the new digits of a line.
    fn arranged(
        &self,
        parts: [(usize, [u8; 3]); 3],
        line: u64,
        names: &[u64; 9],
        mut next_name: u8,
    ) -> PartialSymmetry {
        let mut arranged = *self;
        let mut empty_stacks = 0;
        for (place, (stack, order)) in parts.into_iter().enumerate() {
            let mut still_tied = 0;
            for (in_stack, from) in order.into_iter().enumerate() {
                let from = 3 * stack + usize::from(from);
                let column = self.columns[from];
                arranged.columns[3 * place + in_stack] = column;
                still_tied += u8::from(in_stack < self.tied[stack].into() && names[from] == 0);
                if names[from] == NEW {
                    let digit = line >> (4 * column) & 15;
                    let shift = 4 * digit;
                    arranged.names =
                        arranged.names & !(15 << shift) | u64::from(next_name) << shift;
                    next_name += 1;
                }
            }
            arranged.tied[place] = still_tied;
            empty_stacks += u8::from(place < self.tied_stacks.into() && still_tied == 3);
        }
        arranged.tied_stacks = empty_stacks;
        arranged
    }

    fn symmetry(&self) -> Symmetry {
        let mut names = [0; 10];
        let mut given = 0u16;
        for (digit, name) in names.iter_mut().enumerate() {
            *name = (self.names >> (4 * digit) & 15) as u8;
            given |= 1 << *name;
        }
        // Digits that do not appear take the remaining names.
        let mut left = (1..10).filter(|name| given >> name & 1 == 0);
        for name in names[1..].iter_mut().filter(|name| **name == NEW as u8) {
            *name = left.next().unwrap_or(0);
        }
        Symmetry::of_parts(self.rows, self.columns, self.transposed, names)
    }
}

/// The orders of three items, the first `tied` of which are interchangeable.
fn orders(tied: u8) -> &'static [[u8; 3]] {
    match tied {
        0 | 1 => &ORDERS_OF_THREE[..1],
        2 => &ORDERS_OF_THREE[..2],
        _ => &ORDERS_OF_THREE,
    }
}

/// Returns true if an order of tied items yields the least form. Empty items stay tied, so
/// that one order of them is enough.
#[inline(always)]
fn is_least(order: [u8; 3], tied: u8, said: impl Fn(usize) -> u64) -> bool {
    let tied = &order[..usize::from(tied)];
    tied.windows(2).all(|pair| {
        let [a, b] = [said(pair[0].into()), said(pair[1].into())];
        a < b || a == b && (a != 0 || pair[0] < pair[1])
    })
}
