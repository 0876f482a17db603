//! A resolution state as text: a grid of candidates, those of a step marked by
//! colour or, in output without colours, by a sign after the symbol.

use super::shape::Shape;
use crate::draw::text::{Ruler, TextPiece, legend, padded_under_ruler};
use gradus_csp::{Marks, Position, Style};

/// The grid with lines between blocks, and a legend if any candidate is marked.
pub(super) fn draw(shape: &Shape, position: &Position, marks: &Marks, style: Style) -> String {
    let size = shape.size;
    let (cells, widths) = padded_under_ruler(&pieces(shape, position, marks), "", style);
    let (borders, ruler) = (Borders(shape), Ruler::new(size, style));
    let mut text = ruler.above(borders.starts(&widths));
    for row in 0..=size {
        if (0..size).any(|column| borders.above(row, column)) {
            text += &(ruler.space() + &borders.rule(row, &widths));
        }
        let Some(cells) = cells.get(row) else {
            break;
        };
        text.push_str(&ruler.row(row));
        for (column, cell) in cells.iter().enumerate() {
            if borders.any_before(column) {
                text.push(if borders.before(row, column) {
                    '|'
                } else {
                    ' '
                });
            }
            text += &format!(" {cell} ");
        }
        text.push_str("|\n");
    }
    text + &legend(marks, style)
}

/// The places of lines: around the grid and between blocks.
struct Borders<'a>(&'a Shape);

impl Borders<'_> {
    /// Returns true if a line is above a cell; the last row + 1 stands for the lower edge.
    fn above(&self, row: usize, column: usize) -> bool {
        let size = self.0.size;
        let cell = row * size + column;
        column < size && (row == 0 || row == size || self.0.parted(cell - size, cell))
    }

    /// Returns true if a line is before a cell; the last column + 1 stands for the right edge.
    fn before(&self, row: usize, column: usize) -> bool {
        let size = self.0.size;
        let cell = row * size + column;
        row < size && (column == 0 || column == size || self.0.parted(cell - 1, cell))
    }

    /// Returns true if a line is before some cell of a column.
    fn any_before(&self, column: usize) -> bool {
        (0..self.0.size).any(|row| self.before(row, column))
    }

    /// The places at which the contents of the columns begin in a line.
    fn starts(&self, widths: &[usize]) -> Vec<usize> {
        let (mut starts, mut end) = (Vec::new(), 0);
        for (column, width) in widths.iter().enumerate() {
            let start = end + usize::from(self.any_before(column)) + 1;
            starts.push(start);
            end = start + width + 1;
        }
        starts
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

/// The symbols of the cells, row by row.
pub(crate) fn pieces(
    shape: &Shape,
    position: &Position,
    marks: &Marks,
) -> Vec<Vec<Vec<TextPiece>>> {
    let cell = |row, column| {
        let at = |symbol| shape.label(symbol, row, column);
        let symbols = (0..shape.size).filter(|&symbol| position.has(at(symbol)));
        let piece =
            |symbol| TextPiece::label(Shape::character(symbol), at(symbol), position, marks);
        symbols.map(piece).collect()
    };
    let row = |row| (0..shape.size).map(|column| cell(row, column)).collect();
    (0..shape.size).map(row).collect()
}
