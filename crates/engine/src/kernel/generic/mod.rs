//! A kernel for any model. It serves every puzzle that has no kernel of its own, and is the oracle
//! of those that have. Its sets have a fixed number of words, so that nothing is allocated during a
//! search. Variables and links have few of these words; only those are looked at.

mod rows;
mod scan;
mod whips1;

use std::sync::{Arc, OnceLock};

use self::rows::{SetRows, strike};
use self::scan::{Plan, ScanState, look};
use self::whips1::{GroupTable, SightIndex};
use crate::kernel::{Kernel, Scan};
use gradus_csp::{
    Application, CoverMatrix, Crossing, GLabel, Label, LabelSet, Labels, Model, Rectangle,
    RuleLevel, SpecificRules, State, StateBits, Variable, VariableKind, crossings,
    first_application, rectangles,
};
use std::ops::ControlFlow;

/// Sets up to this many words are struck whole: that takes a few vectors.
const SMALL: usize = 12;

/// The kernel of any [`Model`] with at most 64 · N labels.
#[derive(Debug)]
pub struct GenericKernel<const N: usize> {
    model: Arc<Model>,
    /// The labels of each variable.
    variables: SetRows,
    links: SetRows,
    /// The same as whole sets, if they are small.
    whole_links: Vec<LabelSet<N>>,
    plans: Vec<Plan>,
    whips1: OnceLock<SightIndex>,
    groups: OnceLock<GroupTable>,
    matrices: Arc<[CoverMatrix]>,
    crossings: OnceLock<Vec<Crossing>>,
    rectangles: OnceLock<Vec<Rectangle>>,
    specific: Option<Arc<dyn SpecificRules>>,
}

impl<const N: usize> GenericKernel<N> {
    /// A kernel for this model; none if the model has more labels than its sets can hold.
    pub fn new(model: Arc<Model>) -> Option<Self> {
        if model.words() > N {
            return None;
        }
        let mut variables = SetRows::default();
        for variable in model.variables() {
            variables.push(model.labels_of(variable).iter().copied());
        }
        let mut links = SetRows::default();
        for label in model.labels() {
            links.push(model.linked_labels(label).iter().copied());
        }
        let whole = |label| {
            let mut set = LabelSet([0; N]);
            set.0[..model.words()].copy_from_slice(model.links(label));
            set
        };
        let kinds = 0..model.kind_count() as u8;
        Some(GenericKernel {
            plans: kinds
                .map(|kind| Plan::new(&model, &variables, VariableKind(kind)))
                .collect(),
            whole_links: if N <= SMALL {
                model.labels().map(whole).collect()
            } else {
                Vec::new()
            },
            variables,
            links,
            whips1: OnceLock::new(),
            groups: OnceLock::new(),
            matrices: Arc::default(),
            crossings: OnceLock::new(),
            rectangles: OnceLock::new(),
            specific: None,
            model,
        })
    }

    pub(super) fn with_specific(self, rules: Option<Arc<dyn SpecificRules>>) -> Self {
        GenericKernel {
            specific: rules,
            ..self
        }
    }

    /// The same kernel with these cover matrices, which must be of its model.
    pub fn with_matrices(self, matrices: impl Into<Arc<[CoverMatrix]>>) -> Self {
        GenericKernel {
            matrices: matrices.into(),
            ..self
        }
    }

    /// A scan by a function that looks at some variables.
    #[inline]
    fn scan_by(&self, look: impl FnOnce(&mut ScanState<'_>)) -> Scan<LabelSet<N>> {
        let mut singles = self.none();
        let mut found = ScanState {
            empty: false,
            singles: &mut singles.0,
        };
        look(&mut found);
        let empty = found.empty;
        Scan { empty, singles }
    }

    fn scan_plans(&self, left: &LabelSet<N>, plans: &[Plan]) -> Scan<LabelSet<N>> {
        self.scan_by(|found| plans.iter().for_each(|plan| plan.scan(&left.0, found)))
    }

    /// The scan of the variables that have a label of a set.
    fn scan_touching(&self, left: &LabelSet<N>, touched: &LabelSet<N>) -> Scan<LabelSet<N>> {
        let (model, words) = (&*self.model, &left.0);
        self.scan_by(|found| {
            let mut look = |v: Variable| look(self.variables.get(v.index()), words, found);
            if touched.len() * model.kind_count() < model.variables().len() {
                for label in touched.iter() {
                    model.variables_of(label).for_each(&mut look);
                }
            } else {
                let touching = model.variables().filter(|&v| self.has(v, touched));
                touching.for_each(look);
            }
        })
    }

    fn groups_of_model(&self) -> &GroupTable {
        self.groups.get_or_init(|| GroupTable::new(&self.model))
    }
}

fn known<const N: usize>(state: &State<LabelSet<N>>) -> StateBits<'_> {
    StateBits {
        left: &state.left.0,
        values: &state.values.0,
    }
}

impl<const N: usize> Kernel for GenericKernel<N> {
    type Set = LabelSet<N>;

    fn model(&self) -> &Model {
        &self.model
    }

    fn matrices(&self) -> &[CoverMatrix] {
        &self.matrices
    }

    fn crossings(&self) -> &[Crossing] {
        self.crossings.get_or_init(|| crossings(&self.matrices))
    }

    fn rectangles(&self) -> &[Rectangle] {
        self.rectangles
            .get_or_init(|| rectangles(&self.matrices, self.crossings()))
    }

    fn none(&self) -> LabelSet<N> {
        LabelSet([0; N])
    }

    #[inline]
    fn strike(&self, left: &mut LabelSet<N>, label: Label) {
        if N <= SMALL {
            left.subtract(&self.whole_links[label.index()]);
        } else {
            strike(self.links.get(label.index()), &mut left.0);
        }
    }

    #[inline]
    fn scan(&self, left: &LabelSet<N>) -> Scan<LabelSet<N>> {
        self.scan_plans(left, &self.plans)
    }

    fn rescan(
        &self,
        before: &LabelSet<N>,
        singles: &LabelSet<N>,
        left: &LabelSet<N>,
    ) -> Scan<LabelSet<N>> {
        let lost = before.without(left);
        // A look at a variable costs about twice as much alone as in a scan of all.
        let looks = 2 * lost.len() * self.model.kind_count();
        if looks > self.model.variables().len() {
            return self.scan(left);
        }
        let mut scan = self.scan_touching(left, &lost);
        scan.singles.unite(&singles.and(left));
        scan
    }

    /// Looks at what each of them strikes.
    fn closes_any(&self, left: &LabelSet<N>, _values: &LabelSet<N>, forced: &LabelSet<N>) -> bool {
        forced.iter().any(|label| {
            let mut next = *left;
            self.strike(&mut next, label);
            let lost = left.without(&next);
            let mut touched = lost.iter().flat_map(|lost| self.model.variables_of(lost));
            touched.any(|variable| !self.has(variable, &next))
        })
    }

    fn closes(&self, left: &LabelSet<N>, singles: &LabelSet<N>, forced: &LabelSet<N>) -> bool {
        self.closes_any(left, singles, forced)
    }

    fn scan_kind(&self, left: &LabelSet<N>, kind: VariableKind) -> Scan<LabelSet<N>> {
        let place = usize::from(kind.0);
        self.scan_plans(left, self.plans.get(place..=place).unwrap_or_default())
    }

    fn whip1_targets(&self, left: &LabelSet<N>) -> LabelSet<N> {
        let mut targets = self.none();
        let table = self
            .whips1
            .get_or_init(|| SightIndex::new(&self.model, &self.variables));
        table.targets(
            &self.model,
            &self.variables,
            &self.links,
            &left.0,
            &mut targets.0,
        );
        targets
    }

    #[inline]
    fn has(&self, variable: Variable, set: &LabelSet<N>) -> bool {
        let pieces = self.variables.get(variable.index()).iter();
        let mut bits = pieces.map(|piece| set.0[piece.word as usize] & piece.bits);
        bits.any(|bits| bits != 0)
    }

    fn singles_touching(&self, left: &LabelSet<N>, touched: &LabelSet<N>) -> LabelSet<N> {
        self.scan_touching(left, touched).singles
    }

    fn groups(&self, left: &LabelSet<N>, useful: bool, found: &mut Vec<GLabel>) {
        let all = |_| true;
        self.groups_of_model()
            .find(&self.variables, &left.0, useful, all, found);
    }

    fn groups_touching(&self, left: &LabelSet<N>, touched: &LabelSet<N>, found: &mut Vec<GLabel>) {
        let touches = |variable| self.has(variable, touched);
        self.groups_of_model()
            .find(&self.variables, &left.0, false, touches, found);
    }

    fn strike_group(&self, left: &mut LabelSet<N>, group: GLabel) {
        strike(self.groups_of_model().linked(group), &mut left.0);
    }

    fn has_specific_rules(&self) -> bool {
        self.specific.is_some()
    }

    fn apply_specific(&self, level: RuleLevel, state: &mut State<LabelSet<N>>) -> bool {
        let Some(rules) = &self.specific else {
            return false;
        };
        let mut after = state.left;
        rules.visit(level, known(state), &mut |deduction| {
            deduction.targets.iter().for_each(|&l| after.remove(l));
            ControlFlow::Continue(())
        });
        let changed = after != state.left;
        // A value that is refuted leaves an empty variable behind.
        state.left = after;
        state.values.intersect(&after);
        changed
    }

    fn specific_step(&self, level: RuleLevel, state: &State<LabelSet<N>>) -> Option<Application> {
        first_application(self.specific.as_deref()?, level, known(state))
    }

    fn accepts(&self, values: &LabelSet<N>) -> bool {
        let rules = self.specific.as_deref();
        rules.is_none_or(|rules| rules.accepts(&|label| values.contains(label)))
    }
}
