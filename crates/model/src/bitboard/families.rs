//! The cover matrices of Sudoku (PBCS 8.3), nine each of rows, columns, blocks and
//! digits, and what is left of them in a bit board: nine bits at once. And its spaces.

use std::sync::LazyLock;

use super::boards::Boards;
use super::model::{SHAPE, sudoku_model};
use crate::crossing::{self, Crossing};
use crate::matrix::{CoverMatrix, Incidence};
use crate::rectangle::{self, Rectangle};
use crate::space::Space;

/// The matrices: nine each of rows, columns, blocks and digits.
pub fn matrices() -> &'static [CoverMatrix] {
    static MATRICES: LazyLock<Vec<CoverMatrix>> = LazyLock::new(|| SHAPE.matrices(sudoku_model()));
    &MATRICES
}

/// The spaces: rows and columns, rows and numbers, columns and numbers.
pub fn spaces() -> &'static [Space] {
    static SPACES: LazyLock<Vec<Space>> = LazyLock::new(|| SHAPE.spaces(sudoku_model()));
    &SPACES
}

/// Where they cross: in the three cells that a row or a column has in a block.
pub fn crossings() -> &'static [Crossing] {
    static CROSSINGS: LazyLock<Vec<Crossing>> = LazyLock::new(|| crossing::crossings(matrices()));
    &CROSSINGS
}

/// The rectangles: the four blocks of two bands and two stacks.
pub fn rectangles() -> &'static [Rectangle] {
    static RECTANGLES: LazyLock<Vec<Rectangle>> =
        LazyLock::new(|| rectangle::rectangles(matrices(), crossings()));
    &RECTANGLES
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
