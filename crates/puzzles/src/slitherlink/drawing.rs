//! Slitherlinks as usually drawn: dots, lines, crosses for lines known to be absent, the
//! givens, and a shade in cells known to be inside. The labels of a step are marked by their
//! values in their places; in text, they stand below the grid.

use super::grid::Edge;
use super::layout::{IN, Site};
use super::names::SlitherlinkBoard;
use crate::draw::board;
use crate::draw::text::{Ruler, paint};
use crate::text::joined;
use gradus_csp::{Drawing, Label, Mark, Marks, Nomenclature, Paint, Position, Stroke, Style};

/// The width of a cell.
const CELL: f32 = 40.0;
/// The width of the margin around the points.
const MARGIN: f32 = 20.0;
/// The height of a given.
const GIVEN: f32 = 22.0;
/// The height of labels that are shown only if marked.
const SMALL: f32 = 5.9;

impl SlitherlinkBoard {
    /// The middle of a place.
    fn middle(&self, place: Site) -> (f32, f32) {
        let grid = self.layout.grid;
        let at = |row: f32, column: f32| (MARGIN + column * CELL, MARGIN + row * CELL);
        let of_cell = |cell: usize| {
            let (row, column) = grid.cell_place(cell);
            at(row as f32 + 0.5, column as f32 + 0.5)
        };
        match place {
            Site::Line(line) => {
                let (horizontal, row, column) = grid.place(line);
                let (down, right) = if horizontal { (0.0, 0.5) } else { (0.5, 0.0) };
                at(row as f32 + down, column as f32 + right)
            }
            Site::Point(point) => {
                let (row, column) = grid.point_place(point);
                at(row as f32, column as f32)
            }
            Site::Cell(cell) => {
                let (x, y) = of_cell(cell);
                (x, y - 0.25 * CELL)
            }
            Site::Number(cell) => of_cell(cell),
            Site::Colour(cell) => {
                let (x, y) = of_cell(cell);
                (x, y + 0.25 * CELL)
            }
            Site::Outer(outer) => {
                let (line, _) = self.layout.outer(outer);
                let (x, y) = self.middle(Site::Line(line));
                let (horizontal, row, column) = grid.place(line);
                let out = |line: usize| if line == 0 { -0.25 * CELL } else { 0.25 * CELL };
                if horizontal {
                    (x, y + out(row))
                } else {
                    (x + out(column), y)
                }
            }
        }
    }

    /// A line from point to point.
    fn stroke(&self, line: Edge) -> String {
        let ends = self.layout.grid.ends(line);
        let [(x, y), (to_x, to_y)] = ends.map(|point| self.middle(Site::Point(point)));
        format!("M{x} {y}L{to_x} {to_y}")
    }

    /// A cross in place of a line.
    fn cross(&self, line: Edge) -> String {
        let (x, y) = self.middle(Site::Line(line));
        format!("M{} {}l6 6m0 -6l-6 6", x - 3.0, y - 3.0)
    }

    /// The decided parts: lines, crosses and cells inside.
    fn decided(&self, position: &Position) -> String {
        let (mut lines, mut crosses, mut inside) = (String::new(), String::new(), String::new());
        for &value in &position.values {
            match self.place_of(value) {
                (Site::Line(line), 1) => lines.push_str(&self.stroke(line)),
                (Site::Line(line), _) => crosses.push_str(&self.cross(line)),
                (Site::Colour(cell), IN) => {
                    let (x, y) = self.middle(Site::Number(cell));
                    inside.push_str(&board::square(x - CELL / 2.0, y - CELL / 2.0, CELL));
                }
                _ => {}
            }
        }
        let path = |class: &str, data: &str| {
            if data.is_empty() {
                String::new()
            } else {
                format!(r#"<path class="{class}" d="{data}"/>"#)
            }
        };
        path("gradus-area", &inside) + &path("gradus-thin", &crosses) + &path("gradus-path", &lines)
    }

    /// The grid in characters.
    fn in_characters(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let layout = &self.layout;
        let grid = layout.grid;
        let line = |line: Edge, there: &str, not: &str, open: &str| {
            let labels = [false, true].map(|value| layout.line(line, value));
            let [is_not, exists] = labels.map(|label| position.values.contains(&label));
            let text = match (exists, is_not) {
                (true, _) => there,
                (_, true) => not,
                _ => open,
            };
            match labels.iter().find_map(|&label| marks.get(label)) {
                Some(mark) => style.paint(paint(mark), text),
                None if exists => style.paint(Paint::Value, text),
                None => text.to_string(),
            }
        };
        let ruler = Ruler::new(grid.rows, style);
        let mut text = ruler.above((0..grid.columns).map(|column| 4 * column + 2));
        for row in 0..=grid.rows {
            let mut across = String::new();
            let mut down = String::new();
            for column in 0..=grid.columns {
                across.push('·');
                if column < grid.columns {
                    across.push_str(&line(grid.horizontal(row, column), "───", " × ", "   "));
                }
                if row < grid.rows {
                    down.push_str(&line(grid.vertical(row, column), "│", "×", " "));
                }
                if row < grid.rows && column < grid.columns {
                    match layout.givens[grid.cell(row, column)] {
                        Some(given) => down.push_str(&format!(" {given} ")),
                        None => down.push_str("   "),
                    }
                }
            }
            for (part, before) in [(across, ruler.space()), (down, ruler.row(row))] {
                if !part.is_empty() {
                    text.push_str(&before);
                    text.push_str(part.trim_end());
                    text.push('\n');
                }
            }
        }
        text
    }

    /// The marked labels by their names, one line for each mark.
    fn marked(&self, marks: &Marks, style: Style) -> String {
        let labels = || self.model.labels();
        let line = |mark: Mark| {
            let own = labels().filter(|&label| marks.get(label) == Some(mark));
            let names = joined(own.map(|label| self.label(label)), " ");
            let word = style.paint(paint(mark), mark.word());
            format!("{word}: {names}\n")
        };
        marks.kinds().into_iter().map(line).collect()
    }
}

impl Drawing for SlitherlinkBoard {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        self.in_characters(position, marks, style) + &self.marked(marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        let under = state.map(|(position, _)| self.decided(position));
        board::picture(self, &under.unwrap_or_default(), title, givens, state)
    }

    fn board(&self) -> Option<gradus_csp::Backdrop> {
        let grid = self.layout.grid;
        let dot = |point: usize| {
            let (x, y) = self.middle(Site::Point(point));
            format!("M{} {y}h3", x - 1.5)
        };
        let dots = (0..grid.points()).map(dot).collect();
        Some(gradus_csp::Backdrop {
            width: grid.columns as f32 * CELL + 2.0 * MARGIN,
            height: grid.rows as f32 * CELL + 2.0 * MARGIN,
            strokes: vec![(Stroke::Thick, dots)],
            texts: Vec::new(),
            ruler: board::ruler(grid.rows, grid.columns, |line| {
                MARGIN + (line as f32 + 0.5) * CELL
            }),
        })
    }

    /// The candidates of a variable stand beside each other, in rows of four if they have
    /// more than one letter.
    fn candidate(&self, label: Label) -> Option<gradus_csp::Glyph> {
        let (place, _) = self.place_of(label);
        let (x, y) = self.middle(place);
        let own: Vec<Label> = self.layout.labels_of(place).collect();
        let at = own.iter().position(|&other| other == label)?;
        let apart = match place {
            Site::Line(_) | Site::Number(_) => CELL / 6.0,
            _ => CELL / 4.2,
        };
        let across = own.len().min(4);
        let right = (at % across) as f32 - (across as f32 - 1.0) / 2.0;
        let down = (at / across) as f32 - (own.len().div_ceil(across) as f32 - 1.0) / 2.0;
        let middle = (x + right * apart, y + down * CELL / 6.0);
        let text = self.answer(self.layout.variable(place), label);
        Some(board::place(middle, SMALL, text))
    }

    fn value(&self, label: Label) -> Option<gradus_csp::Glyph> {
        let (place, value) = self.place_of(label);
        let is_given = matches!(place, Site::Number(cell) if self.layout.givens[cell].is_some());
        let size = if is_given { GIVEN } else { SMALL };
        let text = self.answer(self.layout.variable(place), label);
        Some(gradus_csp::Glyph {
            path: match (place, value) {
                (Site::Line(line), 1) => Some(self.stroke(line)),
                (Site::Line(line), _) => Some(self.cross(line)),
                _ => None,
            },
            ..board::place(self.middle(place), size, text)
        })
    }
}
