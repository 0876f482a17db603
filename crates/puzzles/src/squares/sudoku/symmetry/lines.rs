//! The eighteen lines of a grid: rows 0 to 8, columns 9 to 17. A row of the canonical form
//! may be any of them; the nine that cross it are the columns then.

use super::super::Grid;

/// The orders of three things; one that leaves the last, or the last two, in their places
/// comes before those that do not.
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

/// Returns true if a digit is twice in a line.
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
