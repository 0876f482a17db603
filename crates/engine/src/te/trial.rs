//! T&E(T, n): trials of every candidate, until a whole round of them eliminates nothing.
//!
//! A few facts about theories that are stable for confluence keep the number
//! and the cost of trials small; none of them changes a result.
//! - If a trial of Z ends without contradiction, no label asserted in it can be
//!   refuted either: its own trial would derive a part of what this one did.
//! - A finished trial stays finished while everything it has left is left in the main state;
//!   when something of it was eliminated meanwhile, it continues where it stopped.
//! - A trial of Y inside a trial of Z may start from what both derive alone,
//!   and if one of them alone eliminates the other's hypothesis, it is refuted.
//! - Theories that can make all trials at once do so ([`Theory::close_trials`]).
//! - T&E(T, n − 1) may be applied before any trial of depth n: what it
//!   eliminates, trials of depth n would.

use crate::effort;
use crate::kernel::Kernel;
use crate::rules::Theory;
use gradus_csp::{Label, Labels, State};

/// The nodes of a trial of depth 0: those of large puzzles take longer.
pub(crate) fn trial_cost<S: Labels>(state: &State<S>) -> u64 {
    1 + state.left.len() as u64 / 64
}

/// The theory T&E(T, n), itself stable for confluence.
#[derive(Clone, Copy, Debug)]
pub struct TrialAndError<T> {
    theory: T,
    depth: usize,
}

/// A trial that met no contradiction: its hypothesis, and where it stopped.
struct OpenTrial<S> {
    hypothesis: Label,
    end: State<S>,
}

impl<S: Labels> OpenTrial<S> {
    /// The common part of a state and of the earlier end of this trial.
    fn within(&self, state: &State<S>) -> State<S> {
        let mut start = self.end.clone();
        start.left.intersect(&state.left);
        start.values.unite(&state.values);
        start
    }
}

impl<T> TrialAndError<T> {
    /// T&E(theory, depth).
    pub fn new(theory: T, depth: usize) -> Self {
        TrialAndError { theory, depth }
    }

    /// Closes the state under T&E(T, n), trying none of the labels in
    /// `skipped`: they must be known to be irrefutable.
    pub fn close_without<K>(&self, kernel: &K, state: &mut State<K::Set>, skipped: &K::Set) -> bool
    where
        K: Kernel,
        T: Theory<K>,
    {
        if self.depth > 0 {
            if !self.theory.close(kernel, state) {
                return false;
            }
            if state.is_decided() {
                return true;
            }
            let done = (self.theory).close_trials(kernel, state, self.depth, skipped);
            if let Some(consistent) = done {
                return consistent;
            }
        }
        let run = DepthRun {
            kernel,
            theory: &self.theory,
            nothing: kernel.none(),
        };
        run.close(state, self.depth, &[], skipped)
    }
}

impl<K: Kernel, T: Theory<K>> Theory<K> for TrialAndError<T> {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        self.close_without(kernel, state, &kernel.none())
    }
}

struct DepthRun<'a, K: Kernel, T> {
    kernel: &'a K,
    theory: &'a T,
    nothing: K::Set,
}

impl<K: Kernel, T: Theory<K>> DepthRun<'_, K, T> {
    /// Closes a state under T&E(T, depth), trying none of the labels in
    /// `skipped`. `known` are finished trials of depth 0 from an earlier state.
    fn close(
        &self,
        state: &mut State<K::Set>,
        depth: usize,
        known: &[OpenTrial<K::Set>],
        skipped: &K::Set,
    ) -> bool {
        if depth == 0 {
            return !effort::spend(trial_cost(state)) || self.theory.close(self.kernel, state);
        }
        if !self.close(state, depth - 1, known, skipped) {
            return false;
        }
        // Deep trials are worth preparing: what each hypothesis derives alone
        // spares work inside them, and stays sound as the state loses candidates.
        let alone = if depth > 1 {
            self.alone(state, known)
        } else {
            Vec::new()
        };
        let mut finished = Vec::new();
        while !state.is_decided() {
            let untried = state.candidates().without(skipped);
            let starts = if depth > 1 { &alone } else { known };
            let refuted = self.refute(state, depth, untried, starts, &alone, &mut finished);
            let Some(refuted) = refuted else {
                return true;
            };
            state.eliminate(refuted);
            if !self.close(state, depth - 1, &alone, skipped) {
                return false;
            }
        }
        true
    }

    /// Finds a label of `untried` that a trial of this depth refutes. Trials of
    /// `starts` are those of depth 0 to begin with, `alone` those to use inside.
    fn refute(
        &self,
        state: &State<K::Set>,
        depth: usize,
        mut untried: K::Set,
        starts: &[OpenTrial<K::Set>],
        alone: &[OpenTrial<K::Set>],
        finished: &mut Vec<OpenTrial<K::Set>>,
    ) -> Option<Label> {
        // Whole trials first; those that were finished and then touched by an
        // elimination continue only when no other candidate is refuted.
        let mut touched = self.kernel.none();
        finished.retain(|trial| untried.contains(trial.hypothesis));
        for trial in finished.iter() {
            if trial.end.left.within(&state.left) {
                untried.subtract(&trial.end.values)
            } else {
                touched.insert(trial.hypothesis)
            }
        }
        untried.subtract(&touched);
        for start in starts {
            if effort::is_spent() {
                return None;
            }
            if untried.contains(start.hypothesis) {
                let end = start.within(state);
                if self.is_refuted(start.hypothesis, end, depth, alone, &mut untried, finished) {
                    return Some(start.hypothesis);
                }
            }
        }
        for hypothesis in state.candidates().iter() {
            if effort::is_spent() {
                return None;
            }
            if untried.contains(hypothesis) {
                let end = self.kernel.asserted(state, hypothesis);
                if self.is_refuted(hypothesis, end, depth, alone, &mut untried, finished) {
                    return Some(hypothesis);
                }
            }
        }
        for index in (0..finished.len()).rev() {
            if effort::is_spent() {
                return None;
            }
            let trial = &mut finished[index];
            if touched.contains(trial.hypothesis) {
                trial.end.left.intersect(&state.left);
                if !self.close(&mut trial.end, depth - 1, alone, &self.nothing) {
                    return Some(finished.swap_remove(index).hypothesis);
                }
                touched.subtract(&trial.end.values);
            }
        }
        None
    }

    /// Runs a trial to its end; keeps it if it meets no contradiction.
    fn is_refuted(
        &self,
        hypothesis: Label,
        mut end: State<K::Set>,
        depth: usize,
        alone: &[OpenTrial<K::Set>],
        untried: &mut K::Set,
        finished: &mut Vec<OpenTrial<K::Set>>,
    ) -> bool {
        for trial in alone {
            if !trial.end.left.contains(hypothesis) && !end.values.contains(trial.hypothesis) {
                end.left.remove(trial.hypothesis);
            }
        }
        if !self.close(&mut end, depth - 1, alone, &self.nothing) {
            return true;
        }
        untried.subtract(&end.values);
        finished.push(OpenTrial { hypothesis, end });
        false
    }

    /// The trials of depth 0 of each candidate, none of which fails any more.
    fn alone(&self, state: &State<K::Set>, known: &[OpenTrial<K::Set>]) -> Vec<OpenTrial<K::Set>> {
        let mut rest = state.candidates();
        let mut alone = Vec::with_capacity(rest.len());
        for trial in known {
            if rest.contains(trial.hypothesis) {
                rest.remove(trial.hypothesis);
                alone.push(OpenTrial {
                    hypothesis: trial.hypothesis,
                    end: trial.within(state),
                });
            }
        }
        for hypothesis in rest.iter() {
            let end = self.kernel.asserted(state, hypothesis);
            alone.push(OpenTrial { hypothesis, end });
        }
        for trial in &mut alone {
            if !effort::spend(trial_cost(&trial.end)) {
                break;
            }
            self.theory.close(self.kernel, &mut trial.end);
        }
        // Those with fewest labels left are nearest to a contradiction.
        alone.sort_by_cached_key(|trial| trial.end.left.len());
        alone
    }
}
