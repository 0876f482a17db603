//! Clues that are redundant at sight: Singles of the other clues, without a further step.
//! That says nothing about most puzzles, but about most random sets of clues of one grid.

use super::cells::{Cells, SEEN, UNITS, each};
use super::lanes::DealLanes;
use gradus_puzzles::sudoku::Grid;

/// Looks at sets of clues of one complete grid, one by one.
pub struct RedundancyTest {
    grid: Grid,
    /// The cells of each digit.
    digit: [Cells; 10],
}

impl RedundancyTest {
    /// Gets ready to look at clues of a grid.
    pub fn new(grid: &Grid) -> RedundancyTest {
        let mut digit = [0; 10];
        for (cell, &d) in grid.0.iter().enumerate() {
            digit[usize::from(d)] |= 1 << cell;
        }
        RedundancyTest { grid: *grid, digit }
    }

    /// Returns true if some clue is a hidden single or a naked single.
    pub fn redundant(&self, clues: Cells) -> bool {
        // The digit has no other place in its row, column or block.
        let hidden_single = |clue: usize| {
            let others = self.digit[usize::from(self.grid.0[clue])] & clues & !(1 << clue);
            let excluded = each(others).fold(clues, |all, other| all | SEEN[other]);
            UNITS[clue].iter().any(|unit| unit & !excluded == 0)
        };
        // The clue sees the other eight digits.
        let naked_single = |clue: usize| {
            let seen = SEEN[clue] & clues;
            self.digit[1..].iter().all(|digit| digit & seen != 0)
        };
        each(clues).any(hidden_single) || each(clues).any(naked_single)
    }
}

/// Looks at many sets of clues of one complete grid at once, but only for hidden singles of
/// blocks.
pub(crate) struct BlockSight([BlockCells; 81]);

/// The cells that decide whether a digit is a hidden single of its block.
struct BlockCells {
    /// Where the digit is in the other two columns of the stack.
    columns: [u8; 2],
    /// Where the digit is in the other two rows of the band.
    rows: [u8; 2],
    /// The other two cells of its row within the block, in the order of `columns`.
    beside: [u8; 2],
    /// The cells of the other two rows within the block: the one in its own column, and
    /// those in the others, in the order of `columns`.
    others: [[u8; 3]; 2],
}

impl BlockSight {
    /// Gets ready to look at clues of a grid.
    pub(crate) fn new(grid: &Grid) -> BlockSight {
        let mut in_row = [[0; 9]; 10];
        let mut in_column = [[0; 9]; 10];
        for (cell, &d) in grid.0.iter().enumerate() {
            in_row[usize::from(d)][cell / 9] = cell as u8;
            in_column[usize::from(d)][cell % 9] = cell as u8;
        }
        BlockSight(std::array::from_fn(|cell| {
            let (row, column, d) = (cell / 9, cell % 9, usize::from(grid.0[cell]));
            let (rows, columns) = (neighbours(row), neighbours(column));
            let at = |row: usize, column: usize| (9 * row + column) as u8;
            BlockCells {
                columns: columns.map(|column| in_column[d][column]),
                rows: rows.map(|row| in_row[d][row]),
                beside: columns.map(|column| at(row, column)),
                others: rows.map(|r| [at(r, column), at(r, columns[0]), at(r, columns[1])]),
            }
        }))
    }

    /// The lanes in which some clue is a hidden single of its block; `clues` are the lanes
    /// that have a clue in each cell.
    pub(crate) fn redundant(&self, clues: &[DealLanes; 81]) -> DealLanes {
        let at = |cell: u8| clues[usize::from(cell)];
        let mut redundant = DealLanes::NONE;
        for (place, &clue) in self.0.iter().zip(clues) {
            let [left, right] = place.columns.map(at);
            let [a, b] = place.beside.map(at);
            let mut single = clue.and(left.or(a)).and(right.or(b));
            // Another row has no place for the digit if it has the digit elsewhere, or if
            // each of its three cells here is taken or sees the digit in its column.
            for (&row, &[a, b, c]) in place.rows.iter().zip(&place.others) {
                let full = at(a).and(left.or(at(b))).and(right.or(at(c)));
                single = single.and(at(row).or(full));
            }
            redundant = redundant.or(single);
        }
        redundant
    }
}

/// The other two lines of a line's chute.
fn neighbours(line: usize) -> [usize; 2] {
    [1, 2].map(|step| line / 3 * 3 + (line + step) % 3)
}
