//! The names of Slitherlink, as PBCS2 and CSP-Rules write them: lines `Hr1c2` and
//! `Vr9c11`, points `Pr3c4`, cells `Br3c4`, their numbers `Nr3c4` and colours `Ir3c4`. Rows
//! and columns count from 1; cells beside the grid have row or column 0, or one beyond the
//! last.

use std::sync::Arc;

use super::grid::Edge;
use super::layout::{IN, Layout, SIDES, Site};
use super::notation::place_name;
use gradus_csp::{Label, Model, Nomenclature, Variable};

/// The names of a puzzle, and its drawings. Each puzzle has its own, because the labels
/// depend on the givens.
#[derive(Debug)]
pub(super) struct SlitherlinkBoard {
    pub(super) layout: Arc<Layout>,
    pub(super) model: Arc<Model>,
}

impl SlitherlinkBoard {
    /// The variable and the value of a label.
    pub(super) fn place_of(&self, label: Label) -> (Site, u8) {
        let place = self.layout.place(self.layout.variable_of(label));
        (place, self.layout.value(label))
    }
}

/// The name of a value of a place.
fn value_name(place: Site, value: u8) -> String {
    match place {
        Site::Line(_) | Site::Number(_) => value.to_string(),
        Site::Point(_) | Site::Cell(_) | Site::Outer(_) => {
            let found = SIDES.iter().find(|(sides, _)| *sides == value);
            found.map_or("?", |(_, name)| name).to_string()
        }
        Site::Colour(_) if value == IN => "in".to_string(),
        Site::Colour(_) => "out".to_string(),
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
        'H' if r <= grid.rows && in_row => Site::Line(grid.horizontal(r, c)),
        'V' if in_column && c <= grid.columns => Site::Line(grid.vertical(r, c)),
        'P' if r <= grid.rows && c <= grid.columns => Site::Point(grid.point(r, c)),
        'B' if inside => Site::Cell(grid.cell(r, c)),
        'B' if in_row && row == 0 => Site::Outer(c),
        'B' if in_row && r == grid.rows => Site::Outer(grid.columns + c),
        'B' if in_column && column == 0 => Site::Outer(2 * grid.columns + r),
        'B' if in_column && c == grid.columns => Site::Outer(2 * grid.columns + grid.rows + r),
        'N' if inside => Site::Number(grid.cell(r, c)),
        'I' if inside => Site::Colour(grid.cell(r, c)),
        _ => return None,
    };
    (place_name(layout, place) == name).then(|| layout.variable(place))
}

impl Nomenclature for SlitherlinkBoard {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        let (place, value) = self.place_of(label);
        let value = value_name(place, value);
        format!("{}={value}", place_name(&self.layout, place))
    }

    fn variable(&self, variable: Variable) -> String {
        place_name(&self.layout, self.layout.place(variable))
    }

    fn value(&self, label: Label) -> String {
        self.label(label)
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        value_name(self.layout.place(variable), self.layout.value(label))
    }

    /// Only the lines, H and then V, row by row: the rest follows from them.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let lines = self.layout.grid.lines();
        let text = |line: Edge| {
            let labels = self.layout.labels_of(Site::Line(line));
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
