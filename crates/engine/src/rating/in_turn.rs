//! Paths of theories that are not confluent and not one of the four families:
//! t-whips, typed whips, forcing whips. The targets are taken in turn, level by
//! level, until all were tried in vain. A path gives an upper bound; what it
//! eliminated, and with what length, is kept, so that it can be shown.

use crate::order::Order;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::family::Answer;
use crate::rules::{Theory, Whips1};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;

/// What a theory has beside Singles and whips\[1\].
pub(super) trait LevelRules<K: Kernel> {
    /// Whether a target has a chain up to a length. `Yes`, `NotYet` or `Never`.
    fn on_target(
        &self,
        state: &State<K::Set>,
        target: Label,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Answer, OutOfBudget>;

    /// The targets of a pattern up to a length, where no target has a chain.
    fn on_any(
        &self,
        _state: &State<K::Set>,
        _length: usize,
        _budget: &mut Budget,
    ) -> Result<Vec<Label>, OutOfBudget> {
        Ok(Vec::new())
    }
}

/// A target that a path eliminated by a pattern up to a length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eliminated {
    pub(crate) target: Label,
    pub(crate) length: usize,
}

/// A path under way.
#[derive(Clone)]
pub(super) struct Turns<S> {
    pub(super) state: State<S>,
    /// What was eliminated, but for whips\[1\].
    pub(super) eliminated: Vec<Eliminated>,
    /// The order in which the targets are taken.
    order: Order,
}

/// How a level ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closed {
    /// Nothing is left to decide.
    Solved,
    /// Nothing more up to this length.
    Stuck,
    /// No target has a chain of any length.
    Never,
}

impl<S: Labels> Turns<S> {
    pub(super) fn new(state: &State<S>) -> Self {
        Turns {
            state: state.clone(),
            eliminated: Vec::new(),
            order: Order::default(),
        }
    }

    /// The same path with another order of targets.
    pub(super) fn in_order(self, order: Order) -> Self {
        Turns { order, ..self }
    }

    /// Applies rules up to a length until none applies. Labels of `truth` are
    /// never targets.
    pub(super) fn close<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        truth: &S,
        rules: &impl LevelRules<K>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Closed, OutOfBudget> {
        Whips1.close(kernel, &mut self.state);
        loop {
            let targets = self.state.candidates().without(truth);
            let targets = self.order.of(kernel.model(), &targets);
            let mut never = kernel.none();
            let (mut next, mut in_vain) = (0, 0);
            while in_vain < targets.len() {
                if self.state.is_decided() {
                    return Ok(Closed::Solved);
                }
                let target = targets[next];
                next = (next + 1) % targets.len();
                in_vain += 1;
                if !self.state.left.contains(target) {
                    continue;
                }
                match rules.on_target(&self.state, target, length, budget)? {
                    Answer::Yes => {
                        self.eliminate(kernel, &[target], length);
                        never = kernel.none();
                        in_vain = 0;
                    }
                    Answer::Never | Answer::BraidForEver => never.insert(target),
                    Answer::NotYet | Answer::BraidOnly => {}
                }
            }
            if self.state.is_decided() {
                return Ok(Closed::Solved);
            }
            let together = rules.on_any(&self.state, length, budget)?;
            if together.is_empty() {
                let left = self.state.candidates().without(truth);
                return Ok(match left.within(&never) {
                    true => Closed::Never,
                    false => Closed::Stuck,
                });
            }
            self.eliminate(kernel, &together, length);
        }
    }

    fn eliminate<K: Kernel<Set = S>>(&mut self, kernel: &K, targets: &[Label], length: usize) {
        for &target in targets {
            self.state.eliminate(target);
            self.eliminated.push(Eliminated { target, length });
        }
        Whips1.close(kernel, &mut self.state);
    }
}
