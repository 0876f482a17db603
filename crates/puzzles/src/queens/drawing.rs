//! Queens on a chess board.

use std::fmt::Write;

use super::board::{BLOCK, QueensBoard};
use crate::draw::svg;
use crate::draw::text::{legend, paint};
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Mark, Marks, Paint, Position, Stroke, Style};

/// The width of a square.
const SQUARE: f32 = 40.0;
/// The width of the margin around the board.
const MARGIN: f32 = 2.0;

impl QueensBoard {
    /// Whether each block has a queen.
    fn has_blocks(&self) -> bool {
        let mut variables = self.model.variables();
        variables.any(|v| self.model.kind_of(v) == BLOCK)
    }

    fn place(&self, label: Label, size: f32, text: &str) -> Glyph {
        let middle = |line: usize| MARGIN + line as f32 * SQUARE + SQUARE / 2.0;
        Glyph {
            x: middle(label.index() % self.size),
            y: middle(label.index() / self.size),
            size,
            text: text.to_string(),
            path: None,
        }
    }

    /// The frame of everything, or of each block.
    fn frames(&self) -> String {
        let width = match self.has_blocks() {
            true => self.size.isqrt(),
            false => self.size,
        };
        let mut path = String::new();
        let side = self.size as f32 * SQUARE;
        for line in (0..=self.size).step_by(width) {
            let at = MARGIN + line as f32 * SQUARE;
            let _ = write!(path, "M{MARGIN} {at}h{side}M{at} {MARGIN}v{side}");
        }
        path
    }

    /// What lies under candidates and values.
    fn lines(&self) -> Backdrop {
        let mut dark = String::new();
        for row in 0..self.size {
            for column in (0..self.size).filter(|column| (row + column) % 2 == 1) {
                let at = |line: usize| MARGIN + line as f32 * SQUARE;
                let (x, y) = (at(column), at(row));
                let _ = write!(dark, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
            }
        }
        let width = self.size as f32 * SQUARE + 2.0 * MARGIN;
        Backdrop {
            width,
            height: width,
            strokes: vec![(Stroke::Area, dark), (Stroke::Thick, self.frames())],
            texts: Vec::new(),
        }
    }
}

/// How a square is printed where there is no colour.
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
        let mut text = String::new();
        for row in 0..self.size {
            for column in 0..self.size {
                let label = Label((row * self.size + column) as u16);
                let (is_value, mark) = (position.values.contains(&label), marks.get(label));
                let shown = match (style, mark) {
                    _ if !position.has(label) => ".".to_string(),
                    (Style::Plain, mark) => plain(is_value, mark).to_string(),
                    (Style::Coloured, Some(mark)) => {
                        style.paint(paint(mark), plain(is_value, None))
                    }
                    (Style::Coloured, None) if is_value => style.paint(Paint::Value, "Q"),
                    (Style::Coloured, None) => "o".to_string(),
                };
                let _ = write!(text, "{}{shown}", if column > 0 { " " } else { "" });
            }
            text.push('\n');
        }
        text + &legend(marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        let board = self.lines();
        svg::svg(self, &board, "", title, givens, state)
    }

    fn board(&self) -> Option<Backdrop> {
        Some(self.lines())
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        Some(self.place(label, 14.0, "•"))
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        Some(self.place(label, 28.0, "♛"))
    }
}
