//! A 9×9 grid of digits, the plainest form of a puzzle or of a solution.

use std::fmt;

use super::label;
use gradus_csp::Label;

/// Cells of a grid.
pub const CELLS: usize = 81;

/// A 9×9 grid, row by row; `0` is an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid(pub [u8; CELLS]);

impl Grid {
    /// The empty grid.
    pub const EMPTY: Grid = Grid([0; CELLS]);

    /// Number of cells that hold a digit.
    pub fn filled(&self) -> usize {
        self.0.iter().filter(|&&digit| digit != 0).count()
    }

    /// The labels of the cells that hold a digit, row by row.
    pub fn labels(&self) -> Vec<Label> {
        // One allocation, as this is called for the givens and solution of every puzzle.
        let mut labels = Vec::with_capacity(self.0.len());
        for (cell, &digit) in self.0.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            labels.push(label(digit as usize - 1, cell / 9, cell % 9));
        }
        labels
    }

    /// Returns true if the grid is complete and valid.
    pub fn is_solution(&self) -> bool {
        const ALL: u16 = 0x3fe;
        let (mut rows, mut columns, mut blocks) = ([0u16; 9], [0u16; 9], [0u16; 9]);
        for (cell, &digit) in self.0.iter().enumerate() {
            let bit = 1 << digit & ALL;
            rows[cell / 9] |= bit;
            columns[cell % 9] |= bit;
            blocks[cell / 27 * 3 + cell % 9 / 3] |= bit;
        }
        let houses = [rows, columns, blocks];
        houses.iter().flatten().all(|&house| house == ALL)
    }
}

/// 81 characters, `.` for an empty cell.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.map(|d| if d == 0 { b'.' } else { b'0' + d });
        f.write_str(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}
