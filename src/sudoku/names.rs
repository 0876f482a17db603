//! Labels, g-labels and CSP variables by the names that the books give them:
//! `n5r1c7`, `n5r1c789`, and `r1c7`, `r1n5`, `c7n5`, `b3n5`.

use super::model::{BLOCK, CELL, COLUMN, ROW, coordinates, label, sudoku_model};
use crate::csp::model::{GLabel, Kind, Label, Variable};

/// A variable as the books write it.
pub fn variable_name(variable: Variable) -> String {
    let model = sudoku_model();
    let (digit, row, column) = coordinates(model.labels_of(variable)[0]);
    let (n, r, c) = (digit + 1, row + 1, column + 1);
    match model.kind_of(variable) {
        CELL => format!("r{r}c{c}"),
        ROW => format!("r{r}n{n}"),
        COLUMN => format!("c{c}n{n}"),
        _ => format!("b{}n{n}", row / 3 * 3 + column / 3 + 1),
    }
}

/// The variable of this name.
pub fn variable_named(name: &str) -> Option<Variable> {
    let &[a, x, b, y] = name.as_bytes() else {
        return None;
    };
    let (x, y) = (digit(x)?, digit(y)?);
    let (kind, label): (Kind, Label) = match (a, b) {
        (b'r', b'c') => (CELL, label(0, x, y)),
        (b'r', b'n') => (ROW, label(y, x, 0)),
        (b'c', b'n') => (COLUMN, label(y, 0, x)),
        (b'b', b'n') => (BLOCK, label(y, x / 3 * 3, x % 3 * 3)),
        _ => return None,
    };
    sudoku_model().variable_of(label, kind)
}

/// The label of this name.
pub fn label_named(name: &str) -> Option<Label> {
    let &[b'n', n, b'r', r, b'c', c] = name.as_bytes() else {
        return None;
    };
    Some(label(digit(n)?, digit(r)?, digit(c)?))
}

/// The rows and columns of a g-label, one of the two alone: `r1c789`.
pub fn segment_name(glabel: GLabel) -> String {
    let cells = sudoku_model().glabel_labels(glabel).iter();
    let cells: Vec<_> = cells.map(|&label| coordinates(label)).collect();
    let lines = |line: fn(&(usize, usize, usize)) -> usize| {
        let mut lines: Vec<usize> = cells.iter().map(line).collect();
        lines.dedup();
        let digits = lines.iter().map(|line| (line + 1).to_string());
        digits.collect::<String>()
    };
    format!("r{}c{}", lines(|cell| cell.1), lines(|cell| cell.2))
}

/// A g-label with its digit: `n5r1c789`. The same name stands for one of a row
/// or column and one of a block.
pub fn glabel_name(glabel: GLabel) -> String {
    let (digit, ..) = coordinates(sudoku_model().glabel_labels(glabel)[0]);
    format!("n{}{}", digit + 1, segment_name(glabel))
}

/// The g-label of a variable that has this name.
pub fn glabel_named(name: &str, variable: Variable) -> Option<GLabel> {
    let mut glabels = sudoku_model().glabels_of(variable);
    glabels.find(|&glabel| glabel_name(glabel) == name)
}

/// A digit from 1 to 9, counted from 0.
fn digit(byte: u8) -> Option<usize> {
    (b'1'..=b'9')
        .contains(&byte)
        .then(|| usize::from(byte - b'1'))
}
