//! A path on its way: the state that it has come to, and the steps that led there.

use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Variable;
use gradus_model::state::State;
use gradus_path::{End, Path, PathStep, PathTheory, Strategy};

/// A path on its way: a state and how it was reached.
pub(crate) struct Walk<'a, K: Kernel> {
    kernel: &'a K,
    pub(crate) state: State<K::Set>,
    steps: Vec<PathStep>,
}

impl<'a, K: Kernel> Walk<'a, K> {
    pub(crate) fn new(kernel: &'a K, state: &State<K::Set>) -> Self {
        Walk {
            kernel,
            state: state.clone(),
            steps: Vec::new(),
        }
    }

    pub(crate) fn apply(&mut self, step: PathStep) {
        match &step {
            PathStep::Single { label, .. } => self.state.assert(self.kernel, *label),
            PathStep::Guardian(relation) => {
                let guardians = relation.guardians.iter();
                guardians.for_each(|&label| self.state.assert(self.kernel, label));
            }
            _ => {
                let targets = step.targets().iter();
                targets.for_each(|&target| self.state.eliminate(target));
            }
        }
        self.steps.push(step);
    }

    /// Singles to quiescence; returns the end of the path if that is reached.
    pub(crate) fn close_singles(&mut self) -> Option<End> {
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
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn end(self, theory: PathTheory, end: End, strategy: Strategy) -> Path {
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
pub(crate) fn highest(theory: PathTheory, steps: &[PathStep]) -> usize {
    let levels = steps.iter().map(|step| step.level(theory));
    levels.max().unwrap_or(0)
}
