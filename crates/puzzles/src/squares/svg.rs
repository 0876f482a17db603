//! Grids as SVG: only givens, or a resolution state with the candidates of a
//! step marked. Self-contained and without scripts; lines and symbols have the
//! colour of the surrounding text, and the tints of marks suit light and dark pages.

use std::fmt::Write;

use super::shape::Shape;
use super::square::Square;
use crate::draw::board;
use crate::draw::svg::{self, MARGIN, STYLE, legend, mark_class};
use crate::text::joined;
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Marks, Position, Stroke, Style};

/// For squares with tinted cells.
const TINTED: &str = ".gradus-area{fill:currentColor;fill-opacity:.12}";

impl Drawing for Square {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        super::text::draw(&self.shape, position, marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        let inside: String = match state {
            None => {
                let mut givens = givens.to_vec();
                givens.sort_unstable_by_key(|&given| self.cell_of(given));
                let symbol = |&given: &Label| self.large(given, "gradus-given");
                givens.iter().map(symbol).collect()
            }
            Some((position, marks)) => {
                let cells = 0..self.shape.size * self.shape.size;
                let cell = |cell| self.cell_svg(givens, position, marks, cell);
                cells.map(cell).collect()
            }
        };
        let marks = state.map(|(_, marks)| marks);
        self.page(title, &inside, marks.unwrap_or(&Marks::default()))
    }

    fn board(&self) -> Option<Backdrop> {
        let size = self.width() as f32;
        Some(Backdrop {
            width: size,
            height: size,
            strokes: self.lines(),
            texts: Vec::new(),
            ruler: board::ruler(self.shape.size, self.shape.size, |line| {
                self.middle(line) as f32
            }),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        let (symbol, row, column) = self.shape.coordinates(label);
        let ((across, down), width) = (self.places(), self.cell_width());
        let middle = |cell: usize, place: usize, places: usize| {
            (MARGIN + cell * width) as f32 + (width * (2 * place + 1)) as f32 / (2 * places) as f32
        };
        // As large as the places allow: three in a row have a quarter of a cell.
        let size = (width as f32 * 0.75 / across.max(down) as f32).min(12.0);
        let x = middle(column, symbol % across, across);
        let y = middle(row, symbol / across, down);
        Some(board::place((x, y), size, Shape::character(symbol)))
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        let (symbol, row, column) = self.shape.coordinates(label);
        let middle = [column, row].map(|cell| self.middle(cell) as f32);
        Some(board::place(middle.into(), 24.0, Shape::character(symbol)))
    }
}

impl Square {
    /// The index of a label's cell, row by row.
    fn cell_of(&self, label: Label) -> usize {
        let (_, row, column) = self.shape.coordinates(label);
        row * self.shape.size + column
    }

    /// The middle of a row or a column.
    fn middle(&self, line: usize) -> usize {
        let width = self.cell_width();
        MARGIN + line * width + width / 2
    }

    fn cell_svg(
        &self,
        givens: &[Label],
        position: &Position,
        marks: &Marks,
        cell: usize,
    ) -> String {
        let size = self.shape.size;
        let ((across, down), width) = (self.places(), self.cell_width());
        let at = |symbol| self.shape.label(symbol, cell / size, cell % size);
        let mut svg = String::new();
        for symbol in (0..size).filter(|&symbol| position.has(at(symbol))) {
            let label = at(symbol);
            if position.values.contains(&label) {
                let class = if givens.contains(&label) {
                    "gradus-given"
                } else {
                    "gradus-value"
                };
                svg.push_str(&self.large(label, class));
                continue;
            }
            let x =
                MARGIN + cell % size * width + width * (2 * (symbol % across) + 1) / (2 * across);
            let y = MARGIN + cell / size * width + width * (2 * (symbol / across) + 1) / (2 * down);
            if let Some(mark) = marks.get(label) {
                let class = mark_class(mark);
                let _ = write!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="7"/>"#);
            }
            let links = marks.links(label);
            // The link number leaves less room for the symbol.
            let left = x - 2 * usize::from(!links.is_empty());
            let (below, n) = (y + 4, Shape::character(symbol));
            let _ = write!(
                svg,
                r#"<text class="gradus-candidate" x="{left}" y="{below}">{n}</text>"#
            );
            if !links.is_empty() {
                let (x, y, links) = (x + 4, y - 1, joined(links, ","));
                let _ = write!(
                    svg,
                    r#"<text class="gradus-link" x="{x}" y="{y}">{links}</text>"#
                );
            }
        }
        svg
    }

    fn large(&self, label: Label, class: &str) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        let (x, y) = (self.middle(column), self.middle(row) + 9);
        let symbol = Shape::character(symbol);
        format!(r#"<text class="{class}" x="{x}" y="{y}">{symbol}</text>"#)
    }

    /// The content of the grid under its lines, and the legend.
    fn page(&self, title: &str, inside: &str, marks: &Marks) -> String {
        let size = self.width();
        let (legend, below) = legend(marks, size);
        let height = size + below;
        let (mut under, mut lines) = (String::new(), String::new());
        for (stroke, path) in self.lines() {
            let (to, class) = match stroke {
                Stroke::Thick => (&mut lines, "gradus-thick"),
                Stroke::Thin => (&mut lines, "gradus-thin"),
                Stroke::Area => (&mut under, "gradus-area"),
            };
            let _ = write!(to, r#"<path class="{class}" d="{path}"/>"#);
        }
        let tinted = if under.is_empty() { "" } else { TINTED };
        let board = self.board().unwrap_or_default();
        let (edge, ruler) = (board.edge(), svg::ruler(&board));
        let head = svg::head(title, &[STYLE, tinted], edge, (size, height));
        format!("{head}{under}{inside}{lines}{legend}{ruler}</svg>\n")
    }
}
