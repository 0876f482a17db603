//! Pictures of Numbrix and Hidato: a grid of numbers, black cells, and the known parts of
//! the path. Candidates are in ascending order.

use std::fmt::Write;

use super::domain::PathDomain;
use super::grid::PathCell;
use crate::draw::board;
use crate::draw::text::{TextPiece, ruled_table};
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Marks, Position, Stroke, Style};

/// The width of a cell.
const CELL: usize = 44;
/// The width of the margin around the grid.
const MARGIN: usize = 2;

impl PathDomain {
    fn middle(&self, cell: usize) -> (f32, f32) {
        let at = |line: usize| (MARGIN + line * CELL + CELL / 2) as f32;
        (at(cell % self.grid.size), at(cell / self.grid.size))
    }

    /// The steps of the path whose two numbers are decided.
    fn steps(&self, position: &Position) -> String {
        let mut cells = vec![None; self.grid.most() + 1];
        for &value in &position.values {
            let (number, cell) = self.place(value);
            cells[usize::from(number)] = Some(cell);
        }
        let mut path = String::new();
        for pair in cells.windows(2) {
            if let [Some(a), Some(b)] = *pair
                && self.grid.distance(a, b) == 1
            {
                let ((x, y), (to_x, to_y)) = (self.middle(a), self.middle(b));
                let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
            }
        }
        if path.is_empty() {
            path
        } else {
            format!(r#"<path class="gradus-path" d="{path}"/>"#)
        }
    }
}

impl Drawing for PathDomain {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let place = |cell: usize| {
            let labels = self.labels_of_cell(cell);
            let labels = labels.filter(|&label| position.has(label));
            let piece = |label: Label| {
                let number = self.place(label).0.to_string();
                TextPiece::label(number, label, position, marks)
            };
            match self.grid.cells[cell] {
                PathCell::Black => vec![TextPiece::fixed("#")],
                _ => labels.map(piece).collect(),
            }
        };
        let cells: Vec<usize> = (0..self.grid.cells.len()).collect();
        let rows = cells.chunks(self.grid.size);
        let rows: Vec<Vec<Vec<TextPiece>>> = rows
            .map(|row| row.iter().map(|&cell| place(cell)).collect())
            .collect();
        ruled_table(&rows, ",", marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        let under = state.map(|(position, _)| self.steps(position));
        board::picture(self, &under.unwrap_or_default(), title, givens, state)
    }

    fn board(&self) -> Option<Backdrop> {
        let size = self.grid.size;
        let mut strokes = Vec::new();
        let mut black = String::new();
        for cell in (0..self.grid.cells.len()).filter(|&c| self.grid.cells[c] == PathCell::Black) {
            let (x, y) = (MARGIN + cell % size * CELL, MARGIN + cell / size * CELL);
            black.push_str(&board::square(x, y, CELL));
        }
        if !black.is_empty() {
            strokes.push((Stroke::Area, black));
        }
        strokes.extend(board::grid(size, CELL, MARGIN));
        let side = (2 * MARGIN + size * CELL) as f32;
        Some(Backdrop {
            width: side,
            height: side,
            strokes,
            texts: Vec::new(),
            ruler: board::ruler(size, size, |line| self.middle(line * size + line).0),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        let (number, cell) = self.place(label);
        let mut own = self.labels_of_cell(cell);
        let count = self.labels_of_cell(cell).count();
        let place = own.position(|other| other == label)?;
        // As many in a row as in a column, because numbers are wider than high.
        let across = (2..=8).find(|across| across * (across + 2) >= count);
        let across = across.unwrap_or(9);
        let down = count.div_ceil(across).max(across);
        let step = |line: usize, place: usize, places: usize| {
            (MARGIN + line * CELL) as f32 + (CELL * (2 * place + 1)) as f32 / (2 * places) as f32
        };
        let x = step(cell % self.grid.size, place % across, across);
        let y = step(cell / self.grid.size, place / across, down);
        let size = (CELL as f32 * 0.7 / across.max(down) as f32).min(11.0);
        Some(board::place((x, y), size, number))
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        let (number, cell) = self.place(label);
        Some(board::place(self.middle(cell), 20.0, number))
    }
}
