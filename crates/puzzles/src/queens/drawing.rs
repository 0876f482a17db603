//! Queens on a chess board.

use std::fmt::Write;

use super::board::{BLOCK, QueensBoard};
use crate::draw::board;
use crate::draw::text::{Ruler, legend, paint, shown};
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Mark, Marks, Paint, Position, Stroke, Style};

/// The width of a square.
const SQUARE: f32 = 40.0;
/// The width of the margin around the board.
const MARGIN: f32 = 2.0;

impl QueensBoard {
    /// Returns true if each block has a queen.
    fn has_blocks(&self) -> bool {
        let mut variables = self.model.variables();
        variables.any(|v| self.model.kind_of(v) == BLOCK)
    }

    fn place(&self, label: Label, size: f32, text: &str) -> Glyph {
        let middle = |line: usize| MARGIN + line as f32 * SQUARE + SQUARE / 2.0;
        let (x, y) = (label.index() % self.size, label.index() / self.size);
        board::place((middle(x), middle(y)), size, text)
    }

    /// The frame of the board, or of each block.
    fn frames(&self) -> String {
        let width = if self.has_blocks() {
            self.size.isqrt()
        } else {
            self.size
        };
        let mut path = String::new();
        let side = self.size as f32 * SQUARE;
        for line in (0..=self.size).step_by(width) {
            let at = MARGIN + line as f32 * SQUARE;
            let _ = write!(path, "M{MARGIN} {at}h{side}M{at} {MARGIN}v{side}");
        }
        path
    }
}

/// A square in output without colours.
fn plain(is_value: bool, mark: Option<Mark>) -> &'static str {
    match (is_value, mark.map(paint)) {
        (true, _) => "Q",
        (false, Some(Paint::Left)) => "-",
        (false, Some(Paint::Right)) => "+",
        (false, Some(Paint::Target)) => "x",
        _ => "o",
    }
}

impl Drawing for QueensBoard {
    /// `Q` is a queen, `o` a square that may have one.
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let ruler = Ruler::new(self.size, style);
        // As wide as the names of the columns.
        let apart = " ".repeat(format!("c{}", self.size).len());
        let starts = (0..self.size).map(|column| column * (apart.len() + 1));
        let mut text = ruler.above(starts);
        for row in 0..self.size {
            text.push_str(&ruler.row(row));
            for column in 0..self.size {
                let label = Label::new(row * self.size + column);
                let is_value = position.values.contains(&label);
                let mark = marks.get(label).filter(|_| position.has(label));
                let own = match style {
                    _ if !position.has(label) => ".",
                    Style::Plain => plain(is_value, mark),
                    Style::Coloured => plain(is_value, None),
                };
                text.push_str(if column > 0 { &apart } else { "" });
                text.push_str(&shown(own, "", is_value, mark, style));
            }
            text.push('\n');
        }
        text + &legend(marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        board::picture(self, "", title, givens, state)
    }

    fn board(&self) -> Option<Backdrop> {
        let mut dark = String::new();
        for row in 0..self.size {
            for column in (0..self.size).filter(|column| (row + column) % 2 == 1) {
                let at = |line: usize| MARGIN + line as f32 * SQUARE;
                dark += &board::square(at(column), at(row), SQUARE);
            }
        }
        let width = self.size as f32 * SQUARE + 2.0 * MARGIN;
        Some(Backdrop {
            width,
            height: width,
            strokes: vec![(Stroke::Area, dark), (Stroke::Thick, self.frames())],
            texts: Vec::new(),
            ruler: board::ruler(self.size, self.size, |line| {
                MARGIN + line as f32 * SQUARE + SQUARE / 2.0
            }),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        Some(self.place(label, 14.0, "•"))
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        Some(self.place(label, 28.0, "♛"))
    }
}
