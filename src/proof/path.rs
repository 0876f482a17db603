//! Resolution paths by the simplest-first strategy (PBCS 5.5.2): Singles to
//! quiescence, then the simplest rule of a theory, once, and again.
//!
//! One rule at a time keeps every pattern legal in the state in which it is
//! applied, as it must be for whips and g-whips, whose theories are not
//! confluent: eliminations found together may take each other's candidates.

use super::order::{Order, Strategy};
use super::simplest::{Limited, Simplest};
use super::theory::PathTheory;
use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::{Label, Variable};
use crate::csp::state::State;
use crate::rating::Limits;
use crate::rules::pattern::Pattern;
use crate::rules::subset::Subset;

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every variable has a value.
    Solved,
    /// Some variable can have none.
    Contradiction,
    /// Nothing more applies.
    Stuck,
    /// The search was stopped by its limits.
    Stopped,
}

/// One application of a rule; what a value is linked to goes without saying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathStep {
    /// A label is the only candidate of a variable.
    Single {
        /// The label.
        label: Label,
        /// The variable.
        variable: Variable,
    },
    /// The targets of a chain are eliminated.
    Chain(Pattern),
    /// The targets of a Subset are eliminated.
    Subset(Subset),
}

impl PathStep {
    /// What it eliminates; nothing if it asserts.
    pub fn targets(&self) -> &[Label] {
        match self {
            PathStep::Single { .. } => &[],
            PathStep::Chain(chain) => &chain.targets,
            PathStep::Subset(subset) => &subset.targets,
        }
    }

    /// The length of a chain, the size of a Subset; 0 for a Single.
    pub fn length(&self) -> usize {
        match self {
            PathStep::Single { .. } => 0,
            PathStep::Chain(chain) => chain.length(),
            PathStep::Subset(subset) => subset.bases.len(),
        }
    }

    /// Applies it to a state.
    pub fn apply<K: Kernel>(&self, kernel: &K, state: &mut State<K::Set>) {
        match self {
            PathStep::Single { label, .. } => state.assert(kernel, *label),
            _ => self.targets().iter().for_each(|&t| state.eliminate(t)),
        }
    }
}

/// A resolution path: what was applied, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The rules allowed.
    pub theory: PathTheory,
    /// The longest chain, or the largest Subset if that is more.
    pub longest: usize,
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// How it ends.
    pub end: End,
    /// In what order; no part of what is checked.
    pub strategy: Strategy,
}

impl Path {
    /// The chains, in order.
    pub fn chains(&self) -> impl Iterator<Item = &Pattern> {
        self.steps.iter().filter_map(|step| match step {
            PathStep::Chain(chain) => Some(chain),
            _ => None,
        })
    }

    /// The state before a step, counted from 0, of the path from this state.
    pub fn state_before<K: Kernel>(
        &self,
        kernel: &K,
        initial: &State<K::Set>,
        step: usize,
    ) -> State<K::Set> {
        let mut state = initial.clone();
        for done in &self.steps[..step.min(self.steps.len())] {
            done.apply(kernel, &mut state);
        }
        state
    }
}

/// A path on its way: a state and how it was reached.
pub(super) struct Walk<'a, K: Kernel> {
    kernel: &'a K,
    pub(super) state: State<K::Set>,
    steps: Vec<PathStep>,
}

impl<'a, K: Kernel> Walk<'a, K> {
    pub(super) fn new(kernel: &'a K, state: &State<K::Set>) -> Self {
        Walk {
            kernel,
            state: state.clone(),
            steps: Vec::new(),
        }
    }

    pub(super) fn apply(&mut self, step: PathStep) {
        step.apply(self.kernel, &mut self.state);
        self.steps.push(step);
    }

    /// Singles to quiescence; tells if that ends the path.
    pub(super) fn close_singles(&mut self) -> Option<End> {
        let model = self.kernel.model();
        loop {
            let scan = self.kernel.scan(&self.state.left);
            if scan.empty {
                return Some(End::Contradiction);
            }
            let forced = scan.singles.without(&self.state.values);
            if forced.is_empty() {
                return self.state.is_decided().then_some(End::Solved);
            }
            for label in forced.iter() {
                let left = &self.state.left;
                let alone = |v: &Variable| {
                    let mut others = model.labels_of(*v).iter().filter(|&&l| l != label);
                    others.all(|&l| !left.contains(l))
                };
                let variable = model.variables_of(label).find(alone);
                // A Single gone by another one leaves an empty variable behind.
                if let (true, Some(variable)) = (left.contains(label), variable) {
                    self.apply(PathStep::Single { label, variable });
                }
            }
        }
    }

    pub(super) fn end(self, theory: PathTheory, end: End, strategy: Strategy) -> Path {
        Path {
            theory,
            longest: self.steps.iter().map(PathStep::length).max().unwrap_or(0),
            steps: self.steps,
            end,
            strategy,
        }
    }
}

/// A path that solves or refutes the state, if the simplest-first strategy finds
/// one within the limits. Labels of `truth` are never targets.
pub fn resolve<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    theory: PathTheory,
    limits: Limits,
) -> Option<Path> {
    let path = follow(kernel, state, truth, theory, limits);
    matches!(path.end, End::Solved | End::Contradiction).then_some(path)
}

/// Like [`resolve`], but a path that does not come to an end is returned as far
/// as it goes. The budget is for each step.
pub fn follow<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    theory: PathTheory,
    limits: Limits,
) -> Path {
    let search = Simplest {
        kernel,
        truth,
        theory,
        budget: limits.budget,
        strategy: Strategy::SimplestFirst,
        order: Order::default(),
    };
    walk(&search, state, limits.max_length)
}

/// The path of a search from a state.
pub(super) fn walk<K: Kernel>(
    search: &Simplest<'_, K>,
    state: &State<K::Set>,
    max_length: usize,
) -> Path {
    let mut walk = Walk::new(search.kernel, state);
    let end = loop {
        if let Some(end) = walk.close_singles() {
            break end;
        }
        match search.step(&walk.state, max_length) {
            Ok(Some(step)) => walk.apply(step),
            Ok(None) => break End::Stuck,
            Err(Limited) => break End::Stopped,
        }
    };
    walk.end(search.theory, end, search.strategy)
}
