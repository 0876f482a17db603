//! The grid of a Numbrix or a Hidato.

/// The largest size: above it even a half-full grid has too many labels.
pub const LARGEST: usize = 25;

/// Which cells are beside each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// Those that share a side.
    Numbrix,
    /// Those that share a side or a corner.
    Hidato,
}

/// Which numbers are linked by how far apart they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Far {
    /// All numbers.
    Geometric,
    /// A number and the next one.
    Topological,
}

/// A cell of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No part of the path.
    Black,
    /// To be found.
    Open,
    /// A number that is given.
    Given(u16),
}

/// The cells of a puzzle and what they are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Which cells are beside each other.
    pub game: Game,
    /// Which numbers are linked.
    pub far: Far,
    /// Rows and columns.
    pub size: usize,
    /// Row by row.
    pub cells: Vec<Cell>,
}

impl Grid {
    /// How many steps two cells are apart, whatever lies between them.
    pub fn distance(&self, a: usize, b: usize) -> usize {
        let rows = (a / self.size).abs_diff(b / self.size);
        let columns = (a % self.size).abs_diff(b % self.size);
        match self.game {
            Game::Numbrix => rows + columns,
            Game::Hidato => rows.max(columns),
        }
    }

    /// The numbers of white cells, row by row.
    pub(super) fn white(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] != Cell::Black)
    }

    /// The greatest number.
    pub fn most(&self) -> usize {
        self.white().count()
    }

    pub(super) fn kind(&self) -> &'static str {
        match (self.game, self.far) {
            (Game::Numbrix, Far::Geometric) => "numbrix",
            (Game::Numbrix, Far::Topological) => "numbrix-topological",
            (Game::Hidato, Far::Geometric) => "hidato",
            (Game::Hidato, Far::Topological) => "hidato-topological",
        }
    }
}
