//! The names of labels and variables of Numbrix and Hidato, as HidatoRules prints them: a
//! cell is `r3c4`, a number `n12`.

use super::domain::{CELL, PathDomain};
use super::grid::PathCell;
use crate::squares::parts;
use crate::text::joined;
use gradus_csp::{Label, Model, Nomenclature, Variable};

impl PathDomain {
    fn cell_name(&self, cell: usize) -> String {
        let size = self.grid.size;
        format!("r{}c{}", cell / size + 1, cell % size + 1)
    }
}

impl Nomenclature for PathDomain {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        let (number, cell) = self.place(label);
        format!("n{number}{}", self.cell_name(cell))
    }

    fn label_named(&self, name: &str) -> Option<Label> {
        let [(b'n', number), (b'r', row), (b'c', column)] = parts(name)?[..] else {
            return None;
        };
        let size = self.grid.size;
        if !(1..=size).contains(&row) || !(1..=size).contains(&column) {
            return None;
        }
        let cell = (row - 1) * size + column - 1;
        let label = self.label_at(number.try_into().ok()?, cell.try_into().ok()?)?;
        (self.label(label) == name).then_some(label)
    }

    fn variable(&self, variable: Variable) -> String {
        match self.asked(variable) {
            (CELL, cell) => self.cell_name(cell.into()),
            (_, number) => format!("n{number}"),
        }
    }

    fn value(&self, label: Label) -> String {
        let (number, cell) = self.place(label);
        format!("{}={number}", self.cell_name(cell))
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        let (number, cell) = self.place(label);
        match self.asked(variable) {
            (CELL, _) => format!("n{number}"),
            _ => self.cell_name(cell),
        }
    }

    fn kind(&self, variable: Variable) -> String {
        match self.asked(variable) {
            (CELL, _) => "rc".to_string(),
            _ => "n".to_string(),
        }
    }

    fn single(&self, variable: Variable) -> String {
        match self.asked(variable) {
            (CELL, _) => "naked-single".to_string(),
            _ => "hidden-single".to_string(),
        }
    }

    /// The numbers of each cell, row by row; `B` for a black cell.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let cell = |cell| {
            if self.grid.cells[cell] == PathCell::Black {
                return "B".to_string();
            }
            let labels = self.labels_of_cell(cell).filter(|&label| has(label));
            joined(labels.map(|label| self.place(label).0), ",")
        };
        (0..self.grid.cells.len()).map(cell).collect()
    }

    fn separator(&self) -> &'static str {
        ","
    }
}
