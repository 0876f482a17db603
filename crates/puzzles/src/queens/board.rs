//! The constraint graph of a board with queens.

use std::sync::Arc;

use crate::built;
use gradus_csp::{CoverMatrix, Domain, Label, Model, ModelBuilder, Variable, VariableKind, WIDEST};

/// The kind of the variables of rows: the square of the queen in a row.
pub(super) const ROW: VariableKind = VariableKind(0);
/// The kind of the variables of columns.
pub(super) const COLUMN: VariableKind = VariableKind(1);
/// The kind of the variables of blocks.
pub(super) const BLOCK: VariableKind = VariableKind(2);

/// The names of all boards of one size, and their drawings.
#[derive(Debug)]
pub(super) struct QueensBoard {
    pub(super) size: usize,
    pub(super) model: Arc<Model>,
}

impl QueensBoard {
    pub(super) fn domain(size: usize, blocks: bool) -> Domain {
        let label = |row: usize, column: usize| Label::new(row * size + column);
        let mut model = ModelBuilder::new(size * size);
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for line in 0..size {
            rows.push(model.variable(ROW, (0..size).map(|other| label(line, other))));
        }
        for line in 0..size {
            columns.push(model.variable(COLUMN, (0..size).map(|other| label(other, line))));
        }
        if blocks {
            let width = size.isqrt();
            for block in 0..size {
                let (top, left) = (block / width * width, block % width * width);
                let squares = (0..size).map(|s| label(top + s / width, left + s % width));
                model.variable(BLOCK, squares);
            }
        }
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            for below in row + 1..size {
                let apart = below - row;
                let aside = [column.checked_sub(apart), Some(column + apart)];
                for other in aside.into_iter().flatten().filter(|&other| other < size) {
                    model.link(label(row, column), label(below, other));
                }
            }
        }
        let model = Arc::new(model.build().expect("a board is a sound model"));
        let matrices = matrices(&model, size, &rows, &columns);
        let names = QueensBoard {
            size,
            model: model.clone(),
        };
        built::domain(model, Arc::new(names)).with_matrices(matrices, Vec::new())
    }
}

/// Rows against columns, for Subsets; empty if the board is too wide.
fn matrices(
    model: &Model,
    size: usize,
    rows: &[Variable],
    columns: &[Variable],
) -> Vec<CoverMatrix> {
    if size > WIDEST {
        return Vec::new();
    }
    let matrix = CoverMatrix::new(model, rows, columns);
    vec![matrix.expect("rows and columns cross once")]
}
