//! Labels, g-labels, CSP variables and patterns of a square by their names in the
//! books: `n5r1c7`, `n5r1c789`, `r1c7`, `r1n5`, `c7n5`, `b3n5`; chains
//! and Subsets in nrc notation (PBCS 5.2.3 and 8.3). Numbers are decimal in squares of
//! all sizes: `n15r11c13`.

use super::shape::{CELL, COLUMN, ROW, Shape, letter_and_word};
use super::square::Square;
use crate::text::joined;
use gradus_csp::{GLabel, Label, Model, Nomenclature, Variable, VariableKind};

/// The variables of a Subset: cells and the symbols of one house, or the rows and columns of
/// one symbol.
enum SubsetAxes {
    House(VariableKind),
    Symbol,
}

/// The form in which the cells of a g-label are written.
enum CellNotation {
    Lines([String; 3]),
    List(String, String),
}

impl Square {
    fn kind_of(&self, variable: Variable) -> VariableKind {
        self.model.kind_of(variable)
    }

    /// The two halves of a variable's name.
    fn halves(&self, variable: Variable) -> (String, String) {
        let (symbol, row, column) = self.shape.coordinates(self.model.labels_of(variable)[0]);
        match self.kind_of(variable) {
            CELL => (format!("r{}", row + 1), format!("c{}", column + 1)),
            kind => {
                let cell = row * self.shape.size + column;
                let houses = self.shape.houses_of(kind);
                let house = houses.and_then(|houses| houses.of(cell)).unwrap_or(0);
                let letter = letter_and_word(kind).0;
                (format!("{letter}{}", house + 1), format!("n{}", symbol + 1))
            }
        }
    }

    /// The labels of a g-label: by its symbols, rows and columns, or by its cells one by one
    /// if they are not all the crossings of rows and columns.
    fn cells_of(&self, glabel: GLabel) -> CellNotation {
        let labels = self.model.glabel_labels(glabel).iter();
        let cells: Vec<_> = labels.map(|&l| self.shape.coordinates(l)).collect();
        let separator = if self.shape.size > 9 { "," } else { "" };
        let lines = |line: fn(&(usize, usize, usize)) -> usize| {
            let mut lines: Vec<usize> = cells.iter().map(line).collect();
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        let lines = [
            ('n', lines(|label| label.0)),
            ('r', lines(|label| label.1)),
            ('c', lines(|label| label.2)),
        ];
        let all: usize = lines.iter().map(|(_, lines)| lines.len()).product();
        if all == cells.len() {
            return CellNotation::Lines(lines.map(|(letter, lines)| {
                let numbers = lines.iter().map(|line| line + 1);
                format!("{letter}{}", joined(numbers, separator))
            }));
        }
        let names = cells.iter().map(|&(_, row, column)| cell_name(row, column));
        CellNotation::List(format!("n{}", cells[0].0 + 1), joined(names, "|"))
    }

    fn ground(&self, bases: &[Variable], covers: &[Variable]) -> SubsetAxes {
        let kinds = || bases.iter().chain(covers).map(|&v| self.kind_of(v));
        if kinds().any(|kind| kind == CELL) {
            SubsetAxes::House(kinds().find(|&kind| kind != CELL).unwrap_or(CELL))
        } else {
            SubsetAxes::Symbol
        }
    }
}

fn cell_name(row: usize, column: usize) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// Numbers after letters: `r1c10` is `[('r', 1), ('c', 10)]`.
pub(crate) fn parts(name: &str) -> Option<Vec<(u8, usize)>> {
    let mut parts = Vec::new();
    let mut rest = name.as_bytes();
    while let [letter, tail @ ..] = rest {
        let digits = tail.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = str::from_utf8(&tail[..digits]).ok()?.parse().ok()?;
        parts.push((*letter, number));
        rest = &tail[digits..];
    }
    Some(parts)
}

/// The index of a number from 1 to the size.
fn counted(shape: &Shape, number: usize) -> Option<usize> {
    (1..=shape.size).contains(&number).then(|| number - 1)
}

/// "In a row", as part of the name of a rule.
fn in_a(kind: VariableKind) -> String {
    let (_, word) = letter_and_word(kind);
    let article = if word.starts_with('a') { "an" } else { "a" };
    format!("in-{article}-{word}")
}

impl Nomenclature for Square {
    fn graph(&self) -> &Model {
        &self.model
    }

    fn label(&self, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        format!("n{}{}", symbol + 1, cell_name(row, column))
    }

    fn variable(&self, variable: Variable) -> String {
        let (front, back) = self.halves(variable);
        front + &back
    }

    fn glabel(&self, glabel: GLabel) -> String {
        match self.cells_of(glabel) {
            CellNotation::Lines(lines) => lines.concat(),
            CellNotation::List(symbol, cells) => symbol + &cells,
        }
    }

    fn label_named(&self, name: &str) -> Option<Label> {
        let [(b'n', n), (b'r', r), (b'c', c)] = parts(name)?[..] else {
            return None;
        };
        let at = |number| counted(&self.shape, number);
        let label = self.shape.label(at(n)?, at(r)?, at(c)?);
        (self.label(label) == name).then_some(label)
    }

    fn variable_named(&self, name: &str) -> Option<Variable> {
        let [(front, x), (back, y)] = parts(name)?[..] else {
            return None;
        };
        let (x, y) = (counted(&self.shape, x)?, counted(&self.shape, y)?);
        let (kind, label) = match (front, back) {
            (b'r', b'c') => (CELL, self.shape.label(0, x, y)),
            (letter, b'n') => {
                let mut all = self.shape.houses().iter();
                let houses = all.find(|h| letter_and_word(h.kind()).0 == letter as char)?;
                let cell = usize::from(*houses.cells(x)?.first()?);
                let (row, column) = (cell / self.shape.size, cell % self.shape.size);
                (houses.kind(), self.shape.label(y, row, column))
            }
            _ => return None,
        };
        let variable = self.model.variable_of(label, kind)?;
        (self.variable(variable) == name).then_some(variable)
    }

    fn value(&self, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        format!("{}={}", cell_name(row, column), symbol + 1)
    }

    fn elimination(&self, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        format!("{} ≠ {}", cell_name(row, column), symbol + 1)
    }

    fn kind(&self, variable: Variable) -> String {
        match self.kind_of(variable) {
            CELL => "rc".to_string(),
            kind => format!("{}n", letter_and_word(kind).0),
        }
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        match self.kind_of(variable) {
            CELL => format!("n{}", symbol + 1),
            ROW => format!("c{}", column + 1),
            COLUMN => format!("r{}", row + 1),
            _ => cell_name(row, column),
        }
    }

    fn grouped_answer(&self, glabel: GLabel) -> String {
        let kind = self.kind_of(self.model.glabel_variable(glabel));
        match (self.cells_of(glabel), kind) {
            (CellNotation::Lines([symbols, _, _]), CELL) => symbols,
            (CellNotation::Lines([_, _, columns]), ROW) => columns,
            (CellNotation::Lines([_, rows, _]), COLUMN) => rows,
            (CellNotation::Lines([_, rows, columns]), _) => rows + &columns,
            (CellNotation::List(_, cells), _) => cells,
        }
    }

    fn single(&self, variable: Variable) -> String {
        match self.kind_of(variable) {
            CELL => "naked-single".to_string(),
            kind => format!("hidden-single-{}", in_a(kind)),
        }
    }

    fn subset_rule(&self, bases: &[Variable], covers: &[Variable]) -> String {
        let first = bases.first().map(|&v| self.kind_of(v));
        match self.ground(bases, covers) {
            SubsetAxes::House(kind) => {
                let direction = if first == Some(CELL) {
                    "naked"
                } else {
                    "hidden"
                };
                let number = match bases.len() {
                    2 => "pairs",
                    3 => "triplets",
                    _ => "quads",
                };
                format!("{direction}-{number}-{}", in_a(kind))
            }
            SubsetAxes::Symbol => {
                let fish = match bases.len() {
                    2 => "x-wing",
                    3 => "swordfish",
                    _ => "jellyfish",
                };
                let (_, line) = letter_and_word(first.unwrap_or(ROW));
                format!("{fish}-in-{line}s")
            }
        }
    }

    /// The common house or symbol, then bases and covers.
    fn subset(&self, bases: &[Variable], covers: &[Variable]) -> String {
        let ground = self.ground(bases, covers);
        let split = |variable: Variable| {
            let (front, back) = self.halves(variable);
            match (self.kind_of(variable), &ground) {
                (CELL, SubsetAxes::House(COLUMN)) | (_, SubsetAxes::Symbol) => (back, front),
                (CELL, SubsetAxes::House(kind)) if *kind != ROW => (String::new(), front + &back),
                _ => (front, back),
            }
        };
        let list = |variables: &[Variable]| joined(variables.iter().map(|&v| split(v).1), " ");
        let mut common = bases.iter().chain(covers).map(|&v| split(v).0);
        let common = common.find(|common| !common.is_empty());
        let common = common.unwrap_or_default();
        format!("{common}{{{}}}{{{}}}", list(bases), list(covers))
    }

    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let size = self.shape.size;
        let cell = |cell: usize| {
            let label = |symbol| self.shape.label(symbol, cell / size, cell % size);
            let symbols = (0..size).filter(|&symbol| has(label(symbol)));
            symbols.map(Shape::character).collect()
        };
        (0..size * size).map(cell).collect()
    }
}
