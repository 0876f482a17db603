//! A grid in one of its eight orientations: rules are written for one orientation and hold
//! for all rotations and reflections. Rows and columns may lie beyond the edge here, where
//! no lines or cells exist.

use super::grid::{Edge, LineGrid};

/// A grid in an orientation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turned {
    grid: LineGrid,
    /// True if rows and columns are exchanged.
    transposed: bool,
    /// True if rows are counted from the bottom.
    upside_down: bool,
    /// True if columns are counted from the right.
    mirrored: bool,
}

/// The index of a row or column, from the other end if turned.
fn from_end(turned: bool, count: i32, at: i32) -> i32 {
    if turned { count - 1 - at } else { at }
}

impl Turned {
    /// The orientation with an index from 0 to 7: a bit for each field.
    fn new(grid: LineGrid, turn: u8) -> Turned {
        Turned {
            grid,
            transposed: turn & 4 != 0,
            upside_down: turn & 2 != 0,
            mirrored: turn & 1 != 0,
        }
    }

    /// Along rows and along columns: for patterns that look the same from both ends and
    /// both sides.
    pub(super) fn two(grid: LineGrid) -> [Turned; 2] {
        [0, 4].map(|turn| Turned::new(grid, turn))
    }

    /// To the four sides: for patterns that look the same in a mirror along their way.
    pub(super) fn four(grid: LineGrid) -> [Turned; 4] {
        [0, 1, 4, 6].map(|turn| Turned::new(grid, turn))
    }

    /// All orientations.
    pub(super) fn eight(grid: LineGrid) -> [Turned; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|turn| Turned::new(grid, turn))
    }

    /// The place in the grid itself, among this many rows and columns of cells (or, with one
    /// more of each, of points).
    fn at(&self, row: i32, column: i32, more: i32) -> Option<(usize, usize)> {
        let LineGrid { rows, columns } = self.grid;
        let (rows, columns) = (rows as i32 + more, columns as i32 + more);
        let (row, column) = if self.transposed {
            (column, row)
        } else {
            (row, column)
        };
        let row = from_end(self.upside_down, rows, row);
        let column = from_end(self.mirrored, columns, column);
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then_some((row as usize, column as usize))
    }

    /// The cell seen at a place.
    pub(super) fn cell(&self, row: i32, column: i32) -> Option<usize> {
        let (row, column) = self.at(row, column, 0)?;
        Some(self.grid.cell(row, column))
    }

    /// The place where a cell is seen.
    pub(super) fn place(&self, cell: usize) -> (i32, i32) {
        let (row, column) = self.grid.cell_place(cell);
        let row = from_end(self.upside_down, self.grid.rows as i32, row as i32);
        let column = from_end(self.mirrored, self.grid.columns as i32, column as i32);
        if self.transposed {
            (column, row)
        } else {
            (row, column)
        }
    }

    fn line(&self, from: (i32, i32), to: (i32, i32)) -> Option<Edge> {
        let (row, column) = self.at(from.0, from.1, 1)?;
        let (other_row, other_column) = self.at(to.0, to.1, 1)?;
        Some(if row == other_row {
            self.grid.horizontal(row, column.min(other_column))
        } else {
            self.grid.vertical(row.min(other_row), column)
        })
    }

    /// The line seen above a place.
    pub(super) fn horizontal(&self, row: i32, column: i32) -> Option<Edge> {
        self.line((row, column), (row, column + 1))
    }

    /// The line seen on the left of a place.
    pub(super) fn vertical(&self, row: i32, column: i32) -> Option<Edge> {
        self.line((row, column), (row + 1, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_shows_each_cell_once_and_with_its_own_sides() {
        let grid = LineGrid {
            rows: 2,
            columns: 3,
        };
        for turned in Turned::eight(grid) {
            for cell in 0..grid.cells() {
                let (row, column) = turned.place(cell);
                assert_eq!(turned.cell(row, column), Some(cell), "{turned:?}");
                let mut seen = [
                    turned.horizontal(row, column),
                    turned.horizontal(row + 1, column),
                    turned.vertical(row, column),
                    turned.vertical(row, column + 1),
                ];
                let mut sides = grid.sides(cell).map(Some);
                seen.sort_unstable();
                sides.sort_unstable();
                assert_eq!(seen, sides, "{turned:?}");
            }
        }
    }
}
