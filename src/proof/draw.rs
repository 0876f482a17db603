//! A resolution state as text: a grid of candidates, those of a step marked by
//! colour or, where there are no colours, by a sign after the digit.

use std::fmt::Write;

use super::marks::{Mark, Marks};
use super::style::{Paint, Style};
use crate::csp::labels::Labels;
use crate::csp::state::State;
use crate::sudoku::{Boards, label};

/// The grid, nine lines of cells between rules, and a legend if there are marks.
pub fn draw(state: &State<Boards>, marks: &Marks, style: Style) -> String {
    let cells: Vec<Vec<Piece>> = (0..81).map(|cell| pieces(state, marks, cell)).collect();
    let width = |column: usize| {
        let cells = (0..9).map(|row| &cells[row * 9 + column]);
        cells
            .map(|cell| shown_width(cell, style))
            .max()
            .unwrap_or(1)
    };
    let widths: Vec<usize> = (0..9).map(width).collect();
    let mut text = String::new();
    for row in 0..9 {
        if row % 3 == 0 {
            text.push_str(&rule(&widths));
        }
        for column in 0..9 {
            text.push_str(if column % 3 == 0 { "| " } else { " " });
            let cell = &cells[row * 9 + column];
            cell.iter()
                .for_each(|piece| text.push_str(&shown(piece, style)));
            let padding = widths[column] - shown_width(cell, style);
            let _ = write!(text, "{:padding$} ", "");
        }
        text.push_str("|\n");
    }
    text.push_str(&rule(&widths));
    text + &legend(marks, style)
}

/// A digit of a cell.
struct Piece {
    digit: usize,
    is_value: bool,
    mark: Option<Mark>,
}

fn pieces(state: &State<Boards>, marks: &Marks, cell: usize) -> Vec<Piece> {
    let at = |digit| label(digit, cell / 9, cell % 9);
    let digits = (0..9).filter(|&digit| state.left.contains(at(digit)));
    let piece = |digit| Piece {
        digit: digit + 1,
        is_value: state.values.contains(at(digit)),
        mark: marks.get(at(digit)),
    };
    digits.map(piece).collect()
}

fn paint(mark: Mark) -> Paint {
    match mark {
        Mark::Left => Paint::Left,
        Mark::Right | Mark::Base | Mark::Value => Paint::Right,
        Mark::Target => Paint::Target,
    }
}

/// The sign of a mark where there are no colours.
fn sign(mark: Option<Mark>) -> &'static str {
    match mark.map(paint) {
        Some(Paint::Left) => "-",
        Some(Paint::Right) => "+",
        Some(Paint::Target) => "x",
        _ => "",
    }
}

fn shown(piece: &Piece, style: Style) -> String {
    let digit = piece.digit.to_string();
    match (style, piece.mark) {
        (Style::Plain, mark) => digit + sign(mark),
        (Style::Coloured, Some(mark)) => style.paint(paint(mark), &digit),
        (Style::Coloured, None) if piece.is_value => style.paint(Paint::Value, &digit),
        (Style::Coloured, None) => digit,
    }
}

fn shown_width(cell: &[Piece], style: Style) -> usize {
    let width = |piece: &Piece| match style {
        Style::Plain => 1 + sign(piece.mark).len(),
        Style::Coloured => 1,
    };
    cell.iter().map(width).sum()
}

fn rule(widths: &[usize]) -> String {
    let block = |widths: &[usize]| "-".repeat(widths.iter().sum::<usize>() + 2 * widths.len());
    let blocks: Vec<String> = widths.chunks(3).map(block).collect();
    format!("+{}+\n", blocks.join("+"))
}

/// What the marks mean; nothing if there are none.
fn legend(marks: &Marks, style: Style) -> String {
    let word = |mark: &Mark| match style {
        Style::Plain => format!("{} {}", sign(Some(*mark)), mark.word()),
        Style::Coloured => style.paint(paint(*mark), mark.word()),
    };
    let words: Vec<String> = marks.kinds().iter().map(word).collect();
    match words.is_empty() {
        true => String::new(),
        false => words.join(", ") + "\n",
    }
}
