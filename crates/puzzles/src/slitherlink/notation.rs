//! The names of lines and cells, for the rules and for [`super::names`].

use super::grid::{EAST, Edge, NORTH, SOUTH};
use super::layout::{Layout, Site};
use crate::text::joined;

/// The row and column of a place, as counted in names.
fn coordinates(layout: &Layout, place: Site) -> (usize, usize) {
    let grid = layout.grid;
    let counted = |(row, column): (usize, usize)| (row + 1, column + 1);
    match place {
        Site::Line(line) => {
            let (_, row, column) = grid.place(line);
            counted((row, column))
        }
        Site::Point(point) => counted(grid.point_place(point)),
        Site::Cell(cell) | Site::Number(cell) | Site::Colour(cell) => {
            counted(grid.cell_place(cell))
        }
        Site::Outer(outer) => {
            let (line, side) = layout.outer(outer);
            let (_, row, column) = grid.place(line);
            match side {
                SOUTH => (0, column + 1),
                NORTH => (grid.rows + 1, column + 1),
                EAST => (row + 1, 0),
                _ => (row + 1, grid.columns + 1),
            }
        }
    }
}

/// The name of the variable of a place.
pub(super) fn place_name(layout: &Layout, place: Site) -> String {
    let (row, column) = coordinates(layout, place);
    format!("{}r{row}c{column}", layout.letter(place))
}

/// The name of a line: `Vr9c11`.
pub(super) fn line_name(layout: &Layout, line: Edge) -> String {
    place_name(layout, Site::Line(line))
}

/// The name of a cell: `r3c4`.
pub(super) fn cell_name(layout: &Layout, cell: usize) -> String {
    let (row, column) = coordinates(layout, Site::Cell(cell));
    format!("r{row}c{column}")
}

/// The name of a cell, or of the outside beyond the edge.
pub(super) fn cell_or_outside(layout: &Layout, cell: Option<usize>) -> String {
    cell.map_or_else(|| "the outside".to_string(), |cell| cell_name(layout, cell))
}

/// The names of lines, one after the other.
pub(super) fn list(layout: &Layout, lines: impl Iterator<Item = Edge>) -> String {
    joined(lines.map(|line| line_name(layout, line)), "-")
}
