//! Sets of cells as bits, and the rows, columns and blocks as such sets.

use gradus_puzzles::sudoku::Grid;

/// A set of cells; bit `i` is cell `i`, row by row.
pub type Cells = u128;

/// All 81 cells.
pub const ALL_CELLS: Cells = (1 << 81) - 1;

/// The cells of the row, of the column and of the block of every cell.
pub(crate) static UNITS: [[Cells; 3]; 81] = {
    let row: Cells = 0x1ff;
    let column: Cells = ALL_CELLS / row;
    let block: Cells = 0b111 | 0b111 << 9 | 0b111 << 18;
    let mut units = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let corner = cell / 27 * 27 + cell % 9 / 3 * 3;
        units[cell] = [row << (cell / 9 * 9), column << (cell % 9), block << corner];
        cell += 1;
    }
    units
};

/// The cells that share a row, a column or a block with a cell, itself included.
pub(crate) static SEEN: [Cells; 81] = {
    let mut seen = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = UNITS[cell];
        seen[cell] = row | column | block;
        cell += 1;
    }
    seen
};

/// The cells of a set, in order.
#[inline(always)]
pub fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// The cells that satisfy a condition.
#[inline(always)]
pub(crate) fn cells_where(condition: impl Fn(usize) -> bool) -> Cells {
    (0..81)
        .filter(|&cell| condition(cell))
        .fold(0, |set, cell| set | 1 << cell)
}

/// The cells of a puzzle that have a digit.
pub fn clues(puzzle: &Grid) -> Cells {
    cells_where(|cell| puzzle.0[cell] != 0)
}

/// The digits of a grid in some cells.
pub fn restricted(grid: &Grid, cells: Cells) -> Grid {
    let mut puzzle = Grid::EMPTY;
    for cell in each(cells) {
        puzzle.0[cell] = grid.0[cell];
    }
    puzzle
}
