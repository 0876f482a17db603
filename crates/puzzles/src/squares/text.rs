//! A resolution state as text: a grid of candidates, those of a step marked by
//! colour or, where there are no colours, by a sign after the symbol.

use std::fmt::Write;

use super::shape::Shape;
use crate::draw::text::{legend, paint, sign};
use gradus_csp::{Mark, Marks, Paint, Position, Style};

/// The grid, its cells between the lines of blocks, and a legend if there are marks.
pub(super) fn draw(shape: &Shape, position: &Position, marks: &Marks, style: Style) -> String {
    let size = shape.size;
    let cells = (0..size * size).map(|cell| pieces(shape, position, marks, cell));
    let cells: Vec<Vec<Piece>> = cells.collect();
    let width = |column: usize| {
        let cells = (0..size).map(|row| &cells[row * size + column]);
        let widths = cells.map(|cell| shown_width(cell, style));
        widths.max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..size).map(width).collect();
    let borders = Borders(shape);
    let mut text = String::new();
    for row in 0..=size {
        if (0..size).any(|column| borders.above(row, column)) {
            text.push_str(&borders.rule(row, &widths));
        }
        for column in (0..size).filter(|_| row < size) {
            if borders.any_before(column) {
                let bar = borders.before(row, column);
                text.push(if bar { '|' } else { ' ' });
            }
            text.push(' ');
            let cell = &cells[row * size + column];
            cell.iter()
                .for_each(|piece| text.push_str(&shown(piece, style)));
            let padding = widths[column] - shown_width(cell, style);
            let _ = write!(text, "{:padding$} ", "");
        }
        if row < size {
            text.push_str("|\n");
        }
    }
    text + &legend(marks, style)
}

/// Where there are lines: around the grid and between blocks.
struct Borders<'a>(&'a Shape);

impl Borders<'_> {
    /// Whether there is a line above a cell; below the last row, above the row after it.
    fn above(&self, row: usize, column: usize) -> bool {
        let size = self.0.size;
        let cell = row * size + column;
        column < size && (row == 0 || row == size || self.0.parted(cell - size, cell))
    }

    /// Whether there is a line before a cell; after the last column, before the next one.
    fn before(&self, row: usize, column: usize) -> bool {
        let size = self.0.size;
        let cell = row * size + column;
        row < size && (column == 0 || column == size || self.0.parted(cell - 1, cell))
    }

    /// Whether there is a line before some cell of a column.
    fn any_before(&self, column: usize) -> bool {
        (0..self.0.size).any(|row| self.before(row, column))
    }

    /// The lines above a row, with corners where they meet others.
    fn rule(&self, row: usize, widths: &[usize]) -> String {
        let mut text = String::new();
        for column in 0..=widths.len() {
            let (left, right) = (
                column > 0 && self.above(row, column - 1),
                self.above(row, column),
            );
            if self.any_before(column) {
                let up = row > 0 && self.before(row - 1, column);
                let corner = match (left || right, up || self.before(row, column)) {
                    (true, true) => '+',
                    (true, false) => '-',
                    (false, true) => '|',
                    (false, false) => ' ',
                };
                text.push(corner);
            }
            if let Some(width) = widths.get(column) {
                let line = if right { "-" } else { " " };
                text.push_str(&line.repeat(width + 2));
            }
        }
        text + "\n"
    }
}

/// A symbol of a cell.
pub(crate) struct Piece {
    symbol: char,
    is_value: bool,
    mark: Option<Mark>,
}

/// The symbols of a cell.
pub(crate) fn pieces(shape: &Shape, position: &Position, marks: &Marks, cell: usize) -> Vec<Piece> {
    let at = |symbol| shape.label(symbol, cell / shape.size, cell % shape.size);
    let symbols = (0..shape.size).filter(|&symbol| position.has(at(symbol)));
    let piece = |symbol| Piece {
        symbol: Shape::character(symbol),
        is_value: position.values.contains(&at(symbol)),
        mark: marks.get(at(symbol)),
    };
    symbols.map(piece).collect()
}

/// A symbol as it is printed.
pub(crate) fn shown(piece: &Piece, style: Style) -> String {
    let symbol = piece.symbol.to_string();
    match (style, piece.mark) {
        (Style::Plain, mark) => symbol + sign(mark),
        (Style::Coloured, Some(mark)) => style.paint(paint(mark), &symbol),
        (Style::Coloured, None) if piece.is_value => style.paint(Paint::Value, &symbol),
        (Style::Coloured, None) => symbol,
    }
}

/// How wide a cell is as it is printed.
pub(crate) fn shown_width(cell: &[Piece], style: Style) -> usize {
    let width = |piece: &Piece| match style {
        Style::Plain => 1 + sign(piece.mark).len(),
        Style::Coloured => 1,
    };
    cell.iter().map(width).sum()
}
