//! The grid of a Numbrix or a Hidato.

/// The largest size: above it even a half-full grid has too many labels.
pub(super) const LARGEST: usize = 25;

/// The neighbours of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Adjacency {
    /// Cells that share a side.
    Numbrix,
    /// Cells that share a side or a corner.
    Hidato,
}

/// The numbers that are linked by distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Far {
    /// All numbers.
    Geometric,
    /// A number and the next one.
    Topological,
}

/// A cell of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathCell {
    /// Black: not part of the path.
    Black,
    /// A number to be found.
    Open,
    /// A given number.
    Given(u16),
}

/// The cells of a puzzle and how they are connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NumberGrid {
    /// The neighbours of a cell.
    pub(super) adjacency: Adjacency,
    /// The numbers that are linked.
    pub(super) far: Far,
    /// Rows and columns.
    pub(super) size: usize,
    /// Row by row.
    pub(super) cells: Vec<PathCell>,
}

impl NumberGrid {
    /// The distance of two cells in steps, ignoring black cells.
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        let rows = (a / self.size).abs_diff(b / self.size);
        let columns = (a % self.size).abs_diff(b % self.size);
        match self.adjacency {
            Adjacency::Numbrix => rows + columns,
            Adjacency::Hidato => rows.max(columns),
        }
    }

    /// The numbers of white cells, row by row.
    pub(super) fn white(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] != PathCell::Black)
    }

    /// The greatest number.
    pub(super) fn most(&self) -> usize {
        self.white().count()
    }

    pub(super) fn kind(&self) -> &'static str {
        match (self.adjacency, self.far) {
            (Adjacency::Numbrix, Far::Geometric) => "numbrix",
            (Adjacency::Numbrix, Far::Topological) => "numbrix-topological",
            (Adjacency::Hidato, Far::Geometric) => "hidato",
            (Adjacency::Hidato, Far::Topological) => "hidato-topological",
        }
    }
}
