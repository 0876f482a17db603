//! Places in the grid of a Kakuro, and the directions of its sectors.

/// Where the cells of a sector lie from its controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the right.
    Horizontal,
    /// Below.
    Vertical,
}

impl Direction {
    /// Both, in the order in which things are done.
    pub(crate) const BOTH: [Direction; 2] = [Direction::Horizontal, Direction::Vertical];

    /// The letter of its controllers: `hr3c1`.
    pub fn letter(self) -> char {
        match self {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        }
    }
}

/// A place in the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// From 1.
    pub row: usize,
    /// From 1.
    pub column: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}
