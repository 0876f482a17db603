//! Other puzzles as constraint graphs: Latin squares (plain and pandiagonal),
//! Futoshiki and N-queens, modelled as in PBCS 5.11 and 14 and in the CSP-Rules
//! manual, 7 and 8. They show that nothing in the engine knows of Sudoku.

use std::sync::Arc;

use gradus_csp::{Label, LabelSet, Labels, ModelBuilder, State, VariableKind};
use gradus_engine::kernel::{GenericKernel, Kernel};

/// A kernel that fits every instance here, the largest of which has 729 labels.
pub type AnyKernel = GenericKernel<12>;
/// The sets of [`AnyKernel`].
pub type Set = LabelSet<12>;

/// A kernel and an initial state.
pub struct Instance {
    pub kernel: AnyKernel,
    pub state: State<Set>,
}

impl Instance {
    fn new(model: ModelBuilder, givens: impl IntoIterator<Item = Label>) -> Self {
        let kernel = GenericKernel::new(Arc::new(model.build().expect("a sound model")));
        let kernel = kernel.expect("a model that fits");
        let mut state = kernel.state(kernel.all());
        for given in givens {
            assert!(state.left.contains(given), "contradictory givens");
            kernel.assert(&mut state, given);
        }
        Instance { kernel, state }
    }

    /// All solutions, by plain backtracking over the variables.
    pub fn solutions(&self) -> Vec<Vec<Label>> {
        let mut found = Vec::new();
        self.search(&self.state.left, &mut found);
        found
    }

    fn search(&self, left: &Set, found: &mut Vec<Vec<Label>>) {
        let model = self.kernel.model();
        let labels = |v| {
            model
                .labels_of(v)
                .iter()
                .copied()
                .filter(|&l| left.contains(l))
        };
        let open = model.variables().filter(|&v| labels(v).count() != 1);
        match open.min_by_key(|&v| labels(v).count()) {
            None => {
                let chosen: Vec<Label> = left.iter().collect();
                let clash = |&a: &Label| chosen.iter().any(|&b| model.linked(a, b));
                if !chosen.iter().any(clash) {
                    found.push(chosen);
                }
            }
            Some(variable) => {
                for label in labels(variable) {
                    let mut next = *left;
                    self.kernel.strike(&mut next, label);
                    self.search(&next, found);
                }
            }
        }
    }
}

fn latin_model(n: usize, pandiagonal: bool) -> ModelBuilder {
    let mut model = ModelBuilder::new(n * n * n);
    let label = |digit: usize, row: usize, column: usize| cell_label(n, digit, row, column);
    for a in 0..n {
        for b in 0..n {
            model.variable(VariableKind(0), (0..n).map(|digit| label(digit, a, b)));
            model.variable(VariableKind(1), (0..n).map(|column| label(b, a, column)));
            model.variable(VariableKind(2), (0..n).map(|row| label(b, row, a)));
            if pandiagonal {
                model.variable(
                    VariableKind(3),
                    (0..n).map(|row| label(b, row, (a + n - row) % n)),
                );
                model.variable(
                    VariableKind(4),
                    (0..n).map(|row| label(b, row, (a + row) % n)),
                );
            }
        }
    }
    model
}

fn cell_label(n: usize, digit: usize, row: usize, column: usize) -> Label {
    Label::new(digit * n * n + row * n + column)
}

fn givens(n: usize, text: &str) -> Vec<Label> {
    assert_eq!(text.len(), n * n);
    let digits = text
        .chars()
        .enumerate()
        .filter_map(|(i, c)| Some((i, c.to_digit(10)? as usize)));
    digits
        .map(|(i, digit)| cell_label(n, digit - 1, i / n, i % n))
        .collect()
}

/// An n × n Latin square; in a pandiagonal one, broken diagonals have all digits too.
pub fn latin(n: usize, text: &str, pandiagonal: bool) -> Instance {
    Instance::new(latin_model(n, pandiagonal), givens(n, text))
}

/// A Latin square with inequalities between neighbours: `across` has n rows of
/// n - 1 signs, `down` has n columns of n - 1 signs.
pub fn futoshiki(n: usize, text: &str, across: &str, down: &str) -> Instance {
    let mut model = latin_model(n, false);
    let mut less = |(r1, c1): (usize, usize), (r2, c2): (usize, usize)| {
        for small in 0..n {
            for large in 0..=small {
                model.link(cell_label(n, small, r1, c1), cell_label(n, large, r2, c2));
            }
        }
    };
    for (i, sign) in across.chars().enumerate() {
        let (row, column) = (i / (n - 1), i % (n - 1));
        match sign {
            '<' => less((row, column), (row, column + 1)),
            '>' => less((row, column + 1), (row, column)),
            _ => {}
        }
    }
    for (i, sign) in down.chars().enumerate() {
        let (column, row) = (i / (n - 1), i % (n - 1));
        match sign {
            '<' => less((row, column), (row + 1, column)),
            '>' => less((row + 1, column), (row, column)),
            _ => {}
        }
    }
    Instance::new(model, givens(n, text))
}

/// N queens; rows and columns are variables, diagonals only links. Queens are
/// given by row and column, from 1.
pub fn queens(n: usize, queens: &[(usize, usize)]) -> Instance {
    let label = |row: usize, column: usize| Label::new(row * n + column);
    let mut model = ModelBuilder::new(n * n);
    for a in 0..n {
        model.variable(VariableKind(0), (0..n).map(|column| label(a, column)));
        model.variable(VariableKind(1), (0..n).map(|row| label(row, a)));
    }
    for (a, b) in (0..n * n).flat_map(|a| (a + 1..n * n).map(move |b| (a, b))) {
        let (rows, columns) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
        if rows == columns {
            model.link(Label::new(a), Label::new(b));
        }
    }
    Instance::new(
        model,
        queens
            .iter()
            .map(|&(row, column)| label(row - 1, column - 1)),
    )
}
