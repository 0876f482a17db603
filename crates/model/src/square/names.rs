//! Labels, g-labels, CSP variables and patterns of a square by the names that the
//! books give them: `n5r1c7`, `n5r1c789`, `r1c7`, `r1n5`, `c7n5`, `b3n5`; chains
//! and Subsets in nrc notation (PBCS 5.2.3 and 8.3).

use super::Square;
use crate::domain::{Domain, Nomenclature};
use crate::model::{GLabel, Kind, Label, Model, Variable};
use crate::shape::{BLOCK, CELL, COLUMN, ROW, Shape};

/// What the variables of a Subset are: cells and the symbols of one house, or
/// the rows and columns of one symbol.
enum Ground {
    House(Kind),
    Symbol,
}

impl Square {
    fn kind_of(&self, variable: Variable) -> Kind {
        self.model().kind_of(variable)
    }

    /// The two halves of a variable's name.
    fn halves(&self, variable: Variable) -> (String, String) {
        let (symbol, row, column) = self.shape.coordinates(self.model().labels_of(variable)[0]);
        let (n, r, c) = (
            format!("n{}", symbol + 1),
            format!("r{}", row + 1),
            format!("c{}", column + 1),
        );
        match self.kind_of(variable) {
            CELL => (r, c),
            ROW => (r, n),
            COLUMN => (c, n),
            _ => {
                let block = self.shape.block_of(row, column).unwrap_or(0);
                (format!("b{}", block + 1), n)
            }
        }
    }

    /// The symbols, the rows and the columns of a g-label; at least two of them are one
    /// alone.
    fn lines_of(&self, glabel: GLabel) -> [String; 3] {
        let labels = self.model().glabel_labels(glabel).iter();
        let cells: Vec<_> = labels.map(|&l| self.shape.coordinates(l)).collect();
        let separator = if self.shape.size > 9 { "," } else { "" };
        let lines = |letter: char, line: fn(&(usize, usize, usize)) -> usize| {
            let mut lines: Vec<usize> = cells.iter().map(line).collect();
            lines.dedup();
            let numbers: Vec<String> = lines.iter().map(|line| (line + 1).to_string()).collect();
            format!("{letter}{}", numbers.join(separator))
        };
        [
            lines('n', |label| label.0),
            lines('r', |label| label.1),
            lines('c', |label| label.2),
        ]
    }

    fn ground(&self, bases: &[Variable], covers: &[Variable]) -> Ground {
        let kinds = || bases.iter().chain(covers).map(|&v| self.kind_of(v));
        match kinds().any(|kind| kind == CELL) {
            true => Ground::House(kinds().find(|&kind| kind != CELL).unwrap_or(CELL)),
            false => Ground::Symbol,
        }
    }
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

/// A number from 1 to the size, counted from 0.
fn counted(shape: Shape, number: usize) -> Option<usize> {
    (1..=shape.size).contains(&number).then(|| number - 1)
}

impl Nomenclature for Square {
    fn graph(&self) -> &Model {
        self.kernel.model()
    }

    fn label(&self, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        format!("n{}r{}c{}", symbol + 1, row + 1, column + 1)
    }

    fn variable(&self, variable: Variable) -> String {
        let (front, back) = self.halves(variable);
        front + &back
    }

    fn glabel(&self, glabel: GLabel) -> String {
        self.lines_of(glabel).concat()
    }

    fn label_named(&self, name: &str) -> Option<Label> {
        let [(b'n', n), (b'r', r), (b'c', c)] = parts(name)?[..] else {
            return None;
        };
        let at = |number| counted(self.shape, number);
        let label = self.shape.label(at(n)?, at(r)?, at(c)?);
        (self.label(label) == name).then_some(label)
    }

    fn variable_named(&self, name: &str) -> Option<Variable> {
        let [(front, x), (back, y)] = parts(name)?[..] else {
            return None;
        };
        let (x, y) = (counted(self.shape, x)?, counted(self.shape, y)?);
        let (kind, label) = match (front, back) {
            (b'r', b'c') => (CELL, self.shape.label(0, x, y)),
            (b'r', b'n') => (ROW, self.shape.label(y, x, 0)),
            (b'c', b'n') => (COLUMN, self.shape.label(y, 0, x)),
            (b'b', b'n') => {
                let (row, column) = self.shape.cell_of(self.shape.block?, x, 0);
                (BLOCK, self.shape.label(y, row, column))
            }
            _ => return None,
        };
        let variable = self.model().variable_of(label, kind)?;
        (self.variable(variable) == name).then_some(variable)
    }

    fn value(&self, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        format!("r{}c{}={}", row + 1, column + 1, symbol + 1)
    }

    fn elimination(&self, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        format!("r{}c{} ≠ {}", row + 1, column + 1, symbol + 1)
    }

    fn kind(&self, variable: Variable) -> String {
        let name = match self.kind_of(variable) {
            CELL => "rc",
            ROW => "rn",
            COLUMN => "cn",
            _ => "bn",
        };
        name.to_string()
    }

    fn answer(&self, variable: Variable, label: Label) -> String {
        let (symbol, row, column) = self.shape.coordinates(label);
        match self.kind_of(variable) {
            CELL => format!("n{}", symbol + 1),
            ROW => format!("c{}", column + 1),
            COLUMN => format!("r{}", row + 1),
            _ => format!("r{}c{}", row + 1, column + 1),
        }
    }

    fn grouped_answer(&self, glabel: GLabel) -> String {
        let [symbols, rows, columns] = self.lines_of(glabel);
        match self.kind_of(self.model().glabel_variable(glabel)) {
            CELL => symbols,
            ROW => columns,
            COLUMN => rows,
            _ => rows + &columns,
        }
    }

    fn single(&self, variable: Variable) -> String {
        let name = match self.kind_of(variable) {
            CELL => "naked-single",
            ROW => "hidden-single-in-a-row",
            COLUMN => "hidden-single-in-a-column",
            _ => "hidden-single-in-a-block",
        };
        name.to_string()
    }

    fn subset_rule(&self, bases: &[Variable], covers: &[Variable]) -> String {
        let first = bases.first().map(|&v| self.kind_of(v));
        match self.ground(bases, covers) {
            Ground::House(kind) => {
                let direction = match first == Some(CELL) {
                    true => "naked",
                    false => "hidden",
                };
                let number = match bases.len() {
                    2 => "pairs",
                    3 => "triplets",
                    _ => "quads",
                };
                let house = match kind {
                    ROW => "row",
                    COLUMN => "column",
                    _ => "block",
                };
                format!("{direction}-{number}-in-a-{house}")
            }
            Ground::Symbol => {
                let fish = match bases.len() {
                    2 => "x-wing",
                    3 => "swordfish",
                    _ => "jellyfish",
                };
                let lines = match first == Some(ROW) {
                    true => "rows",
                    false => "columns",
                };
                format!("{fish}-in-{lines}")
            }
        }
    }

    /// The common house or symbol, then bases and covers.
    fn subset(&self, bases: &[Variable], covers: &[Variable]) -> String {
        let ground = self.ground(bases, covers);
        let split = |variable: Variable| {
            let (front, back) = self.halves(variable);
            match (self.kind_of(variable), &ground) {
                (CELL, Ground::House(COLUMN)) | (_, Ground::Symbol) => (back, front),
                (CELL, Ground::House(BLOCK)) => (String::new(), front + &back),
                _ => (front, back),
            }
        };
        let list = |variables: &[Variable]| {
            let parts: Vec<String> = variables.iter().map(|&v| split(v).1).collect();
            parts.join(" ")
        };
        let mut common = bases.iter().chain(covers).map(|&v| split(v).0);
        let common = common.find(|common| !common.is_empty());
        let common = common.unwrap_or_default();
        format!("{common}{{{}}}{{{}}}", list(bases), list(covers))
    }

    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String> {
        let Shape { size, .. } = self.shape;
        let cell = |cell: usize| {
            let label = |symbol| self.shape.label(symbol, cell / size, cell % size);
            let symbols = (0..size).filter(|&symbol| has(label(symbol)));
            symbols.map(|symbol| self.shape.character(symbol)).collect()
        };
        (0..size * size).map(cell).collect()
    }
}
