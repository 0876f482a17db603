//! A puzzle as the rest of the program sees it. A [`Domain`] is what all puzzles
//! of one kind and size have in common: the constraint graph, its kernel, the
//! names of things and how they are drawn. An [`Instance`] is one puzzle: its
//! domain and what is given. Nothing above this crate knows any kind of puzzle
//! but by these two.

use std::fmt;

use super::drawing::Drawing;
use super::kernel::Kernel;
use super::kernels::{AnyKernel, Task};
use super::labels::Labels;
use super::model::{GLabel, Label, Model, Variable};
use super::position::Position;
use super::solve::{AtMostTwo, Each, Solutions};
use super::state::State;

use thiserror::Error;

/// What all puzzles of one kind and size have in common.
pub trait Domain: Send + Sync {
    /// The kernel that answers for the model.
    fn kernel(&self) -> &AnyKernel;

    /// The names of labels, variables and patterns.
    fn names(&self) -> &dyn Nomenclature;

    /// How a state is drawn, if there is a way.
    fn drawing(&self) -> Option<&dyn Drawing> {
        None
    }

    /// Whether g-labels are defined for it. Where they are not, g-whips and g-braids are
    /// not applicable, whatever the graph would allow.
    fn has_groups(&self) -> bool {
        self.model().has_glabels()
    }

    /// Whether Subsets are defined for it: there are cover matrices to seek them in.
    fn has_subsets(&self) -> bool {
        self.kernel().has_matrices()
    }

    /// The constraint graph.
    fn model(&self) -> &Model {
        self.kernel().model()
    }
}

/// One puzzle; its text is what `Display` prints and [`super::read`] reads.
pub trait Instance: fmt::Display + fmt::Debug + Send + Sync {
    /// The name of its kind: what stands before the colon in its text.
    fn kind(&self) -> &'static str;

    /// What it shares with others of its kind and size.
    fn domain(&self) -> &Domain;

    /// The labels that are given, in ascending order of their places.
    fn givens(&self) -> Vec<Label>;

    /// The labels that are possible before anything is asserted; none if all are.
    fn possible(&self) -> Option<Vec<Label>> {
        None
    }

    /// The same puzzle with these labels given too; none if its kind has no text for that.
    fn with_givens(&self, _more: &[Label]) -> Option<Box<dyn Instance>> {
        None
    }

    /// The text of a solution, given by its labels; none if there is none.
    fn solution_text(&self, solution: &[Label]) -> Option<String> {
        self.with_givens(solution).map(|solved| solved.to_string())
    }

    /// How many solutions there are: none, one or several.
    fn solutions(&self) -> Solutions {
        let question = AtMostTwo(self.givens(), self.possible());
        self.domain().kernel().run(question)
    }

    /// The number of solutions, but `limit` if there are more.
    fn count_solutions(&self, limit: u64) -> u64 {
        let mut count = 0;
        if limit > 0 {
            let each = Each(self.givens(), self.possible(), |_| {
                count += 1;
                count == limit
            });
            self.domain().kernel().run(each);
        }
        count
    }
}

/// Two givens that contradict each other, by their names.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the givens {0} and {1} contradict each other")]
pub struct ContradictoryGivens(pub String, pub String);

/// The initial resolution state of a puzzle: the givens are values, and what
/// they are linked to is gone (PBCS 4.2.2).
pub fn initial_state<K: Kernel>(
    kernel: &K,
    instance: &dyn Instance,
) -> Result<State<K::Set>, ContradictoryGivens> {
    let left = match instance.possible() {
        None => kernel.all(),
        Some(labels) => kernel.set_of(labels),
    };
    let mut state = kernel.state(left);
    for given in instance.givens() {
        if !state.left.contains(given) {
            let linked = |other: &Label| kernel.model().linked(*other, given);
            let other = state.values.iter().find(linked).unwrap_or(given);
            let names = instance.domain().names();
            return Err(ContradictoryGivens(names.label(other), names.label(given)));
        }
        kernel.assert(&mut state, given);
    }
    Ok(state)
}

impl Position {
    /// The initial state of a puzzle as plain sets. Givens that contradict each
    /// other are all values here.
    pub fn initial(instance: &dyn Instance) -> Position {
        let model = instance.domain().model();
        let values: std::collections::BTreeSet<Label> = instance.givens().into_iter().collect();
        let is_free =
            |l: &Label| !values.contains(l) && !values.iter().any(|&value| model.linked(value, *l));
        let candidates = match instance.possible() {
            None => model.labels().filter(is_free).collect(),
            Some(labels) => labels.into_iter().filter(is_free).collect(),
        };
        Position { candidates, values }
    }
}

/// The names of the things of a domain, as the books write them. A name that is
/// read must be written in the same way.
pub trait Nomenclature {
    /// The constraint graph whose things it names.
    fn graph(&self) -> &Model;
    /// A label: `n5r1c7`.
    fn label(&self, label: Label) -> String;
    /// A CSP variable: `r1n5`.
    fn variable(&self, variable: Variable) -> String;
    /// A label that is true: `r1c7=5`.
    fn value(&self, label: Label) -> String;
    /// A label that is false: `r1c7 ≠ 5`.
    fn elimination(&self, label: Label) -> String;
    /// A label as one of the answers to a variable: `c7`.
    fn answer(&self, variable: Variable, label: Label) -> String;
    /// The labels of a set, place by place: for a grid, the symbols in each cell.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String>;

    /// What stands between the places in the text of a solution.
    fn separator(&self) -> &'static str {
        ""
    }
    /// A g-label: `n5r1c789`. Two g-labels of different variables may share a name.
    fn glabel(&self, glabel: GLabel) -> String {
        let variable = self.variable(self.graph().glabel_variable(glabel));
        format!("{variable}{{{}}}", self.grouped_answer(glabel))
    }
    /// The label of this name.
    fn label_named(&self, name: &str) -> Option<Label> {
        self.graph().labels().find(|&l| self.label(l) == name)
    }
    /// The variable of this name.
    fn variable_named(&self, name: &str) -> Option<Variable> {
        self.graph().variables().find(|&v| self.variable(v) == name)
    }
    /// The g-label of a variable that has this name.
    fn glabel_named(&self, name: &str, variable: Variable) -> Option<GLabel> {
        let mut glabels = self.graph().glabels_of(variable);
        glabels.find(|&glabel| self.glabel(glabel) == name)
    }
    /// The kind of a variable, as part of the name of a rule that has variables
    /// of one kind only: `rn`.
    fn kind(&self, _variable: Variable) -> String {
        "typed".to_string()
    }
    /// A g-label as an answer to its variable: `c789`.
    fn grouped_answer(&self, glabel: GLabel) -> String {
        let variable = self.graph().glabel_variable(glabel);
        let labels = self.graph().glabel_labels(glabel).iter();
        let answers: Vec<String> = labels.map(|&l| self.answer(variable, l)).collect();
        answers.join("|")
    }
    /// The rule by which a label alone in a variable is asserted: `naked-single`.
    fn single(&self, _variable: Variable) -> String {
        "single".to_string()
    }
    /// The rule of a Subset: `naked-pairs-in-a-row`.
    fn subset_rule(&self, bases: &[Variable], _covers: &[Variable]) -> String {
        let size = match bases.len() {
            2 => "pairs",
            3 => "triplets",
            _ => "quads",
        };
        format!("subset-{size}")
    }
    /// The bases and covers of a Subset: `c1{r4 r5 r8}{n2 n5 n6}`.
    fn subset(&self, bases: &[Variable], covers: &[Variable]) -> String {
        let list = |variables: &[Variable]| {
            let names: Vec<String> = variables.iter().map(|&v| self.variable(v)).collect();
            names.join(" ")
        };
        format!("{{{}}}{{{}}}", list(bases), list(covers))
    }
}

/// Runs work with the kernel of a puzzle.
pub fn with_kernel<T: Task>(instance: &dyn Instance, task: T) -> T::Output {
    instance.domain().kernel().run(task)
}
