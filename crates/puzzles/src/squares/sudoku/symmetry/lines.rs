//! The eighteen lines of a grid: rows 0 to 8, columns 9 to 17. A row of the canonical form
//! may be any of them; the nine that cross it are then the columns.

use super::super::Grid;

/// The orders of three items; those that leave the last, or the last two, in place come
/// first.
pub(crate) const ORDERS_OF_THREE: [[u8; 3]; 6] = [
    [0, 1, 2],
    [1, 0, 2],
    [0, 2, 1],
    [2, 0, 1],
    [1, 2, 0],
    [2, 1, 0],
];

/// The contents of each line, from left to right or from top to bottom.
pub(crate) fn lines<T: Copy + Default>(cells: &[T; 81]) -> [[T; 9]; 18] {
    let mut lines = [[T::default(); 9]; 18];
    for row in 0..9 {
        for column in 0..9 {
            let cell = cells[9 * row + column];
            lines[row][column] = cell;
            lines[9 + column][row] = cell;
        }
    }
    lines
}

/// Returns true if a line has a digit twice.
pub(crate) fn repeats_in_a_line(grid: &Grid) -> bool {
    let (mut rows, mut columns) = ([0u16; 9], [0u16; 9]);
    let mut twice = 0;
    for (row, digits) in grid.0.chunks_exact(9).enumerate() {
        for (column, &digit) in digits.iter().enumerate() {
            let bit = 1 << digit & !1;
            twice |= (rows[row] | columns[column]) & bit;
            rows[row] |= bit;
            columns[column] |= bit;
        }
    }
    twice != 0
}
