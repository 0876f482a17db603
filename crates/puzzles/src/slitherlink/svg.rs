//! Slitherlinks as people draw them: dots, the lines that are there, crosses where none is,
//! the givens, and a shade in the cells that are known to be inside. What a step is about is
//! marked by its value, where it belongs.

use std::fmt::Write;

use super::board::Board;
use super::grid::Line;
use super::layout::{IN, Place};
use super::text;
use crate::draw::svg;
use gradus_csp::{Drawing, Label, Marks, Nomenclature, Position, Stroke, Style};

/// The width of a cell.
const CELL: f32 = 40.0;
/// The width of the margin around the points.
const MARGIN: f32 = 20.0;
/// The height of a given.
const GIVEN: f32 = 22.0;
/// The height of what is shown only if it is marked.
const SMALL: f32 = 5.9;

impl Board {
    /// The middle of a place.
    fn middle(&self, place: Place) -> (f32, f32) {
        let grid = self.layout.grid;
        let at = |row: f32, column: f32| (MARGIN + column * CELL, MARGIN + row * CELL);
        let of_cell = |cell: usize| {
            let (row, column) = grid.cell_place(cell);
            at(row as f32 + 0.5, column as f32 + 0.5)
        };
        match place {
            Place::Line(line) => {
                let (horizontal, row, column) = grid.place(line);
                let (down, right) = if horizontal { (0.0, 0.5) } else { (0.5, 0.0) };
                at(row as f32 + down, column as f32 + right)
            }
            Place::Point(point) => {
                let (row, column) = grid.point_place(point);
                at(row as f32, column as f32)
            }
            Place::Cell(cell) => {
                let (x, y) = of_cell(cell);
                (x, y - 0.25 * CELL)
            }
            Place::Number(cell) => of_cell(cell),
            Place::Colour(cell) => {
                let (x, y) = of_cell(cell);
                (x, y + 0.25 * CELL)
            }
            Place::Outer(outer) => {
                let (line, _) = self.layout.outer(outer);
                let (x, y) = self.middle(Place::Line(line));
                let (horizontal, row, column) = grid.place(line);
                let out = |line: usize| if line == 0 { -0.25 * CELL } else { 0.25 * CELL };
                match horizontal {
                    true => (x, y + out(row)),
                    false => (x + out(column), y),
                }
            }
        }
    }

    /// A line from point to point.
    fn stroke(&self, line: Line) -> String {
        let [(x, y), (to_x, to_y)] = self
            .layout
            .grid
            .ends(line)
            .map(|point| self.middle(Place::Point(point)));
        format!("M{x} {y}L{to_x} {to_y}")
    }

    /// A cross where there is no line.
    fn cross(&self, line: Line) -> String {
        let (x, y) = self.middle(Place::Line(line));
        format!("M{} {}l6 6m0 -6l-6 6", x - 3.0, y - 3.0)
    }

    /// What is decided: lines, crosses and cells inside.
    fn decided(&self, position: &Position) -> String {
        let (mut lines, mut crosses, mut inside) = (String::new(), String::new(), String::new());
        for &value in &position.values {
            let place = self.layout.place(self.layout.variable_of(value));
            match (place, self.layout.value(value)) {
                (Place::Line(line), 1) => lines.push_str(&self.stroke(line)),
                (Place::Line(line), _) => crosses.push_str(&self.cross(line)),
                (Place::Colour(cell), IN) => {
                    let (x, y) = self.middle(Place::Number(cell));
                    let corner = (x - CELL / 2.0, y - CELL / 2.0);
                    let _ = write!(inside, "M{} {}h{CELL}v{CELL}h-{CELL}z", corner.0, corner.1);
                }
                _ => {}
            }
        }
        let path = |class: &str, data: &str| match data.is_empty() {
            true => String::new(),
            false => format!(r#"<path class="{class}" d="{data}"/>"#),
        };
        path("gradus-area", &inside) + &path("gradus-thin", &crosses) + &path("gradus-path", &lines)
    }

    fn place_of(&self, label: Label) -> (Place, u8) {
        let place = self.layout.place(self.layout.variable_of(label));
        (place, self.layout.value(label))
    }
}

impl Drawing for Board {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        text::draw(self, position, marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        let board = self.board().unwrap_or_default();
        let under = state.map(|(position, _)| self.decided(position));
        let under = under.unwrap_or_default();
        svg::svg(self, &board, &under, title, givens, state)
    }

    fn board(&self) -> Option<gradus_csp::Backdrop> {
        let grid = self.layout.grid;
        let dot = |point: usize| {
            let (x, y) = self.middle(Place::Point(point));
            format!("M{} {y}h3", x - 1.5)
        };
        let dots = (0..grid.points()).map(dot).collect();
        Some(gradus_csp::Backdrop {
            width: grid.columns as f32 * CELL + 2.0 * MARGIN,
            height: grid.rows as f32 * CELL + 2.0 * MARGIN,
            strokes: vec![(Stroke::Thick, dots)],
            texts: Vec::new(),
        })
    }

    /// The candidates of a variable stand beside each other, in rows of four where they have
    /// more letters than one.
    fn candidate(&self, label: Label) -> Option<gradus_csp::Glyph> {
        let (place, _) = self.place_of(label);
        let (x, y) = self.middle(place);
        let own: Vec<Label> = self.layout.labels_of(place).collect();
        let at = own.iter().position(|&other| other == label)?;
        let apart = match place {
            Place::Line(_) | Place::Number(_) => CELL / 6.0,
            _ => CELL / 4.2,
        };
        let across = own.len().min(4);
        let right = (at % across) as f32 - (across as f32 - 1.0) / 2.0;
        let down = (at / across) as f32 - (own.len().div_ceil(across) as f32 - 1.0) / 2.0;
        Some(gradus_csp::Glyph {
            x: x + right * apart,
            y: y + down * CELL / 6.0,
            size: SMALL,
            text: self.answer(self.layout.variable(place), label),
            path: None,
        })
    }

    fn value(&self, label: Label) -> Option<gradus_csp::Glyph> {
        let (place, value) = self.place_of(label);
        let (x, y) = self.middle(place);
        let is_given = matches!(place, Place::Number(cell) if self.layout.givens[cell].is_some());
        Some(gradus_csp::Glyph {
            x,
            y,
            size: if is_given { GIVEN } else { SMALL },
            text: self.answer(self.layout.variable(place), label),
            path: match (place, value) {
                (Place::Line(line), 1) => Some(self.stroke(line)),
                (Place::Line(line), _) => Some(self.cross(line)),
                _ => None,
            },
        })
    }
}
