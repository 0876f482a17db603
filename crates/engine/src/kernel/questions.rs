//! The one hot question of the theory: once some labels are struck out, which
//! variables are empty, and which labels are the only one left in a variable?
//!
//! Every rule built on chains asks nothing else. A kernel answers for one
//! model, with sets in the layout it likes best; [`super::GenericKernel`]
//! answers for any model and is the oracle of the fast ones.

use crate::halt;
use gradus_csp::{
    Application, CoverMatrix, Crossing, GLabel, Incidence, Label, Labels, Model, Rectangle,
    RuleLevel, Space, State, Variable, VariableKind,
};

/// What is forced among the labels left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scan<S> {
    /// Some variable has no label left; `singles` is then unspecified.
    pub empty: bool,
    /// The labels that are alone in at least one of their variables.
    pub singles: S,
}

/// Answers the questions of the rules about one model.
pub trait Kernel {
    /// Sets of labels in the kernel's own layout.
    type Set: Labels;

    /// The model that this kernel answers for.
    fn model(&self) -> &Model;

    /// The empty set.
    fn none(&self) -> Self::Set;

    /// Takes out of `left` every label linked to `label`.
    fn strike(&self, left: &mut Self::Set, label: Label);

    /// Finds out if a variable is empty, and which labels are alone in one.
    fn scan(&self, left: &Self::Set) -> Scan<Self::Set>;

    /// The scan of what is left of `before` after labels were taken out of it. No variable
    /// was empty before, and `singles` were at least those that still matter: the answer
    /// may leave out others that were alone before.
    fn rescan(
        &self,
        _before: &Self::Set,
        _singles: &Self::Set,
        left: &Self::Set,
    ) -> Scan<Self::Set> {
        self.scan(left)
    }

    /// The same of the variables of one kind.
    fn scan_kind(&self, left: &Self::Set, kind: VariableKind) -> Scan<Self::Set>;

    /// The variables without any label left.
    fn empty_variables(&self, left: &Self::Set) -> Vec<Variable> {
        let empty = |variable: &Variable| !self.has(*variable, left);
        self.model().variables().filter(empty).collect()
    }

    /// The labels left that are linked to every label left of some variable
    /// which is not theirs and has two labels or more: the targets of whips\[1\].
    fn whip1_targets(&self, left: &Self::Set) -> Self::Set;

    /// Returns true if a variable has a label of the set.
    fn has(&self, variable: Variable, set: &Self::Set) -> bool;

    /// The labels of all variables of a kind that have a label of the set.
    fn fill(&self, set: &Self::Set, kind: VariableKind) -> Self::Set {
        let model = self.model();
        let of_kind = model.variables().filter(|&v| model.kind_of(v) == kind);
        let having = of_kind.filter(|&v| self.has(v, set));
        self.set_of(having.flat_map(|v| model.labels_of(v).iter().copied()))
    }

    /// The labels alone in one of their variables that also has a label of `touched`.
    fn singles_touching(&self, left: &Self::Set, touched: &Self::Set) -> Self::Set;

    /// The g-candidates that hold all the labels left, two or more, of their
    /// variable: for each such variable the smallest g-label. With `useful`,
    /// only those that are g-linked to a label left.
    fn groups(&self, left: &Self::Set, useful: bool, found: &mut Vec<GLabel>);

    /// Of the g-candidates that [`Kernel::groups`] finds, those whose variable has
    /// a label of `touched`.
    fn groups_touching(&self, left: &Self::Set, touched: &Self::Set, found: &mut Vec<GLabel>);

    /// Takes out of `left` every label g-linked to a g-label.
    fn strike_group(&self, left: &mut Self::Set, group: GLabel);

    /// Adds to `found` the labels that may follow a g-candidate in a chain: those g-linked to it,
    /// and the other labels of its own variable, which has only one value.
    fn add_followers(&self, found: &mut Self::Set, group: GLabel) {
        let model = self.model();
        let inside = model.glabel_labels(group);
        let own = model.labels_of(model.glabel_variable(group)).iter();
        let own = own.filter(|label| !inside.contains(label));
        let followers = own.chain(model.glabel_linked(group));
        followers.for_each(|&label| found.insert(label));
    }

    /// The cover matrices in which Subsets are sought; a puzzle may have none.
    fn matrices(&self) -> &[CoverMatrix] {
        &[]
    }

    /// Where these matrices cross: the places of the segments of belts.
    fn crossings(&self) -> &[Crossing] {
        &[]
    }

    /// The rectangles of these matrices: the places of anti-tridagons.
    fn rectangles(&self) -> &[Rectangle] {
        &[]
    }

    /// Sets of labels of which one is true, beside the variables, if there are any. The
    /// questions about variables are about them as well; where a variable is to be named,
    /// they are those beyond the variables of the model.
    fn disjunctions(&self) -> &[Vec<Label>] {
        &[]
    }

    /// What is left of a cover matrix, given by its index.
    fn incidence(&self, left: &Self::Set, matrix: usize) -> Incidence {
        self.matrices()[matrix].incidence(left)
    }

    /// The spaces in which the chains of HLS are sought; the first is that of the cells. A
    /// puzzle may have none.
    fn spaces(&self) -> &[Space] {
        &[]
    }

    /// Takes out of `left` every label linked to a label of `struck`.
    fn strike_all(&self, left: &mut Self::Set, struck: &Self::Set) {
        for label in struck.iter() {
            self.strike(left, label);
        }
    }

    /// Returns true if asserting some label of `forced` leaves a variable empty; `singles` are the singles
    /// of `left` (less any that are linked to nothing left), `forced` some of them.
    fn closes(&self, left: &Self::Set, singles: &Self::Set, forced: &Self::Set) -> bool;

    /// The same without the singles: those that are no values, if they are needed, are found first.
    fn closes_any(&self, left: &Self::Set, values: &Self::Set, forced: &Self::Set) -> bool {
        let singles = self.scan(left).singles.without(values);
        self.closes(left, &singles, forced)
    }

    /// The set of these labels.
    fn set_of(&self, labels: impl IntoIterator<Item = Label>) -> Self::Set {
        let mut set = self.none();
        labels.into_iter().for_each(|label| set.insert(label));
        set
    }

    /// The set of all labels of the model.
    fn all(&self) -> Self::Set {
        self.set_of(self.model().labels())
    }

    /// Asserts Singles, all at once in each round, until there is none or the
    /// limit is reached. If a variable is empty then, returns the number of rounds.
    fn rounds(&self, state: &mut State<Self::Set>, limit: usize) -> Option<usize> {
        let mut scan = self.scan(&state.left);
        for rounds in 0..=limit {
            if scan.empty {
                return Some(rounds);
            }
            let forced = scan.singles.without(&state.values);
            if forced.is_empty() || rounds == limit {
                break;
            }
            state.values.unite(&forced);
            let before = state.left.clone();
            self.strike_all(&mut state.left, &forced);
            scan = self.rescan(&before, &forced, &state.left);
        }
        None
    }

    /// Returns true if the kind of puzzle has rules of its own.
    fn has_specific_rules(&self) -> bool {
        false
    }

    /// Eliminates once what the rules of the kind conclude at a level. Returns true if that
    /// was anything.
    fn apply_specific(&self, _level: RuleLevel, _state: &mut State<Self::Set>) -> bool {
        false
    }

    /// The first application of a rule of the kind that eliminates something.
    fn specific_step(&self, _level: RuleLevel, _state: &State<Self::Set>) -> Option<Application> {
        None
    }

    /// Returns true if a state in which every variable has a value is a solution.
    fn accepts(&self, _values: &Self::Set) -> bool {
        true
    }

    /// Asserts Singles until there is none, and applies the rules of the kind that belong
    /// to its basic theory; false if a variable becomes empty.
    fn close_singles(&self, state: &mut State<Self::Set>) -> bool {
        halt::check();
        loop {
            if self.rounds(state, usize::MAX).is_some() {
                return false;
            }
            if !self.apply_specific(RuleLevel::Basic, state) {
                return true;
            }
        }
    }

    /// The state in which all of `left` are candidates.
    #[inline]
    fn state(&self, left: Self::Set) -> State<Self::Set> {
        State {
            left,
            values: self.none(),
        }
    }

    /// Asserts a label and eliminates what it is linked to (rule ECP).
    #[inline]
    fn assert(&self, state: &mut State<Self::Set>, label: Label) {
        state.values.insert(label);
        self.strike(&mut state.left, label);
    }

    /// A state once a label is asserted.
    #[inline]
    fn asserted(&self, state: &State<Self::Set>, label: Label) -> State<Self::Set> {
        let mut asserted = state.clone();
        self.assert(&mut asserted, label);
        asserted
    }
}
