//! Sudoku as a constraint graph: 729 labels (digit, row, column) and 324 CSP
//! variables of four kinds, rc, rn, cn and bn, each with nine labels; all
//! links come from the variables, and 972 g-labels follow. PBCS 2.1 and 7.1.2.

use std::sync::LazyLock;

use crate::csp::model::{Kind, Label, Model, ModelBuilder};

/// The kind of the rc variables: which digit is in a cell.
pub const CELL: Kind = Kind(0);
/// The kind of the rn variables: where a digit is in a row.
pub const ROW: Kind = Kind(1);
/// The kind of the cn variables: where a digit is in a column.
pub const COLUMN: Kind = Kind(2);
/// The kind of the bn variables: where a digit is in a block.
pub const BLOCK: Kind = Kind(3);

/// Number of labels.
pub const LABELS: usize = 729;

/// The label of a digit in a cell, all counted from 0.
pub const fn label(digit: usize, row: usize, column: usize) -> Label {
    Label((digit * 81 + row * 9 + column) as u16)
}

/// Digit, row and column of a label, all counted from 0.
pub const fn coordinates(label: Label) -> (usize, usize, usize) {
    let (digit, cell) = (label.0 as usize / 81, label.0 as usize % 81);
    (digit, cell / 9, cell % 9)
}

/// A label as the books write it: `n5r1c7`.
pub fn label_name(label: Label) -> String {
    let (digit, row, column) = coordinates(label);
    format!("n{}r{}c{}", digit + 1, row + 1, column + 1)
}

/// The constraint graph of 9×9 Sudoku, built on first use.
pub fn sudoku_model() -> &'static Model {
    static MODEL: LazyLock<Model> = LazyLock::new(|| {
        let mut model = ModelBuilder::new(LABELS);
        let pairs = || (0..9).flat_map(|a| (0..9).map(move |b| (a, b)));
        for (row, column) in pairs() {
            model.variable(CELL, (0..9).map(|digit| label(digit, row, column)));
        }
        for (row, digit) in pairs() {
            model.variable(ROW, (0..9).map(|column| label(digit, row, column)));
        }
        for (column, digit) in pairs() {
            model.variable(COLUMN, (0..9).map(|row| label(digit, row, column)));
        }
        for (block, digit) in pairs() {
            let square = |s: usize| label(digit, block / 3 * 3 + s / 3, block % 3 * 3 + s % 3);
            model.variable(BLOCK, (0..9).map(square));
        }
        model.build().expect("the Sudoku model is sound")
    });
    &MODEL
}
