//! Two-dimensional spaces (HLS): the CSP variables of one kind as the cells of a grid, the
//! labels of a cell as its candidates, and which cells are linked. A Sudoku has three of
//! them: the rows and columns with their numbers, the rows and numbers with their columns,
//! the columns and numbers with their rows. Chains of HLS stay in one space.

use super::ids::{Label, Variable, VariableKind};
use super::labels::Labels;
use super::model::Model;
use super::state::State;

/// A set of cells; bit `i` is cell `i` of a space.
pub type SpaceCells = u128;

/// A set of answers, the places of labels in their cells.
pub type Answers = u16;

/// The cells of a space, with their labels and links.
#[derive(Clone, Debug)]
pub struct Space {
    /// The kind of variables that are its cells.
    pub kind: VariableKind,
    /// Number of answers of a cell.
    pub answers: usize,
    /// Answer by answer for each cell.
    labels: Vec<Label>,
    /// For each cell those that are linked to it.
    pub linked: Vec<SpaceCells>,
}

impl Space {
    /// The space whose cells are the variables of a kind. Two cells are linked if equal
    /// answers always have a variable of one of the other kinds in common. Returns `None` if
    /// there are too many variables, or if they differ in their number of labels.
    pub fn new(model: &Model, kind: VariableKind, links: &[VariableKind]) -> Option<Space> {
        let variables = model.variables();
        let cells: Vec<Variable> = variables.filter(|&v| model.kind_of(v) == kind).collect();
        let answers = model.labels_of(*cells.first()?).len();
        let even = cells.iter().all(|&v| model.labels_of(v).len() == answers);
        let fits = cells.len() <= SpaceCells::BITS as usize && answers <= Answers::BITS as usize;
        if !even || !fits {
            return None;
        }
        let share = |a: Label, b: Label| {
            links.iter().any(|&kind| {
                let variable = model.variable_of(a, kind);
                variable.is_some() && variable == model.variable_of(b, kind)
            })
        };
        let are_linked = |a: &Variable, b: &Variable| {
            let mut pairs = model.labels_of(*a).iter().zip(model.labels_of(*b));
            a != b && pairs.all(|(&a, &b)| share(a, b))
        };
        let linked = cells.iter().map(|cell| {
            let others = cells.iter().enumerate();
            let bits = others.map(|(i, other)| SpaceCells::from(are_linked(cell, other)) << i);
            bits.sum()
        });
        let labels = cells.iter().flat_map(|&cell| model.labels_of(cell));
        Some(Space {
            kind,
            answers,
            linked: linked.collect(),
            labels: labels.copied().collect(),
        })
    }

    /// The label of an answer of a cell.
    pub fn label(&self, cell: usize, answer: usize) -> Label {
        self.labels[cell * self.answers + answer]
    }

    /// The candidates of a state, cell by cell.
    pub fn candidates<S: Labels>(&self, state: &State<S>) -> Vec<Answers> {
        let candidates = state.candidates();
        let cells = self.labels.chunks(self.answers);
        let mask = |labels: &[Label]| {
            let labels = labels.iter().enumerate();
            let bits = labels.map(|(i, &label)| Answers::from(candidates.contains(label)) << i);
            bits.sum()
        };
        cells.map(mask).collect()
    }
}
