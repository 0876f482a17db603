//! The names of Slitherlink's things, as PBCS2 and CSP-Rules write them: lines `Hr1c2` and
//! `Vr9c11`, points `Pr3c4`, cells `Br3c4`, their numbers `Nr3c4` and colours `Ir3c4`. Rows
//! and columns count from 1; cells beside the grid have row or column 0, or one beyond the
//! last.

use super::board::Board;
use super::grid::{EAST, Line, NORTH, SOUTH, WEST};
use super::layout::{IN, Layout, Place};
use super::notation::place_name;
use gradus_csp::{Label, Model, Nomenclature, Variable};

/// The values of P and B by their names.
const SIDES: [(u8, &str); 15] = [
    (0, "o"),
    (NORTH, "n"),
    (EAST, "e"),
    (SOUTH, "s"),
    (WEST, "w"),
    (NORTH | EAST, "ne"),
    (NORTH | SOUTH, "ns"),
    (NORTH | WEST, "nw"),
    (SOUTH | EAST, "se"),
    (EAST | WEST, "ew"),
    (SOUTH | WEST, "sw"),
    (EAST | SOUTH | WEST, "esw"),
    (SOUTH | WEST | NORTH, "swn"),
    (WEST | NORTH | EAST, "wne"),
    (NORTH | EAST | SOUTH, "nes"),
];

/// The name of a value of a place.
fn value_name(place: Place, value: u8) -> String {
    match place {
        Place::Line(_) | Place::Number(_) => value.to_string(),
        Place::Point(_) | Place::Cell(_) | Place::Outer(_) => {
            let found = SIDES.iter().find(|(sides, _)| *sides == value);
            found.map_or("?", |(_, name)| name).to_string()
        }
        Place::Colour(_) if value == IN => "in".to_string(),
        Place::Colour(_) => "out".to_string(),
    }
}

/// The variable of a name: a letter, a row and a column.
fn parse(layout: &Layout, name: &str) -> Option<Variable> {
    let rest = name.get(1..)?.strip_prefix('r')?;
    let (row, column) = rest.split_once('c')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let grid = layout.grid;
    let (r, c) = (row.wrapping_sub(1), column.wrapping_sub(1));
    let in_row = c < grid.columns;
    let in_column = r < grid.rows;
    let inside = in_row && in_column;
    let place = match name.chars().next()? {
        'H' if r <= grid.rows && in_row => Place::Line(grid.horizontal(r, c)),
        'V' if in_column && c <= grid.columns => Place::Line(grid.vertical(r, c)),
        'P' if r <= grid.rows && c <= grid.columns => Place::Point(grid.point(r, c)),
        'B' if inside => Place::Cell(grid.cell(r, c)),
        'B' if in_row && row == 0 => Place::Outer(c),
        'B' if in_row && r == grid.rows => Place::Outer(grid.columns + c),
        'B' if in_column && column == 0 => Place::Outer(2 * grid.columns + r),
        'B' if in_column && c == grid.columns => Place::Outer(2 * grid.columns + grid.rows + r),
        'N' if inside => Place::Number(grid.cell(r, c)),
        'I' if inside => Place::Colour(grid.cell(r, c)),
        _ => return None,
    };
    (place_name(layout, place) == name).then(|| layout.variable(place))
}

impl Nomenclature for Board {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        let place = self.layout.place(self.layout.variable_of(label));
        let value = value_name(place, self.layout.value(label));
        format!("{}={value}", place_name(&self.layout, place))
    }

    fn variable(&self, variable: Variable) -> String {
        place_name(&self.layout, self.layout.place(variable))
    }

    fn value(&self, label: Label) -> String {
        self.label(label)
    }

    fn elimination(&self, label: Label) -> String {
        self.label(label).replace('=', " ≠ ")
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        value_name(self.layout.place(variable), self.layout.value(label))
    }

    /// The lines alone, H and then V, row by row: all else follows from them.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let lines = self.layout.grid.lines();
        let text = |line: Line| {
            let labels = self.layout.labels_of(Place::Line(line));
            let values = labels.filter(|&label| has(label));
            values
                .map(|label| self.layout.value(label).to_string())
                .collect()
        };
        lines.map(text).collect()
    }

    fn label_named(&self, name: &str) -> Option<Label> {
        let (variable, _) = name.split_once('=')?;
        let place = self.layout.place(self.variable_named(variable)?);
        let mut labels = self.layout.labels_of(place);
        labels.find(|&label| self.label(label) == name)
    }

    fn variable_named(&self, name: &str) -> Option<Variable> {
        parse(&self.layout, name)
    }

    fn kind(&self, variable: Variable) -> String {
        self.layout.letter(self.layout.place(variable)).to_string()
    }
}
