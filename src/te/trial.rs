//! T&E(T, n): trials of every candidate, until a whole round of them
//! eliminates nothing.
//!
//! Three facts about theories that are stable for confluence keep the number
//! of trials small; none of them changes a result.
//! - If a trial of Z ends without contradiction, no label asserted in it can be
//!   refuted either: its own trial would derive a part of what this one did.
//! - A finished trial stays finished while everything it has left is left in
//!   the main state; when something of it was eliminated meanwhile, it goes on
//!   from where it stopped.
//! - T&E(T, n − 1) may be applied before any trial of depth n: what it
//!   eliminates, trials of depth n would.

use crate::csp::kernel::Kernel;
use crate::csp::labels::Labels;
use crate::csp::model::Label;
use crate::csp::state::State;
use crate::rules::Theory;

/// The theory T&E(T, n), itself stable for confluence.
#[derive(Clone, Copy, Debug)]
pub struct TrialAndError<T> {
    theory: T,
    depth: usize,
}

/// A trial that met no contradiction: its hypothesis, and where it stopped.
struct Trial<S> {
    hypothesis: Label,
    end: State<S>,
}

impl<T> TrialAndError<T> {
    /// T&E(theory, depth).
    pub fn new(theory: T, depth: usize) -> Self {
        TrialAndError { theory, depth }
    }

    fn close_at<K>(&self, kernel: &K, state: &mut State<K::Set>, depth: usize) -> bool
    where
        K: Kernel,
        T: Theory<K>,
    {
        match depth {
            0 => self.theory.close(kernel, state),
            _ => self.close_without(kernel, state, depth, &kernel.none()),
        }
    }

    /// Closes the state under T&E(T, depth), depth > 0, trying none of the
    /// labels in `skipped`: they must be known to be irrefutable.
    pub fn close_without<K>(
        &self,
        kernel: &K,
        state: &mut State<K::Set>,
        depth: usize,
        skipped: &K::Set,
    ) -> bool
    where
        K: Kernel,
        T: Theory<K>,
    {
        let inner = |state: &mut State<K::Set>| match depth {
            1 => self.close_at(kernel, state, 0),
            _ => self.close_at(kernel, state, depth - 1),
        };
        let mut consistent = match depth {
            1 => self.close_at(kernel, state, 0),
            _ => self.close_without(kernel, state, depth - 1, skipped),
        };
        let mut finished: Vec<Trial<K::Set>> = Vec::new();
        'round: while consistent && !state.is_decided() {
            let mut untried = state.candidates().without(skipped);
            let mut refuted = None;
            for trial in &mut finished {
                if !state.left.contains(trial.hypothesis) || state.values.contains(trial.hypothesis)
                {
                    continue;
                }
                if !trial.end.left.within(&state.left) {
                    trial.end.left.intersect(&state.left);
                    if !inner(&mut trial.end) {
                        refuted = Some(trial.hypothesis);
                        break;
                    }
                }
                untried.subtract(&trial.end.values);
            }
            if refuted.is_none() {
                for hypothesis in state.candidates().iter() {
                    if !untried.contains(hypothesis) {
                        continue;
                    }
                    let mut end = state.clone();
                    end.assert(kernel, hypothesis);
                    if !inner(&mut end) {
                        refuted = Some(hypothesis);
                        break;
                    }
                    untried.subtract(&end.values);
                    finished.push(Trial { hypothesis, end });
                }
            }
            match refuted {
                Some(label) => {
                    finished.retain(|trial| trial.hypothesis != label);
                    state.eliminate(label);
                    consistent = inner(state);
                    continue 'round;
                }
                None => break,
            }
        }
        consistent
    }
}

impl<K: Kernel, T: Theory<K>> Theory<K> for TrialAndError<T> {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        self.close_at(kernel, state, self.depth)
    }
}
