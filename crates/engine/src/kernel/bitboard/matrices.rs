//! What is left of the cover matrices of a bit board (PBCS 8.3), nine each of rows, columns,
//! blocks and digits: nine bits at once.

use super::boards::Boards;
use gradus_csp::Incidence;

/// The lowest bit of each row of a band.
const ROWS: u32 = 0o001_001_001;
/// The first minirow of each row of a band.
const MINIROWS: u32 = 0o007_007_007;

/// What is left of a matrix, by its index: nine bits at once.
#[inline]
pub(super) fn incidence(left: &Boards, matrix: usize) -> Incidence {
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
