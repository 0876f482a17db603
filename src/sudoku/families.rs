//! The cover matrices of Sudoku (PBCS 8.3): 27 houses, the digits' places in
//! the house against its cells, and 9 digits, their places in the rows against
//! those in the columns. Each serves in both directions, which makes the eight
//! families of Subsets: hidden and naked in rows, columns and blocks, and
//! super-hidden in rows and in columns.

use std::sync::LazyLock;

use super::boards::Boards;
use super::model::{BLOCK, CELL, COLUMN, ROW, label, sudoku_model};
use crate::csp::matrix::{CoverMatrix, Incidence};
use crate::csp::model::{Kind, Variable};

/// The matrices: nine each of rows, columns, blocks and digits.
pub fn matrices() -> &'static [CoverMatrix] {
    static MATRICES: LazyLock<Vec<CoverMatrix>> = LazyLock::new(|| {
        let of = |kind: Kind, digit: usize, row: usize, column: usize| {
            let variable = sudoku_model().variable_of(label(digit, row, column), kind);
            variable.expect("a label has a variable of every kind")
        };
        let matrix = |base: &dyn Fn(usize) -> Variable, cover: &dyn Fn(usize) -> Variable| {
            let nine = |f: &dyn Fn(usize) -> Variable| (0..9).map(f).collect::<Vec<_>>();
            CoverMatrix::new(sudoku_model(), &nine(base), &nine(cover))
                .expect("bases and covers of Sudoku cross once")
        };
        let rows = (0..9).map(|r| matrix(&|n| of(ROW, n, r, 0), &|c| of(CELL, 0, r, c)));
        let columns = (0..9).map(|c| matrix(&|n| of(COLUMN, n, 0, c), &|r| of(CELL, 0, r, c)));
        let blocks = (0..9).map(|b| {
            let (top, left) = (b / 3 * 3, b % 3 * 3);
            let cell = |s: usize| of(CELL, 0, top + s / 3, left + s % 3);
            matrix(&|n| of(BLOCK, n, top, left), &cell)
        });
        let digits = (0..9).map(|n| matrix(&|r| of(ROW, n, r, 0), &|c| of(COLUMN, n, 0, c)));
        rows.chain(columns).chain(blocks).chain(digits).collect()
    });
    &MATRICES
}

/// The lowest bit of each row of a band.
const ROWS: u32 = 0o001_001_001;
/// The first minirow of each row of a band.
const MINIROWS: u32 = 0o007_007_007;

/// What is left of a matrix, by its index: nine bits at once.
#[inline]
pub fn incidence(left: &Boards, matrix: usize) -> Incidence {
    let mut incidence = Incidence::default();
    let masks = incidence.0[..9].iter_mut().enumerate();
    let house = matrix % 9;
    match matrix / 9 {
        0 => masks.for_each(|(digit, mask)| *mask = row(left, digit, house)),
        1 => masks.for_each(|(digit, mask)| {
            for band in 0..3 {
                let bits = left.band(digit, band) >> house & ROWS;
                *mask |= (((bits | bits >> 8 | bits >> 16) & 0o7) << (3 * band)) as u16;
            }
        }),
        2 => masks.for_each(|(digit, mask)| {
            let bits = left.band(digit, house / 3) >> (3 * (house % 3)) & MINIROWS;
            *mask = ((bits | bits >> 6 | bits >> 12) & 0o777) as u16;
        }),
        _ => masks.for_each(|(line, mask)| *mask = row(left, house, line)),
    }
    incidence
}

#[inline]
fn row(left: &Boards, digit: usize, row: usize) -> u16 {
    (left.band(digit, row / 3) >> (9 * (row % 3)) & 0o777) as u16
}
