//! A state as text: points, lines that are there and crosses where none is, the givens, and
//! under them what a step is about.

use super::board::Board;
use super::grid::Line;
use super::layout::Place;
use crate::draw::text::paint;
use gradus_csp::{Label, Mark, Marks, Nomenclature, Paint, Position, Style};

/// The drawing.
pub(super) fn draw(board: &Board, position: &Position, marks: &Marks, style: Style) -> String {
    let layout = &board.layout;
    let grid = layout.grid;
    let line = |line: Line, there: &str, not: &str, open: &str| {
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
    let mut text = String::new();
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
        for part in [across, down] {
            if !part.is_empty() {
                text.push_str(part.trim_end());
                text.push('\n');
            }
        }
    }
    text + &marked(board, marks, style)
}

/// The marked labels by their names, one line for each mark.
fn marked(board: &Board, marks: &Marks, style: Style) -> String {
    let labels: Vec<Label> = (board.layout.places())
        .flat_map(|place: Place| board.layout.labels_of(place))
        .collect();
    let line = |mark: Mark| {
        let own = labels
            .iter()
            .filter(|&&label| marks.get(label) == Some(mark));
        let names: Vec<String> = own.map(|&label| board.label(label)).collect();
        let word = style.paint(paint(mark), mark.word());
        format!("{word}: {}\n", names.join(" "))
    };
    marks.kinds().into_iter().map(line).collect()
}
