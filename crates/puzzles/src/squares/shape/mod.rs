//! The shape of a square of symbols: its labels, its constraint graph and its
//! cover matrices. Every cell has one symbol, and every symbol occurs once in each
//! house: in each row, each column and each other house, such as blocks, diagonals
//! and windows. Sudokus of all sizes and forms, Latin squares and
//! pandiagonal squares are such squares. PBCS 2.1 and 14.1.
//!
//! A label is a symbol in a cell. The CSP variables are rc (the symbol of a cell) and, for
//! each kind of houses, the place of a symbol in a house: rn, cn, bn and so on. All links
//! come from the variables.

mod houses;
mod matrices;

use gradus_csp::{Label, Model, ModelBuilder, VariableKind};
pub(crate) use houses::letter_and_word;
pub use houses::{ANTI_DIAGONAL, BLOCK, BlockSize, COLUMN, DIAGONAL, Houses, ROW, WINDOW};

/// The kind of the rc variables: the symbol of a cell.
pub const CELL: VariableKind = VariableKind(0);

/// Symbols, in the order of their numbers.
const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

/// The number of symbols with a character, and so the size of the largest square.
pub const LARGEST: usize = SYMBOLS.len();

/// The shape of a square. Symbols, rows, columns and houses are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of rows, columns and symbols.
    pub size: usize,
    /// The blocks, if all have one height and width.
    pub block: Option<BlockSize>,
    /// Rows, columns, and the houses of other kinds.
    houses: Vec<Houses>,
}

/// The label of a symbol in a cell of a square of some size.
pub const fn label(size: usize, symbol: usize, row: usize, column: usize) -> Label {
    Label::new((symbol * size + row) * size + column)
}

/// Symbol, row and column of a label of a square of some size.
pub const fn coordinates(size: usize, label: Label) -> (usize, usize, usize) {
    let (line, column) = (label.index() / size, label.index() % size);
    (line / size, line % size, column)
}

impl Shape {
    /// A square with only rows and columns.
    pub fn latin(size: usize) -> Shape {
        Shape {
            size,
            block: None,
            houses: vec![Houses::rows(size), Houses::columns(size)],
        }
    }

    /// A square with blocks of one height and width.
    pub fn sudoku(block: BlockSize) -> Shape {
        let size = block.height * block.width;
        let shape = Shape::latin(size).with([Houses::blocks(size, block)]);
        Shape {
            block: Some(block),
            ..shape
        }
    }

    /// The same square with additional houses of other kinds.
    pub fn with(mut self, houses: impl IntoIterator<Item = Houses>) -> Shape {
        self.houses.extend(houses);
        self
    }

    /// Number of labels.
    pub fn labels(&self) -> usize {
        self.size * self.size * self.size
    }

    /// The label of a symbol in a cell.
    pub fn label(&self, symbol: usize, row: usize, column: usize) -> Label {
        label(self.size, symbol, row, column)
    }

    /// Symbol, row and column of a label.
    pub fn coordinates(&self, label: Label) -> (usize, usize, usize) {
        coordinates(self.size, label)
    }

    /// The label of a symbol in a cell, counted row by row.
    fn label_in(&self, symbol: usize, cell: u16) -> Label {
        Label::new(symbol * self.size * self.size + usize::from(cell))
    }

    /// The houses, kind by kind.
    pub fn houses(&self) -> &[Houses] {
        &self.houses
    }

    /// The houses of a kind, if any.
    pub(crate) fn houses_of(&self, kind: VariableKind) -> Option<&Houses> {
        self.houses.iter().find(|houses| houses.kind() == kind)
    }

    /// Returns true if two cells, counted row by row, are in different blocks.
    pub(crate) fn parted(&self, cell: usize, other: usize) -> bool {
        let blocks = self.houses_of(BLOCK);
        blocks.is_some_and(|blocks| blocks.of(cell) != blocks.of(other))
    }

    /// The symbol that a character stands for.
    pub(crate) fn symbol(character: u8) -> Option<usize> {
        SYMBOLS.iter().position(|&symbol| symbol == character)
    }

    /// The character of a symbol.
    pub(crate) fn character(symbol: usize) -> char {
        SYMBOLS.get(symbol).map_or('?', |&symbol| symbol as char)
    }

    /// The constraint graph.
    pub fn model(&self) -> Model {
        let model = self.builder().build();
        model.expect("a square is a sound model")
    }

    /// A builder of the constraint graph, to which a kind of puzzle may add links.
    pub(crate) fn builder(&self) -> ModelBuilder {
        let symbols = 0..self.size;
        let mut model = ModelBuilder::new(self.labels());
        for cell in 0..(self.size * self.size) as u16 {
            let labels = symbols.clone().map(|symbol| self.label_in(symbol, cell));
            model.variable(CELL, labels);
        }
        for houses in &self.houses {
            for cells in houses.iter() {
                for symbol in symbols.clone() {
                    let labels = cells.iter().map(|&cell| self.label_in(symbol, cell));
                    model.variable(houses.kind(), labels);
                }
            }
        }
        model
    }
}
