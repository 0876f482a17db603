//! Sudoku as a constraint graph: 729 labels (digit, row, column) and 324 CSP
//! variables of four kinds, rc, rn, cn and bn, each with nine labels; all
//! links come from the variables, and 972 g-labels follow. PBCS 2.1 and 7.1.2.

use std::sync::LazyLock;

use crate::squares::shape::{self, BlockSize, Shape};
pub use crate::squares::shape::{BLOCK, CELL, COLUMN, ROW};
use crate::squares::square;
use gradus_csp::{Domain, Label, Model};

/// Number of rows, columns, blocks and digits.
const SIZE: usize = 9;

/// The shape of Sudoku: nine symbols, blocks of three by three.
pub static SHAPE: LazyLock<Shape> = LazyLock::new(|| {
    Shape::sudoku(BlockSize {
        height: 3,
        width: 3,
    })
});

/// Number of labels.
pub const LABELS: usize = SIZE * SIZE * SIZE;

/// The label of a digit in a cell, all counted from 0.
pub const fn label(digit: usize, row: usize, column: usize) -> Label {
    shape::label(SIZE, digit, row, column)
}

/// Digit, row and column of a label, all counted from 0.
pub const fn coordinates(label: Label) -> (usize, usize, usize) {
    shape::coordinates(SIZE, label)
}

/// The domain of 9×9 Sudoku, built on first use.
pub fn domain() -> &'static Domain {
    static DOMAIN: LazyLock<Domain> =
        LazyLock::new(|| square::with_spaces(SHAPE.clone(), Shape::spaces));
    &DOMAIN
}

/// The constraint graph of 9×9 Sudoku, built on first use.
pub fn sudoku_model() -> &'static Model {
    domain().model()
}

/// A label in the notation of the books: `n5r1c7`.
pub fn label_name(label: Label) -> String {
    domain().names().label(label)
}
