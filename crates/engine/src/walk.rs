//! A path under construction: its current state and the steps that led there.

use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, RuleLevel, State, Variable};
use gradus_path::{Path, PathEnd, PathStep, PathTheory, Strategy};

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
            PathStep::Single { value, .. } | PathStep::Guardian { value, .. } => {
                self.kernel.assert(&mut self.state, *value);
            }
            PathStep::Specific(specific) => refute_all(&mut self.state, &specific.targets),
            _ => {
                let targets = step.targets().iter();
                targets.for_each(|&target| self.state.eliminate(target));
            }
        }
        self.steps.push(step);
    }

    /// Singles and the rules of the kind that belong to its basic theory, to quiescence;
    /// returns the end of the path if that is reached.
    pub(crate) fn close_singles(&mut self) -> Option<PathEnd> {
        let model = self.kernel.model();
        loop {
            let scan = self.kernel.scan(&self.state.left);
            if scan.empty {
                return Some(PathEnd::Contradiction);
            }
            let forced = scan.singles.without(&self.state.values);
            if forced.is_empty() {
                match self.kernel.specific_step(RuleLevel::Basic, &self.state) {
                    Some(application) => self.apply(application.into()),
                    None => return self.state.is_decided().then_some(PathEnd::Solved),
                }
                continue;
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
                    self.apply(PathStep::Single {
                        rule: (),
                        value: label,
                        variable,
                    });
                }
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn end(self, theory: PathTheory, end: PathEnd, strategy: Strategy) -> Path {
        Path {
            theory,
            longest: highest(theory, &self.steps),
            steps: self.steps,
            end,
            strategy,
        }
    }
}

/// Removes labels, even values: in a contradictory state a rule of the kind may refute one.
pub(crate) fn refute_all<S: Labels>(state: &mut State<S>, labels: &[Label]) {
    for &label in labels {
        state.left.remove(label);
        state.values.remove(label);
    }
}

/// The highest level of some steps in a theory.
pub(crate) fn highest(theory: PathTheory, steps: &[PathStep]) -> usize {
    let levels = steps.iter().map(|step| step.level(theory));
    levels.max().unwrap_or(0)
}
