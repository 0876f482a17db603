//! The T&E depth of a puzzle: the smallest n such that T&E(BRT, n) solves it
//! (PBCS 11.3.3). A puzzle that braids solve has depth 0 or 1.

use super::trial::TrialAndError;
use crate::rules::{Brt, Theory};
use gradus_model::kernel::Kernel;
use gradus_model::state::State;

/// A search for the T&E depth of a state that can be taken further: each depth
/// goes on from where the one before stopped.
#[derive(Debug)]
pub struct Depth<S> {
    state: State<S>,
    /// The deepest T&E applied so far; none before Singles.
    tried: Option<usize>,
    found: Option<usize>,
}

impl<S: gradus_model::labels::Labels> Depth<S> {
    /// A search from this state.
    pub fn new(state: State<S>) -> Self {
        Depth {
            state,
            tried: None,
            found: None,
        }
    }

    /// The smallest depth up to `max` at which T&E solves the state, if any; a
    /// state proven contradictory counts as solved.
    ///
    /// The labels in `solution` are known to be true and are not tried.
    pub fn up_to<K>(&mut self, kernel: &K, solution: &S, max: usize) -> Option<usize>
    where
        K: Kernel<Set = S>,
    {
        while self.found.is_none() && self.tried.is_none_or(|tried| tried < max) {
            let depth = self.tried.map_or(0, |tried| tried + 1);
            let consistent = match depth {
                0 => Brt.close(kernel, &mut self.state),
                _ => {
                    let te = TrialAndError::new(Brt, depth);
                    te.close_without(kernel, &mut self.state, solution)
                }
            };
            self.tried = Some(depth);
            self.found = (!consistent || self.state.is_decided()).then_some(depth);
        }
        self.found.filter(|&found| found <= max)
    }
}

/// The smallest depth up to `max` at which T&E solves the state, if any.
pub fn depth<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    solution: &K::Set,
    max: usize,
) -> Option<usize> {
    Depth::new(state.clone()).up_to(kernel, solution, max)
}
