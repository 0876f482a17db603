//! The grid of a Slitherlink: points, the lines between them, and the cells that these
//! enclose (PBCS2 17.2). Rows and columns are counted from 0 here; the names of things count
//! from 1.

/// Directions of lines seen from a point, and sides of a cell, as bits.
pub(super) const NORTH: u8 = 1;
/// See [`NORTH`].
pub(super) const EAST: u8 = 2;
/// See [`NORTH`].
pub(super) const SOUTH: u8 = 4;
/// See [`NORTH`].
pub(super) const WEST: u8 = 8;

/// The four directions, in the order of the tables.
pub(super) const DIRECTIONS: [u8; 4] = [NORTH, EAST, SOUTH, WEST];

/// A line between two neighbouring points: the horizontal ones row by row, then the
/// vertical ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Edge(pub(super) u16);

impl Edge {
    /// For tables.
    pub(super) fn index(self) -> usize {
        self.0.into()
    }
}

/// The size of a grid, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineGrid {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl LineGrid {
    /// Number of cells.
    pub(super) fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Number of points.
    pub(super) fn points(self) -> usize {
        (self.rows + 1) * (self.columns + 1)
    }

    fn horizontals(self) -> usize {
        (self.rows + 1) * self.columns
    }

    /// Number of lines.
    pub(super) fn line_count(self) -> usize {
        self.horizontals() + self.rows * (self.columns + 1)
    }

    /// All lines.
    pub(super) fn lines(self) -> impl Iterator<Item = Edge> {
        (0..self.line_count() as u16).map(Edge)
    }

    /// The line from point (row, column) to the east: above the cell at this place.
    pub(super) fn horizontal(self, row: usize, column: usize) -> Edge {
        Edge((row * self.columns + column) as u16)
    }

    /// The line from point (row, column) to the south: on the left of the cell at this place.
    pub(super) fn vertical(self, row: usize, column: usize) -> Edge {
        Edge((self.horizontals() + row * (self.columns + 1) + column) as u16)
    }

    /// Returns true if a line is horizontal, and its row and column.
    pub(super) fn place(self, line: Edge) -> (bool, usize, usize) {
        match line.index().checked_sub(self.horizontals()) {
            None => (
                true,
                line.index() / self.columns,
                line.index() % self.columns,
            ),
            Some(at) => (false, at / (self.columns + 1), at % (self.columns + 1)),
        }
    }

    /// The point at the north-west corner of the cell at this place.
    pub(super) fn point(self, row: usize, column: usize) -> usize {
        row * (self.columns + 1) + column
    }

    /// The row and column of a point.
    pub(super) fn point_place(self, point: usize) -> (usize, usize) {
        (point / (self.columns + 1), point % (self.columns + 1))
    }

    /// The cell of a place.
    pub(super) fn cell(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// The row and column of a cell.
    pub(super) fn cell_place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The two points that a line joins.
    pub(super) fn ends(self, line: Edge) -> [usize; 2] {
        match self.place(line) {
            (true, row, column) => [self.point(row, column), self.point(row, column + 1)],
            (false, row, column) => [self.point(row, column), self.point(row + 1, column)],
        }
    }

    /// The lines at a point, by direction, or `None` beyond the edge.
    pub(super) fn at_point(self, point: usize) -> [Option<Edge>; 4] {
        let (row, column) = self.point_place(point);
        [
            (row > 0).then(|| self.vertical(row - 1, column)),
            (column < self.columns).then(|| self.horizontal(row, column)),
            (row < self.rows).then(|| self.vertical(row, column)),
            (column > 0).then(|| self.horizontal(row, column - 1)),
        ]
    }

    /// The sides of a cell, by direction.
    pub(super) fn sides(self, cell: usize) -> [Edge; 4] {
        let (row, column) = self.cell_place(cell);
        [
            self.horizontal(row, column),
            self.vertical(row, column + 1),
            self.horizontal(row + 1, column),
            self.vertical(row, column),
        ]
    }

    /// The cells on the two sides of a line, or `None` beyond the edge.
    pub(super) fn beside(self, line: Edge) -> [Option<usize>; 2] {
        let (horizontal, row, column) = self.place(line);
        let inside = row < self.rows && column < self.columns;
        let after = inside.then(|| self.cell(row, column));
        let before = if horizontal {
            (row > 0).then(|| self.cell(row - 1, column))
        } else {
            (column > 0).then(|| self.cell(row, column - 1))
        };
        [before, after]
    }

    /// The corner points of a cell, each with the two directions of the sides of the
    /// cell that meet there, and these sides.
    pub(super) fn corners(self, cell: usize) -> [(usize, [(u8, u8); 2]); 4] {
        let (row, column) = self.cell_place(cell);
        [
            (self.point(row, column), [(NORTH, EAST), (WEST, SOUTH)]),
            (self.point(row, column + 1), [(NORTH, WEST), (EAST, SOUTH)]),
            (self.point(row + 1, column), [(SOUTH, EAST), (WEST, NORTH)]),
            (
                self.point(row + 1, column + 1),
                [(SOUTH, WEST), (EAST, NORTH)],
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_points_and_cells_agree_on_who_touches_whom() {
        let grid = LineGrid {
            rows: 3,
            columns: 4,
        };
        assert_eq!(grid.line_count(), 31);
        for line in grid.lines() {
            for point in grid.ends(line) {
                assert!(grid.at_point(point).contains(&Some(line)));
            }
            for cell in grid.beside(line).into_iter().flatten() {
                assert!(grid.sides(cell).contains(&line));
            }
        }
        for cell in 0..grid.cells() {
            for (point, shared) in grid.corners(cell) {
                for (side, direction) in shared {
                    let of = |bit: u8| bit.trailing_zeros() as usize;
                    let line = grid.sides(cell)[of(side)];
                    assert_eq!(grid.at_point(point)[of(direction)], Some(line));
                }
            }
        }
    }
}
