//! Futoshikis as usually drawn: separate cells, with the signs between.

use std::fmt::Write;

use super::signs::{Axis, Sign};
use super::{FutoshikiBoard, shape};
use crate::draw::board;
use crate::draw::text::{Ruler, legend, padded_under_ruler};
use crate::squares::shape::{Shape, coordinates};
use crate::squares::text::pieces;
use gradus_csp::{Backdrop, Drawing, Glyph, Label, Marks, Position, Stroke, Style};

/// The width of a cell.
const CELL: f32 = 40.0;
/// The width of the space between cells.
const GAP: f32 = 16.0;
/// The width of the margin.
const MARGIN: f32 = 2.0;

/// The beginning of a cell, across or down.
fn start(place: usize) -> f32 {
    MARGIN + place as f32 * (CELL + GAP)
}

impl FutoshikiBoard {
    fn size(&self) -> usize {
        self.signs.size()
    }

    /// Places for the candidates of a cell, in a row.
    fn places(&self) -> usize {
        (1..).find(|n| n * n >= self.size()).unwrap_or(1)
    }

    fn signs_drawn(&self) -> Vec<Glyph> {
        let mut texts = Vec::new();
        for line in 0..self.size() {
            for place in 0..self.size() - 1 {
                let along = start(place) + CELL + GAP / 2.0;
                let aside = start(line) + CELL / 2.0;
                let mut add = |direction, x, y, less: &str, greater: &str| {
                    let text = match self.signs.at(direction, line, place) {
                        None => return,
                        Some(Sign::Less) => less,
                        Some(Sign::Greater) => greater,
                    };
                    texts.push(board::place((x, y), 16.0, text));
                };
                add(Axis::Row, along, aside, "<", ">");
                add(Axis::Column, aside, along, "∧", "∨");
            }
        }
        texts
    }
}

impl Drawing for FutoshikiBoard {
    fn text(&self, position: &Position, marks: &Marks, style: Style) -> String {
        let size = self.size();
        let cells = pieces(&shape(size), position, marks);
        let (cells, widths) = padded_under_ruler(&cells, "", style);
        let sign = |sign, less, greater| match sign {
            None => ' ',
            Some(Sign::Less) => less,
            Some(Sign::Greater) => greater,
        };
        let ruler = Ruler::new(size, style);
        let mut start = 0;
        let mut text = ruler.above(widths.iter().map(|width| {
            let own = start;
            start += width + 3;
            own
        }));
        for (row, cells) in cells.iter().enumerate() {
            text.push_str(&ruler.row(row));
            for (column, cell) in cells.iter().enumerate() {
                if column > 0 {
                    let between = self.signs.at(Axis::Row, row, column - 1);
                    let _ = write!(text, " {} ", sign(between, '<', '>'));
                }
                text.push_str(cell);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
            if row + 1 < size {
                text.push_str(&ruler.space());
                for (column, width) in widths.iter().enumerate() {
                    let below = self.signs.at(Axis::Column, column, row);
                    let _ = write!(text, "{:<1$}", sign(below, '^', 'v'), width + 3);
                }
                text.truncate(text.trim_end_matches(' ').len());
                text.push('\n');
            }
        }
        text + &legend(marks, style)
    }

    fn svg(&self, title: &str, givens: &[Label], state: Option<(&Position, &Marks)>) -> String {
        board::picture(self, "", title, givens, state)
    }

    fn board(&self) -> Option<Backdrop> {
        let width = start(self.size()) - GAP + MARGIN;
        let mut cells = String::new();
        for row in 0..self.size() {
            for column in 0..self.size() {
                cells.push_str(&board::square(start(column), start(row), CELL));
            }
        }
        Some(Backdrop {
            width,
            height: width,
            strokes: vec![(Stroke::Thick, cells)],
            texts: self.signs_drawn(),
            ruler: board::ruler(self.size(), self.size(), |line| start(line) + CELL / 2.0),
        })
    }

    fn candidate(&self, label: Label) -> Option<Glyph> {
        let (symbol, row, column) = coordinates(self.size(), label);
        let across = self.places();
        let down = self.size().div_ceil(across);
        let middle = |cell: usize, place: usize, places: usize| {
            start(cell) + CELL * (2 * place + 1) as f32 / (2 * places) as f32
        };
        let x = middle(column, symbol % across, across);
        let y = middle(row, symbol / across, down);
        let size = (CELL * 0.75 / across as f32).min(12.0);
        Some(board::place((x, y), size, Shape::character(symbol)))
    }

    fn value(&self, label: Label) -> Option<Glyph> {
        let (symbol, row, column) = coordinates(self.size(), label);
        let middle = [column, row].map(|place| start(place) + CELL / 2.0);
        Some(board::place(middle.into(), 24.0, Shape::character(symbol)))
    }
}
