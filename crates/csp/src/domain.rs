//! A puzzle as the rest of the program sees it. A [`Domain`] holds what all puzzles
//! of one kind and size have in common: the constraint graph, its cover matrices and
//! rules, names and drawings. An [`Instance`] is one puzzle: its
//! domain and its givens. Only the crate that defines the kinds of puzzles knows more
//! about them.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::drawing::Drawing;
use super::ids::{GLabel, Label, Variable};
use super::key::CanonicalKey;
use super::limits::TooLarge;
use super::matrix::CoverMatrix;
use super::model::Model;
use super::position::Position;
use super::solutions::{Solutions, Undecided};
use super::space::Space;
use super::specific::SpecificRules;

use thiserror::Error;

/// The common parts of all puzzles of one kind and size.
pub struct Domain {
    model: Arc<Model>,
    names: Arc<dyn Nomenclature>,
    drawing: Option<Arc<dyn Drawing>>,
    has_groups: Option<bool>,
    matrices: Arc<[CoverMatrix]>,
    spaces: Vec<Space>,
    rules: Option<Arc<dyn SpecificRules>>,
    extension: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Domain {
    /// A domain with a constraint graph, names and, if a state can be drawn, drawings. Fails
    /// if the graph has more labels than can be rated.
    pub fn new(
        model: Arc<Model>,
        names: Arc<dyn Nomenclature>,
        drawing: Option<Arc<dyn Drawing>>,
    ) -> Result<Domain, TooLarge> {
        TooLarge::check(model.label_count())?;
        Ok(Domain {
            model,
            names,
            drawing,
            has_groups: None,
            matrices: Arc::default(),
            spaces: Vec::new(),
            rules: None,
            extension: OnceLock::new(),
        })
    }

    /// Declares whether g-labels are defined for the kind. By default they
    /// are if the graph has any.
    pub fn with_groups(mut self, has_groups: bool) -> Domain {
        self.has_groups = Some(has_groups);
        self
    }

    /// Sets the cover matrices and the spaces of the chains of HLS, which must belong to the
    /// graph.
    pub fn with_matrices(
        mut self,
        matrices: impl Into<Arc<[CoverMatrix]>>,
        spaces: Vec<Space>,
    ) -> Domain {
        (self.matrices, self.spaces) = (matrices.into(), spaces);
        self
    }

    /// Sets the rules of the kind of puzzle.
    pub fn with_rules(mut self, rules: Arc<dyn SpecificRules>) -> Domain {
        self.rules = Some(rules);
        self
    }

    /// The constraint graph.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The names of its labels, variables and patterns.
    pub fn names(&self) -> &dyn Nomenclature {
        &*self.names
    }

    /// Draws states, if the kind can be drawn.
    pub fn drawing(&self) -> Option<&dyn Drawing> {
        self.drawing.as_deref()
    }

    /// Returns true if g-labels are defined. Where they are not, g-whips and g-braids are
    /// not applicable, even if the graph would allow them.
    pub fn has_groups(&self) -> bool {
        self.has_groups.unwrap_or_else(|| self.model.has_glabels())
    }

    /// The cover matrices in which Subsets are searched; empty if the kind has no Subsets.
    pub fn matrices(&self) -> &Arc<[CoverMatrix]> {
        &self.matrices
    }

    /// The spaces in which the chains of HLS are searched; often empty.
    pub fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    /// The rules of the kind of puzzle, if it has any.
    pub fn rules(&self) -> Option<&Arc<dyn SpecificRules>> {
        self.rules.as_ref()
    }

    /// Data that a search engine derives from this domain once and stores in it, such as a
    /// kernel. A domain has a single extension, of one type.
    ///
    /// # Panics
    ///
    /// Panics if the extension was made with another type.
    pub fn extension<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let extension = self.extension.get_or_init(|| Box::new(make()));
        extension
            .downcast_ref()
            .expect("a domain has one type of extension")
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Domain")
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// One puzzle; `Display` prints its text.
pub trait Instance: fmt::Display + fmt::Debug + Send + Sync {
    /// The name of its kind: the word before the colon in its text.
    fn kind(&self) -> &'static str;

    /// The domain that it shares with others of its kind and size.
    fn domain(&self) -> &Domain;

    /// The labels that are given, in ascending order of their places.
    fn givens(&self) -> Vec<Label>;

    /// The labels that are possible before any assertion, or `None` if all are.
    fn possible(&self) -> Option<Vec<Label>> {
        None
    }

    /// The puzzle with these labels given too, or `None` if its kind has no text for that.
    fn with_givens(&self, _more: &[Label]) -> Option<Box<dyn Instance>> {
        None
    }

    /// The text of a solution, given by its labels, or `None` if the kind has no such text.
    fn solution_text(&self, solution: &[Label]) -> Option<String> {
        self.with_givens(solution).map(|solved| solved.to_string())
    }

    /// Whether it has none, one or several solutions, if the kind has a solver of its own. The
    /// search visits at most this many nodes.
    fn own_solutions(&self, _nodes: u64) -> Option<Result<Solutions, Undecided>> {
        None
    }

    /// The number of solutions up to a limit, if the kind has a solver of its own. The search
    /// visits at most this many nodes for each solution.
    fn own_count(&self, _limit: u64, _nodes: u64) -> Option<Result<u64, Undecided>> {
        None
    }

    /// The image of this puzzle under the symmetry that takes it, with these labels given
    /// too, to the canonical form of its class, or `None` if the kind has no symmetries.
    fn canonical(&self, _also_given: &[Label]) -> Option<CanonicalImage> {
        None
    }

    /// The number of givens that can each be deleted without adding a solution, or `None` if
    /// the kind does not define it or the solution is not unique.
    fn redundant_givens(&self) -> Option<usize> {
        None
    }
}

/// The image of a puzzle under a symmetry.
#[derive(Debug)]
pub struct CanonicalImage {
    /// The image.
    pub puzzle: Box<dyn Instance>,
    /// For each label of the image, the label of the original that it stands for.
    pub source: Vec<Label>,
    /// Identifies all puzzles with the same canonical form.
    pub key: CanonicalKey,
}

/// The names of two givens that contradict each other.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the givens {0} and {1} contradict each other")]
pub struct ContradictoryGivens(pub String, pub String);

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

/// The names of labels, variables and patterns of a domain, as the books write them. The
/// methods that read a name accept exactly the names that are written.
pub trait Nomenclature: Send + Sync {
    /// The constraint graph.
    fn graph(&self) -> &Model;
    /// A label: `n5r1c7`.
    fn label(&self, label: Label) -> String;
    /// A CSP variable: `r1n5`.
    fn variable(&self, variable: Variable) -> String;
    /// A label that is true: `r1c7=5`.
    fn value(&self, label: Label) -> String;
    /// A label as one of the answers to a variable: `c7`.
    fn answer(&self, variable: Variable, label: Label) -> String;
    /// The labels of a set, place by place: for a grid, the symbols in each cell.
    fn cells(&self, has: &dyn Fn(Label) -> bool) -> Vec<String>;

    /// A label that is false: `r1c7 ≠ 5`.
    fn elimination(&self, label: Label) -> String {
        self.value(label).replacen('=', " ≠ ", 1)
    }
    /// The separator between places in the text of a solution.
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
