//! The least form of complete grids.
//!
//! The first row of the least form is 123456789, for any row and any order of its columns.
//! Let σ be the permutation that maps the column of each digit in the second row to its
//! column in the first. The second row then reads as σ itself, under the order of the
//! columns: the least it can be depends on the class of σ under the 1296 orders of the
//! columns. A table has the classes of the 12,096 permutations, so that the search visits
//! only pairs of rows with the least second row and orders of the columns that yield it.

use std::sync::LazyLock;

use super::super::Grid;
use super::Canonical;
use super::lines::{ORDERS_OF_THREE, lines};
use super::transformation::Symmetry;

/// An order of nine lines.
type LineOrder = [u8; 9];

/// The orders of columns that keep stacks together.
const ORDERS: usize = 1296;

/// Marks a permutation that is impossible for two rows of a band.
const IMPOSSIBLE: u8 = u8::MAX;

/// Tables for two rows, one above the other.
struct Pairs {
    orders: Vec<LineOrder>,
    /// The class of each permutation, the least second row first.
    class: Vec<u8>,
    /// The index of an order of the columns that yields the least second row.
    way: Vec<u16>,
    /// For each class, the orders that leave the least second row unchanged.
    keep: Vec<Vec<u16>>,
}

/// The index of a permutation in the tables. Columns change stacks, in six ways.
#[inline(always)]
fn index(sigma: &LineOrder) -> usize {
    let ways = |stack: usize| {
        let code = |place: usize| {
            let to = usize::from(sigma[3 * stack + place]);
            (to + 6 - 3 * stack) % 9
        };
        36 * code(0) + 6 * code(1) + code(2)
    };
    let [a, b, c] = [sigma[6], sigma[7], sigma[8]];
    let last = usize::from(a < b) | usize::from(a < c) << 1 | usize::from(b < c) << 2;
    (ways(0) * 216 + ways(1)) * 8 + last
}

/// Length of the tables.
const INDICES: usize = 216 * 216 * 8;

fn pairs() -> &'static Pairs {
    static PAIRS: LazyLock<Pairs> = LazyLock::new(Pairs::new);
    &PAIRS
}

impl Pairs {
    fn new() -> Pairs {
        let mut pairs = Pairs {
            orders: orders(),
            class: vec![IMPOSSIBLE; INDICES],
            way: vec![0; INDICES],
            keep: Vec::new(),
        };
        // In ascending order, the first of a class is its least.
        second_rows(&mut [0; 9], 0, 0, &mut |row| pairs.add(row));
        pairs
    }

    /// Adds the class of a second row, unless it is known.
    fn add(&mut self, least: &LineOrder) {
        if self.class[index(least)] != IMPOSSIBLE {
            return;
        }
        let class = self.keep.len() as u8;
        let mut keep = Vec::new();
        for number in 0..ORDERS {
            let order = self.orders[number];
            let mut sigma = [0; 9];
            for (place, column) in order.iter().enumerate() {
                sigma[usize::from(*column)] = order[usize::from(least[place])];
            }
            if sigma == *least {
                keep.push(number as u16);
            }
            self.class[index(&sigma)] = class;
            self.way[index(&sigma)] = number as u16;
        }
        self.keep.push(keep);
    }
}

/// All orders of columns that keep stacks together.
fn orders() -> Vec<LineOrder> {
    let mut orders = Vec::with_capacity(ORDERS);
    for stacks in ORDERS_OF_THREE {
        for first in ORDERS_OF_THREE {
            for second in ORDERS_OF_THREE {
                for third in ORDERS_OF_THREE {
                    let columns = [first, second, third];
                    let column =
                        |place: usize| 3 * stacks[place / 3] + columns[place / 3][place % 3];
                    orders.push(std::array::from_fn(column));
                }
            }
        }
    }
    orders
}

/// All rows that can stand below 0, 1, 2… in a band, in ascending order.
fn second_rows(row: &mut LineOrder, place: usize, used: u16, found: &mut impl FnMut(&LineOrder)) {
    if place == 9 {
        return found(row);
    }
    for column in 0..9u8 {
        if used >> column & 1 == 0 && usize::from(column / 3) != place / 3 {
            row[place] = column;
            second_rows(row, place + 1, used | 1 << column, found);
        }
    }
}

/// The search, with memory that it reuses.
#[derive(Default)]
pub(crate) struct GridSearch {
    starts: Vec<FirstRows>,
    /// All symmetries that yield the least form found so far.
    reached: Vec<LeastSymmetry>,
}

/// Candidates for the first rows of the least form.
struct FirstRows {
    first: u8,
    second: u8,
    index: u32,
}

/// A symmetry that yields the least form.
#[derive(Clone, Copy)]
struct LeastSymmetry {
    rows: LineOrder,
    columns: LineOrder,
    names: [u8; 10],
}

/// Rows 3 to 9, nine names of four bits each.
type Rest = [u64; 7];

impl GridSearch {
    /// The least form of a complete, valid grid.
    pub(crate) fn least(&mut self, grid: &Grid) -> Canonical<Grid> {
        self.search(grid);
        let symmetry = self.symmetries().next().unwrap_or(Symmetry::IDENTITY);
        Canonical {
            puzzle: symmetry.apply_to_grid(grid),
            symmetry,
            automorphisms: self.reached.len() as u64,
        }
    }

    /// All symmetries that yield the least form found last.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.reached.iter().map(|reached| {
            let lines = reached.rows.map(|line| line % 9);
            let is_transposed = reached.rows[0] >= 9;
            Symmetry::of_parts(lines, reached.columns, is_transposed, reached.names)
        })
    }

    fn search(&mut self, grid: &Grid) {
        let pairs = pairs();
        let lines = lines(&grid.0);
        let class = self.find_starts(&lines, pairs);
        self.reached.clear();
        let mut least: Rest = [u64::MAX; 7];
        for start in &self.starts {
            let way = &pairs.orders[usize::from(pairs.way[start.index as usize])];
            for &keep in &pairs.keep[usize::from(class)] {
                let keep = &pairs.orders[usize::from(keep)];
                let columns = keep.map(|place| way[usize::from(place)]);
                let candidate = TwoRowSymmetry::new(&lines, start, columns);
                candidate.compare(&mut least, &mut self.reached);
            }
        }
    }

    /// Finds the pairs of rows with the least second row. Returns their class.
    fn find_starts(&mut self, lines: &[[u8; 9]; 18], pairs: &Pairs) -> u8 {
        self.starts.clear();
        let mut least = IMPOSSIBLE;
        for first in 0..18u8 {
            let mut places = [0; 10];
            for (column, &digit) in (0..).zip(&lines[usize::from(first)]) {
                places[usize::from(digit)] = column;
            }
            let band = first / 3 * 3;
            for second in (band..band + 3).filter(|&second| second != first) {
                let sigma = lines[usize::from(second)].map(|digit| places[usize::from(digit)]);
                let index = index(&sigma);
                let class = pairs.class[index];
                if class > least {
                    continue;
                }
                if class < least {
                    least = class;
                    self.starts.clear();
                }
                self.starts.push(FirstRows {
                    first,
                    second,
                    index: index as u32,
                });
            }
        }
        least
    }
}

/// A symmetry whose first two rows are the least.
struct TwoRowSymmetry<'a> {
    lines: &'a [[u8; 9]; 18],
    rows: LineOrder,
    columns: LineOrder,
    names: [u8; 10],
}

impl<'a> TwoRowSymmetry<'a> {
    #[inline(always)]
    fn new(lines: &'a [[u8; 9]; 18], start: &FirstRows, columns: LineOrder) -> TwoRowSymmetry<'a> {
        let first = &lines[usize::from(start.first)];
        let mut names = [0; 10];
        for (name, &column) in (1..).zip(&columns) {
            names[usize::from(first[usize::from(column)])] = name;
        }
        let band = start.first / 3 * 3;
        let third = 3 * band + 3 - start.first - start.second;
        let mut rows = [0; 9];
        rows[..3].copy_from_slice(&[start.first, start.second, third]);
        TwoRowSymmetry {
            lines,
            rows,
            columns,
            names,
        }
    }

    #[inline(always)]
    fn said(&self, row: u8) -> u64 {
        let line = &self.lines[usize::from(row)];
        self.columns.iter().fold(0, |said, &column| {
            let digit = line[usize::from(column)];
            said << 4 | u64::from(self.names[usize::from(digit)])
        })
    }

    /// Compares this with the least so far, row by row, and keeps it unless it is greater.
    #[inline(always)]
    fn compare(mut self, least: &mut Rest, reached: &mut Vec<LeastSymmetry>) {
        let third = self.said(self.rows[2]);
        if third > least[0] {
            return;
        }
        self.order_rows();
        let mut is_less = third < least[0];
        least[0] = third;
        for (row, least) in self.rows[3..].iter().zip(&mut least[1..]) {
            let said = self.said(*row);
            if !is_less {
                if said > *least {
                    return;
                }
                is_less = said < *least;
            }
            *least = said;
        }
        if is_less {
            reached.clear();
        }
        reached.push(LeastSymmetry {
            rows: self.rows,
            columns: self.columns,
            names: self.names,
        });
    }

    /// Puts the rows of the other bands into the only order that can be the least: by
    /// the names in their first column.
    #[inline(always)]
    fn order_rows(&mut self) {
        let side = self.rows[0] / 9 * 9;
        let own = self.rows[0] / 3 * 3;
        let mut rows = [0u16; 6];
        let others = (side..side + 9).filter(|&row| row / 3 * 3 != own);
        for (place, row) in rows.iter_mut().zip(others) {
            let digit = self.lines[usize::from(row)][usize::from(self.columns[0])];
            *place = u16::from(self.names[usize::from(digit)]) << 8 | u16::from(row);
        }
        rows[..3].sort_unstable();
        rows[3..].sort_unstable();
        if rows[3] < rows[0] {
            rows.rotate_left(3);
        }
        for (place, row) in self.rows[3..].iter_mut().zip(rows) {
            *place = row as u8;
        }
    }
}
