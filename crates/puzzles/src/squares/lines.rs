//! The lines of a square: between cells, between blocks of any shape, along
//! diagonals; and the tinted cells of windows.

use super::shape::{ANTI_DIAGONAL, BLOCK, BlockSize, DIAGONAL, Shape, WINDOW};
use super::square::Square;
use crate::draw::svg::MARGIN;
use gradus_csp::Stroke;

impl Square {
    /// Places for the candidates of a cell, in a row and in a column.
    pub(super) fn places(&self) -> (usize, usize) {
        let across = (1..).find(|n| n * n >= self.shape.size).unwrap_or(1);
        let BlockSize { width, .. } = self.shape.block.unwrap_or(BlockSize {
            height: 0,
            width: across,
        });
        (width, self.shape.size.div_ceil(width))
    }

    /// The width of a cell: wide enough for all its candidates.
    pub(super) fn cell_width(&self) -> usize {
        let (across, down) = self.places();
        40.max(13 * across.max(down))
    }

    /// The width of the square with its margins.
    pub(super) fn width(&self) -> usize {
        self.shape.size * self.cell_width() + 2 * MARGIN
    }

    /// The tinted areas; then the lines between cells, those between blocks, and diagonals.
    pub(super) fn lines(&self) -> Vec<(Stroke, String)> {
        let (shape, width) = (&self.shape, self.cell_width());
        let at = |line: usize| MARGIN + line * width;
        let mut lines = windows(shape, at, width);
        match shape.block {
            None if has_blocks(shape) => lines.extend(free_form(shape, at, width)),
            block => lines.extend(straight(shape.size, block, at)),
        }
        lines.extend(diagonals(shape, at));
        lines
    }
}

fn has_blocks(shape: &Shape) -> bool {
    shape.houses_of(BLOCK).is_some()
}

/// The cells of windows, tinted.
fn windows(shape: &Shape, at: impl Fn(usize) -> usize, width: usize) -> Vec<(Stroke, String)> {
    let Some(windows) = shape.houses_of(WINDOW) else {
        return Vec::new();
    };
    let area = |cells: &[u16]| {
        let cell = |cell: u16| {
            (
                usize::from(cell) / shape.size,
                usize::from(cell) % shape.size,
            )
        };
        let ((top, left), (bottom, right)) = (cell(cells[0]), cell(cells[cells.len() - 1]));
        let (x, y) = (at(left), at(top));
        let (across, down) = ((right - left + 1) * width, (bottom - top + 1) * width);
        (Stroke::Area, format!("M{x} {y}h{across}v{down}h-{across}z"))
    };
    windows.iter().map(area).collect()
}

/// Lines from edge to edge.
fn straight(
    size: usize,
    block: Option<BlockSize>,
    at: impl Fn(usize) -> usize,
) -> Vec<(Stroke, String)> {
    let block = block.unwrap_or(BlockSize {
        height: size,
        width: size,
    });
    let end = at(size);
    let mut lines = Vec::new();
    for (stroke, thick) in [(Stroke::Thin, false), (Stroke::Thick, true)] {
        for line in 0..=size {
            let at = at(line);
            let across = format!("M{MARGIN} {at}H{end}");
            let down = format!("M{at} {MARGIN}V{end}");
            let across = Some(across).filter(|_| (line % block.height == 0) == thick);
            let down = Some(down).filter(|_| (line % block.width == 0) == thick);
            if across.is_some() || down.is_some() {
                let path = across.unwrap_or_default() + &down.unwrap_or_default();
                lines.push((stroke, path));
            }
        }
    }
    lines
}

/// Thin lines from edge to edge, thick ones where blocks meet.
fn free_form(shape: &Shape, at: impl Fn(usize) -> usize, width: usize) -> Vec<(Stroke, String)> {
    let size = shape.size;
    let (mut thin, end) = (String::new(), at(size));
    for line in 1..size {
        let at = at(line);
        thin += &format!("M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}");
    }
    // Four separate lines, because a closed path would be filled.
    let mut thick = format!("M{MARGIN} {MARGIN}H{end}M{MARGIN} {end}H{end}");
    thick += &format!("M{MARGIN} {MARGIN}V{end}M{end} {MARGIN}V{end}");
    for cell in 0..size * size {
        let (row, column) = (cell / size, cell % size);
        if column + 1 < size && shape.parted(cell, cell + 1) {
            thick += &format!("M{} {}v{width}", at(column + 1), at(row));
        }
        if row + 1 < size && shape.parted(cell, cell + size) {
            thick += &format!("M{} {}h{width}", at(column), at(row + 1));
        }
    }
    vec![(Stroke::Thin, thin), (Stroke::Thick, thick)]
}

/// The diagonals of kinds with a single diagonal. Kinds with all diagonals are not drawn:
/// the lines would only be in the way.
fn diagonals(shape: &Shape, at: impl Fn(usize) -> usize) -> Vec<(Stroke, String)> {
    let (start, end) = (at(0), at(shape.size));
    let path = |kind| {
        let houses = shape.houses_of(kind)?;
        let path = match kind {
            DIAGONAL => format!("M{start} {end}L{end} {start}"),
            _ => format!("M{start} {start}L{end} {end}"),
        };
        (houses.iter().len() == 1).then_some((Stroke::Thin, path))
    };
    let kinds = [DIAGONAL, ANTI_DIAGONAL];
    kinds.into_iter().filter_map(path).collect()
}
