//! The shape of a square of symbols: its labels, its constraint graph and its
//! cover matrices. Every cell has one symbol, and every symbol comes once in each
//! row, each column and, if there are blocks, each block: Sudoku and Latin squares
//! are squares. PBCS 2.1 and 14.1.
//!
//! A label is a symbol in a cell. There are four kinds of CSP variables: rc (what
//! is in a cell), rn, cn and bn (where a symbol is in a row, column or block).
//! All links come from the variables.

use super::matrix::CoverMatrix;
use super::model::{Kind, Label, Model, ModelBuilder, Variable};
use super::space::Space;

/// The kind of the rc variables: which symbol is in a cell.
pub const CELL: Kind = Kind(0);
/// The kind of the rn variables: where a symbol is in a row.
pub const ROW: Kind = Kind(1);
/// The kind of the cn variables: where a symbol is in a column.
pub const COLUMN: Kind = Kind(2);
/// The kind of the bn variables: where a symbol is in a block.
pub const BLOCK: Kind = Kind(3);

/// Symbols, in the order of their numbers.
const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

/// Height and width of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Rows of a block.
    pub height: usize,
    /// Columns of a block.
    pub width: usize,
}

/// The shape of a square. Symbols, rows, columns and blocks are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of rows, of columns and of symbols.
    pub size: usize,
    /// The blocks, if there are any.
    pub block: Option<Block>,
}

impl Shape {
    /// Number of labels.
    pub const fn labels(self) -> usize {
        self.size * self.size * self.size
    }

    /// The label of a symbol in a cell.
    pub const fn label(self, symbol: usize, row: usize, column: usize) -> Label {
        Label(((symbol * self.size + row) * self.size + column) as u16)
    }

    /// Symbol, row and column of a label.
    pub const fn coordinates(self, label: Label) -> (usize, usize, usize) {
        let (line, column) = (label.0 as usize / self.size, label.0 as usize % self.size);
        (line / self.size, line % self.size, column)
    }

    /// The block of a cell.
    pub(crate) fn block_of(self, row: usize, column: usize) -> Option<usize> {
        let Block { height, width } = self.block?;
        Some(row / height * (self.size / width) + column / width)
    }

    /// Row and column of a cell of a block.
    pub(crate) fn cell_of(self, block: Block, index: usize, cell: usize) -> (usize, usize) {
        let across = self.size / block.width;
        let (top, left) = (index / across * block.height, index % across * block.width);
        (top + cell / block.width, left + cell % block.width)
    }

    /// The symbol that a character stands for.
    pub(crate) fn symbol(self, character: u8) -> Option<usize> {
        let place = SYMBOLS.iter().position(|&symbol| symbol == character)?;
        (place < self.size).then_some(place)
    }

    /// The character of a symbol.
    pub(crate) fn character(self, symbol: usize) -> char {
        SYMBOLS.get(symbol).map_or('?', |&symbol| symbol as char)
    }

    /// The constraint graph.
    pub fn model(self) -> Model {
        let model = self.builder().build();
        model.expect("a square is a sound model")
    }

    /// The constraint graph, to which a kind of puzzle may add links.
    pub(crate) fn builder(self) -> ModelBuilder {
        let lines = || 0..self.size;
        let pairs = || lines().flat_map(move |a| lines().map(move |b| (a, b)));
        let mut model = ModelBuilder::new(self.labels());
        for (row, column) in pairs() {
            model.variable(CELL, lines().map(|symbol| self.label(symbol, row, column)));
        }
        for (row, symbol) in pairs() {
            model.variable(ROW, lines().map(|column| self.label(symbol, row, column)));
        }
        for (column, symbol) in pairs() {
            model.variable(COLUMN, lines().map(|row| self.label(symbol, row, column)));
        }
        if let Some(block) = self.block {
            for (index, symbol) in pairs() {
                let cells = lines().map(|cell| self.cell_of(block, index, cell));
                model.variable(
                    BLOCK,
                    cells.map(|(row, column)| self.label(symbol, row, column)),
                );
            }
        }
        model
    }

    /// The cover matrices, in which Subsets are sought (PBCS 8.3): the symbols'
    /// places in a row, column or block against its cells, and the places of a
    /// symbol in the rows against those in the columns. Each serves in both
    /// directions: hidden and naked Subsets, and fish in rows and in columns. The
    /// fins of fish may be in blocks.
    pub fn matrices(self, model: &Model) -> Vec<CoverMatrix> {
        let of = |kind: Kind, symbol: usize, row: usize, column: usize| {
            let variable = model.variable_of(self.label(symbol, row, column), kind);
            variable.expect("a label has a variable of every kind")
        };
        let matrix = |base: &dyn Fn(usize) -> Variable, cover: &dyn Fn(usize) -> Variable| {
            let all = |f: &dyn Fn(usize) -> Variable| (0..self.size).map(f).collect::<Vec<_>>();
            CoverMatrix::new(model, &all(base), &all(cover))
                .expect("bases and covers of a square cross once")
        };
        let lines = || 0..self.size;
        let rows = lines().map(|r| matrix(&|n| of(ROW, n, r, 0), &|c| of(CELL, 0, r, c)));
        let columns = lines().map(|c| matrix(&|n| of(COLUMN, n, 0, c), &|r| of(CELL, 0, r, c)));
        let blocks = self.block.into_iter().flat_map(|block| {
            lines().map(move |index| {
                let cell = |cell: usize| self.cell_of(block, index, cell);
                let (top, left) = cell(0);
                let cover = |c: usize| of(CELL, 0, cell(c).0, cell(c).1);
                matrix(&|n| of(BLOCK, n, top, left), &cover)
            })
        });
        let symbols = lines().map(|n| {
            let lines = matrix(&|r| of(ROW, n, r, 0), &|c| of(COLUMN, n, 0, c));
            match self.block {
                None => lines,
                Some(_) => lines
                    .with_patches(model, BLOCK)
                    .expect("a block is where some rows and some columns cross"),
            }
        });
        rows.chain(columns).chain(blocks).chain(symbols).collect()
    }

    /// The spaces (HLS). Blocks link cells alone: the hidden spaces are those of a square
    /// without blocks.
    pub fn spaces(self, model: &Model) -> Vec<Space> {
        let of = |kind: Kind, links: &[Kind]| Space::new(model, kind, links);
        let spaces = [
            of(CELL, &[ROW, COLUMN, BLOCK]),
            of(ROW, &[CELL, COLUMN]),
            of(COLUMN, &[CELL, ROW]),
        ];
        spaces.into_iter().flatten().collect()
    }
}
