//! A grid seen from one of its eight sides: rules are written for one orientation and hold
//! for all rotations and reflections. Rows and columns may lie beyond the edge here; there
//! are no lines and cells then.

use super::grid::{Grid, Line};

/// An orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Rows and columns change places.
    pub(crate) transposed: bool,
    /// Rows from the bottom.
    pub(crate) upside_down: bool,
    /// Columns from the right.
    pub(crate) mirrored: bool,
}

impl Turn {
    const fn new(transposed: bool, upside_down: bool, mirrored: bool) -> Turn {
        Turn {
            transposed,
            upside_down,
            mirrored,
        }
    }

    /// Along rows and along columns: for patterns that look the same from both ends and
    /// both sides.
    pub(crate) const TWO: [Turn; 2] = [
        Turn::new(false, false, false),
        Turn::new(true, false, false),
    ];

    /// To the four sides: for patterns that look the same in a mirror along their way.
    pub(crate) const FOUR: [Turn; 4] = [
        Turn::new(false, false, false),
        Turn::new(false, false, true),
        Turn::new(true, false, false),
        Turn::new(true, true, false),
    ];

    /// All of them.
    pub(crate) const EIGHT: [Turn; 8] = [
        Turn::new(false, false, false),
        Turn::new(false, false, true),
        Turn::new(false, true, false),
        Turn::new(false, true, true),
        Turn::new(true, false, false),
        Turn::new(true, false, true),
        Turn::new(true, true, false),
        Turn::new(true, true, true),
    ];
}

/// A grid in an orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    grid: Grid,
    turn: Turn,
}

impl Turned {
    pub(crate) fn new(grid: Grid, turn: Turn) -> Turned {
        Turned { grid, turn }
    }

    /// The place of the grid itself, among as many rows and columns of cells (or, with one
    /// more of each, of points).
    fn at(&self, row: i32, column: i32, more: i32) -> Option<(usize, usize)> {
        let (rows, columns) = (
            self.grid.rows as i32 + more,
            self.grid.columns as i32 + more,
        );
        let (row, column) = match self.turn.transposed {
            true => (column, row),
            false => (row, column),
        };
        let row = if self.turn.upside_down {
            rows - 1 - row
        } else {
            row
        };
        let column = if self.turn.mirrored {
            columns - 1 - column
        } else {
            column
        };
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then_some((row as usize, column as usize))
    }

    /// The cell that is seen at a place.
    pub(crate) fn cell(&self, row: i32, column: i32) -> Option<usize> {
        let (row, column) = self.at(row, column, 0)?;
        Some(self.grid.cell(row, column))
    }

    /// The place where a cell is seen.
    pub(crate) fn place(&self, cell: usize) -> (i32, i32) {
        let (row, column) = self.grid.cell_place(cell);
        let row = if self.turn.upside_down {
            self.grid.rows - 1 - row
        } else {
            row
        };
        let column = if self.turn.mirrored {
            self.grid.columns - 1 - column
        } else {
            column
        };
        match self.turn.transposed {
            true => (column as i32, row as i32),
            false => (row as i32, column as i32),
        }
    }

    fn line(&self, from: (i32, i32), to: (i32, i32)) -> Option<Line> {
        let (row, column) = self.at(from.0, from.1, 1)?;
        let (other_row, other_column) = self.at(to.0, to.1, 1)?;
        Some(match row == other_row {
            true => self.grid.horizontal(row, column.min(other_column)),
            false => self.grid.vertical(row.min(other_row), column),
        })
    }

    /// The line that is seen above a place.
    pub(crate) fn horizontal(&self, row: i32, column: i32) -> Option<Line> {
        self.line((row, column), (row, column + 1))
    }

    /// The line that is seen on the left of a place.
    pub(crate) fn vertical(&self, row: i32, column: i32) -> Option<Line> {
        self.line((row, column), (row + 1, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_shows_each_cell_once_and_with_its_own_sides() {
        let grid = Grid {
            rows: 2,
            columns: 3,
        };
        for turn in Turn::EIGHT {
            let turned = Turned::new(grid, turn);
            for cell in 0..grid.cells() {
                let (row, column) = turned.place(cell);
                assert_eq!(turned.cell(row, column), Some(cell), "{turn:?}");
                let mut seen = [
                    turned.horizontal(row, column),
                    turned.horizontal(row + 1, column),
                    turned.vertical(row, column),
                    turned.vertical(row, column + 1),
                ];
                let mut sides = grid.sides(cell).map(Some);
                seen.sort_unstable();
                sides.sort_unstable();
                assert_eq!(seen, sides, "{turn:?}");
            }
        }
    }
}
