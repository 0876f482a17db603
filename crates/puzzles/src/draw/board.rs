//! Parts of boards that several kinds draw.

use std::fmt::Display;

use super::svg;
use gradus_csp::{Drawing, Glyph, Label, Marks, Position, Stroke};

/// A text in the middle of a place.
pub(crate) fn place((x, y): (f32, f32), size: f32, text: impl ToString) -> Glyph {
    Glyph {
        x,
        y,
        size,
        text: text.to_string(),
        path: None,
    }
}

/// The numbers of rows and columns, each at the middle of its line.
pub(crate) fn ruler(rows: usize, columns: usize, middle: impl Fn(usize) -> f32) -> Vec<Glyph> {
    let above = (0..columns).map(|column| place((middle(column), -AWAY), NUMBER, column + 1));
    let before = (0..rows).map(|row| place((-AWAY, middle(row)), NUMBER, row + 1));
    above.chain(before).collect()
}

/// The distance of the numbers of rows and columns from the board.
const AWAY: f32 = 6.0;
/// The height of these numbers.
const NUMBER: f32 = 9.0;

/// The path around a square with this upper left corner.
pub(crate) fn square(x: impl Display, y: impl Display, side: impl Display) -> String {
    format!("M{x} {y}h{side}v{side}h-{side}z")
}

/// The lines of a grid of square cells: thin between cells, thick around the grid.
pub(crate) fn grid(size: usize, cell: usize, margin: usize) -> [(Stroke, String); 2] {
    let end = margin + size * cell;
    let line = |line: usize| {
        let at = margin + line * cell;
        format!("M{margin} {at}H{end}M{at} {margin}V{end}")
    };
    let inside = (1..size).map(line).collect();
    [
        (Stroke::Thin, inside),
        (Stroke::Thick, line(0) + &line(size)),
    ]
}

/// The picture of a puzzle that has a board; `under` is SVG between board and labels.
pub(crate) fn picture(
    drawing: &dyn Drawing,
    under: &str,
    title: &str,
    givens: &[Label],
    state: Option<(&Position, &Marks)>,
) -> String {
    let board = drawing.board().unwrap_or_default();
    svg::svg(drawing, &board, under, title, givens, state)
}
