//! Houses of a square: as many cells as symbols, each symbol once among them. Houses of one
//! kind have no cell in common, so that a cell is in at most one of them, and
//! each symbol of a house is a CSP variable of that kind: rn, cn, bn, dn, an, wn.

use gradus_csp::VariableKind;

/// Height and width of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockSize {
    /// Rows of a block.
    pub height: usize,
    /// Columns of a block.
    pub width: usize,
}

/// The kind of the rn variables: the place of a symbol in a row.
pub const ROW: VariableKind = VariableKind(1);
/// The kind of the cn variables: the place of a symbol in a column.
pub const COLUMN: VariableKind = VariableKind(2);
/// The kind of the bn variables: the place of a symbol in a block.
pub const BLOCK: VariableKind = VariableKind(3);
/// The kind of the dn variables: the place of a symbol in a diagonal, up to the right.
pub const DIAGONAL: VariableKind = VariableKind(4);
/// The kind of the an variables: the place of a symbol in an anti-diagonal.
pub const ANTI_DIAGONAL: VariableKind = VariableKind(5);
/// The kind of the wn variables: the place of a symbol in a window.
pub const WINDOW: VariableKind = VariableKind(6);

/// A cell that is in no house of a kind.
const NOWHERE: u16 = u16::MAX;

/// The houses of one kind, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Houses {
    kind: VariableKind,
    /// The house of each cell, row by row.
    of: Vec<u16>,
    /// The cells of all houses, house by house.
    cells: Vec<u16>,
}

impl Houses {
    /// The houses of a kind by the house of each cell, or `None` if a house has more or fewer
    /// cells than a row.
    pub(crate) fn new(
        kind: VariableKind,
        size: usize,
        house: impl Fn(usize, usize) -> Option<usize>,
    ) -> Option<Houses> {
        let number = |cell| house(cell / size, cell % size).map_or(NOWHERE, |house| house as u16);
        let of: Vec<u16> = (0..size * size).map(number).collect();
        let inside = (0..of.len() as u16).filter(|&cell| of[cell as usize] != NOWHERE);
        let mut cells: Vec<u16> = inside.collect();
        cells.sort_by_key(|&cell| of[cell as usize]);
        let mut houses = cells.chunks(size).enumerate();
        let whole = houses.all(|(index, cells)| {
            cells.len() == size && cells.iter().all(|&c| usize::from(of[c as usize]) == index)
        });
        whole.then_some(Houses { kind, of, cells })
    }

    /// Houses that are valid by construction.
    fn sound(
        kind: VariableKind,
        size: usize,
        house: impl Fn(usize, usize) -> Option<usize>,
    ) -> Houses {
        Houses::new(kind, size, house).expect("each of them has as many cells as a row")
    }

    pub(super) fn rows(size: usize) -> Houses {
        Houses::sound(ROW, size, |row, _| Some(row))
    }

    pub(super) fn columns(size: usize) -> Houses {
        Houses::sound(COLUMN, size, |_, column| Some(column))
    }

    /// Blocks of one height and width, which must fill the square.
    pub(super) fn blocks(size: usize, BlockSize { height, width }: BlockSize) -> Houses {
        let across = size / width;
        Houses::sound(BLOCK, size, |row, column| {
            Some(row / height * across + column / width)
        })
    }

    /// The two diagonals from corner to corner (Sudoku-X).
    pub(crate) fn diagonals(size: usize) -> [Houses; 2] {
        [
            Houses::sound(DIAGONAL, size, |row, column| {
                (row + column + 1 == size).then_some(0)
            }),
            Houses::sound(ANTI_DIAGONAL, size, |row, column| {
                (row == column).then_some(0)
            }),
        ]
    }

    /// All diagonals in one direction, wrapped around at the edges of the square.
    /// The first one begins in the upper left corner (CSP-Rules, LatinRules).
    pub(crate) fn wrapped_diagonals(size: usize) -> [Houses; 2] {
        [
            Houses::sound(DIAGONAL, size, |row, column| Some((row + column) % size)),
            Houses::sound(ANTI_DIAGONAL, size, |row, column| {
                Some((column + size - row) % size)
            }),
        ]
    }

    /// The windows of a windoku: as large as a block, one line from the edges and from
    /// each other.
    pub(crate) fn windows(size: usize, BlockSize { height, width }: BlockSize) -> Houses {
        let (down, across) = (height + 1, width + 1);
        let inside =
            |place: usize, step: usize| (!place.is_multiple_of(step)).then(|| place / step);
        Houses::sound(WINDOW, size, |row, column| {
            Some(inside(row, down)? * (width - 1) + inside(column, across)?)
        })
    }

    /// The kind of their variables.
    pub fn kind(&self) -> VariableKind {
        self.kind
    }

    /// The house of a cell, if any.
    pub(crate) fn of(&self, cell: usize) -> Option<usize> {
        let house = self.of[cell];
        (house != NOWHERE).then_some(usize::from(house))
    }

    /// The cells of each house, in ascending order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.cells.chunks(self.of.len().isqrt())
    }

    /// The cells of the house of this number, if it exists.
    pub(crate) fn cells(&self, house: usize) -> Option<&[u16]> {
        self.iter().nth(house)
    }
}

/// The letter of a kind of houses in the names of their variables, and the word for one.
pub(crate) fn letter_and_word(kind: VariableKind) -> (char, &'static str) {
    match kind {
        ROW => ('r', "row"),
        COLUMN => ('c', "column"),
        BLOCK => ('b', "block"),
        DIAGONAL => ('d', "diagonal"),
        ANTI_DIAGONAL => ('a', "anti-diagonal"),
        _ => ('w', "window"),
    }
}
