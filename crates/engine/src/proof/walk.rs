//! Resolution paths by the simplest-first strategy (PBCS 5.5.2): Singles to
//! quiescence, then the simplest rule of a theory, once, and again.
//!
//! One rule at a time keeps every pattern legal in the state in which it is
//! applied, as it must be for whips and g-whips, whose theories are not
//! confluent: eliminations found together may take each other's candidates.

use super::simplest::{Limited, Simplest};
use crate::order::Order;
use crate::rating::Limits;
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Variable;
use gradus_model::state::State;
use gradus_path::{End, Path, PathStep, PathTheory, Strategy};

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
        match &step {
            PathStep::Single { label, .. } => self.state.assert(self.kernel, *label),
            _ => {
                let targets = step.targets().iter();
                targets.for_each(|&target| self.state.eliminate(target));
            }
        }
        self.steps.push(step);
    }

    /// Singles to quiescence; returns the end of the path if that is reached.
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

    /// Number of steps so far.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn end(self, theory: PathTheory, end: End, strategy: Strategy) -> Path {
        Path {
            theory,
            longest: highest(theory, &self.steps),
            steps: self.steps,
            end,
            strategy,
        }
    }
}

/// The highest level of some steps in a theory.
pub(super) fn highest(theory: PathTheory, steps: &[PathStep]) -> usize {
    let levels = steps.iter().map(|step| step.level(theory));
    levels.max().unwrap_or(0)
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
