//! The names of squares, rows, columns and blocks: `r1c5`, `r1`, `c5`, `b2`.

use super::board::{BLOCK, COLUMN, QueensBoard, ROW};
use crate::squares::parts;
use gradus_csp::{GLabel, Label, Model, Nomenclature, Variable};

/// The square of a label.
pub(super) fn name(label: Label, size: usize) -> String {
    format!("r{}c{}", label.index() / size + 1, label.index() % size + 1)
}

/// The label of a square, such as `r1c5`.
pub(super) fn square(text: &str, size: usize) -> Option<Label> {
    let [(b'r', row), (b'c', column)] = parts(text)?[..] else {
        return None;
    };
    let line = |number: usize| (1..=size).contains(&number).then(|| number - 1);
    let label = Label::new(line(row)? * size + line(column)?);
    (name(label, size) == text).then_some(label)
}

impl QueensBoard {
    /// The letter of a variable's kind, and its number from 1.
    fn line(&self, variable: Variable) -> (char, usize) {
        let letter = match self.model.kind_of(variable) {
            ROW => 'r',
            COLUMN => 'c',
            _ => 'b',
        };
        (letter, variable.index() % self.size + 1)
    }
}

impl Nomenclature for QueensBoard {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        name(label, self.size)
    }

    fn label_named(&self, name: &str) -> Option<Label> {
        square(name, self.size)
    }

    fn variable(&self, variable: Variable) -> String {
        let (letter, number) = self.line(variable);
        format!("{letter}{number}")
    }

    fn value(&self, label: Label) -> String {
        format!("{}=Q", self.label(label))
    }

    fn elimination(&self, label: Label) -> String {
        format!("{} ≠ Q", self.label(label))
    }

    fn kind(&self, variable: Variable) -> String {
        self.line(variable).0.to_string()
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        match self.model.kind_of(variable) {
            ROW => format!("c{}", label.index() % self.size + 1),
            COLUMN => format!("r{}", label.index() / self.size + 1),
            _ => self.label(label),
        }
    }

    fn grouped_answer(&self, glabel: GLabel) -> String {
        let variable = self.model.glabel_variable(glabel);
        let labels = self.model.glabel_labels(glabel).iter();
        let answers: Vec<String> = labels.map(|&l| self.answer(variable, l)).collect();
        if self.model.kind_of(variable) == BLOCK {
            return answers.join("|");
        }
        // `c2`, `c4`, `c6` are `c246`.
        let separator = if self.size > 9 { "," } else { "" };
        let numbers: Vec<&str> = answers.iter().map(|answer| &answer[1..]).collect();
        format!("{}{}", &answers[0][..1], numbers.join(separator))
    }

    fn single(&self, variable: Variable) -> String {
        let line = match self.line(variable).0 {
            'r' => "row",
            'c' => "column",
            _ => "block",
        };
        format!("single-in-{line}")
    }

    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let mark = |label| if has(label) { "Q" } else { "." };
        self.model.labels().map(|l| mark(l).to_string()).collect()
    }
}
