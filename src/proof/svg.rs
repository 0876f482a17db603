//! Grids as SVG: givens alone, or a resolution state with the candidates of a
//! step marked. Self-contained and without scripts; lines and digits have the
//! colour of the text around, and marks are tints that go with light and dark.

use std::fmt::Write;

use super::marks::{Mark, Marks};
use crate::csp::labels::Labels;
use crate::csp::state::State;
use crate::sudoku::{Boards, Grid, Puzzle, label};

/// The width of a cell.
const CELL: usize = 40;
/// The width of the margin around the grid.
const MARGIN: usize = 2;

const STYLE: &str = "\
.gradus-grid{color:inherit}\
.gradus-thin{stroke:currentColor;stroke-opacity:.35;stroke-width:1}\
.gradus-thick{stroke:currentColor;stroke-width:2}\
.gradus-grid text{fill:currentColor;font-family:sans-serif;text-anchor:middle}\
.gradus-given{font-size:24px;font-weight:bold}\
.gradus-value{font-size:24px;fill-opacity:.75}\
.gradus-candidate{font-size:10px}\
.gradus-left{fill:#56b4e9;fill-opacity:.6}\
.gradus-right{fill:#009e73;fill-opacity:.55}\
.gradus-target{fill:#d55e00;fill-opacity:.8}";

/// A puzzle with its givens alone.
pub fn grid_svg(puzzle: &Puzzle) -> String {
    let givens = puzzle.givens();
    let cells = (0..81).filter(|&cell| givens.0[cell] != 0);
    let digits = cells.map(|cell| big_digit(cell, givens.0[cell], "gradus-given"));
    page(&format!("Sudoku {puzzle}"), &digits.collect::<String>())
}

/// A state of a puzzle with its candidates, those of a step marked.
pub fn state_svg(puzzle: &Puzzle, state: &State<Boards>, marks: &Marks) -> String {
    let givens = puzzle.givens();
    let cells = (0..81).map(|cell| cell_svg(&givens, state, marks, cell));
    let title = format!("Resolution state of {puzzle}");
    page(&title, &cells.collect::<String>())
}

fn cell_svg(givens: &Grid, state: &State<Boards>, marks: &Marks, cell: usize) -> String {
    let at = |digit| label(digit, cell / 9, cell % 9);
    let mut svg = String::new();
    for digit in (0..9).filter(|&digit| state.left.contains(at(digit))) {
        if state.values.contains(at(digit)) {
            let class = match givens.0[cell] {
                0 => "gradus-value",
                _ => "gradus-given",
            };
            svg.push_str(&big_digit(cell, digit as u8 + 1, class));
            continue;
        }
        let x = left_of(cell) + CELL * (2 * (digit % 3) + 1) / 6;
        let y = top_of(cell) + CELL * (2 * (digit / 3) + 1) / 6;
        if let Some(mark) = marks.get(at(digit)) {
            let class = mark_class(mark);
            let _ = write!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="7"/>"#);
        }
        let (y, n) = (y + 4, digit + 1);
        let _ = write!(
            svg,
            r#"<text class="gradus-candidate" x="{x}" y="{y}">{n}</text>"#
        );
    }
    svg
}

fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Left => "gradus-left",
        Mark::Right | Mark::Base | Mark::Value => "gradus-right",
        Mark::Target => "gradus-target",
    }
}

fn left_of(cell: usize) -> usize {
    MARGIN + cell % 9 * CELL
}

fn top_of(cell: usize) -> usize {
    MARGIN + cell / 9 * CELL
}

fn big_digit(cell: usize, digit: u8, class: &str) -> String {
    let (x, y) = (left_of(cell) + CELL / 2, top_of(cell) + CELL / 2 + 9);
    format!(r#"<text class="{class}" x="{x}" y="{y}">{digit}</text>"#)
}

/// What is in the grid under its lines, in a frame of its own.
fn page(title: &str, inside: &str) -> String {
    let size = 9 * CELL + 2 * MARGIN;
    let mut lines = String::new();
    for thick in [false, true] {
        let class = if thick { "gradus-thick" } else { "gradus-thin" };
        for line in (0..=9).filter(|line| (line % 3 == 0) == thick) {
            let (at, end) = (MARGIN + line * CELL, size - MARGIN);
            let _ = write!(
                lines,
                r#"<path class="{class}" d="M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}"/>"#
            );
        }
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="gradus-grid" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img"><title>{title}</title><style>{STYLE}</style>{inside}{lines}</svg>
"#
    )
}
