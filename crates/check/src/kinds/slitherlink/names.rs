//! The places of the lattice by their names in records, and back.

use super::Spot;

/// The letter and the place of a variable: `Vr9c11`.
pub(super) fn spot(variable: &str) -> Option<(char, Spot)> {
    let letter = variable.chars().next()?;
    let (row, column) = variable.get(2..)?.split_once('c')?;
    let (row, column): (i32, i32) = (row.parse().ok()?, column.parse().ok()?);
    let at = match letter {
        'H' => (2 * row - 1, 2 * column),
        'V' => (2 * row, 2 * column - 1),
        'P' => (2 * row - 1, 2 * column - 1),
        _ => (2 * row, 2 * column),
    };
    Some((letter, at))
}

/// The name of a line: `Vr9c11`.
pub(super) fn line_name((row, column): Spot) -> String {
    match row % 2 {
        0 => format!("Vr{}c{}", row / 2, (column + 1) / 2),
        _ => format!("Hr{}c{}", (row + 1) / 2, column / 2),
    }
}

/// The names of lines, one after the other.
pub(super) fn line_names(lines: impl Iterator<Item = Spot>) -> String {
    lines.map(line_name).collect::<Vec<_>>().join("-")
}

/// The name of a cell: `r3c4`.
pub(super) fn cell_name((row, column): Spot) -> String {
    format!("r{}c{}", row / 2, column / 2)
}
