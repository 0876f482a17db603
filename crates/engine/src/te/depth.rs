//! The depth of a puzzle in T&E over a theory: the smallest n such that T&E(T, n)
//! solves it (PBCS 11.3.3). Over Singles it is the T&E depth, and a puzzle that
//! braids solve has depth 0 or 1; over whips\[1\] g-braids take their place.

use super::trial::TrialAndError;
use crate::effort;
use crate::kernel::{Kernel, initial_state};
use crate::rules::{Brt, Theory, Whips1};
use crate::with_kernel;
use gradus_csp::{Instance, Label, Labels, State};

/// A search for the depth of a state that can be continued: each depth starts where the one
/// before stopped.
#[derive(Debug)]
pub struct DepthSearch<T, S> {
    theory: T,
    /// The state that the deepest T&E so far has led to.
    pub state: State<S>,
    /// The deepest T&E applied so far, or `None` before the theory itself.
    tried: Option<usize>,
    found: Option<usize>,
    /// Nodes for each depth.
    nodes: u64,
    /// The depth for which they did not suffice, if any.
    exhausted: Option<usize>,
    /// True if a contradiction was found.
    pub contradictory: bool,
}

impl<T: Copy, S: Labels> DepthSearch<T, S> {
    /// A search from this state.
    pub fn new(theory: T, state: State<S>) -> Self {
        DepthSearch {
            theory,
            state,
            tried: None,
            found: None,
            nodes: u64::MAX,
            exhausted: None,
            contradictory: false,
        }
    }

    /// The same search with at most this many nodes for each depth.
    pub fn within(self, nodes: u64) -> Self {
        DepthSearch { nodes, ..self }
    }

    /// The depth that was not tried to its end for lack of nodes, if it is at most `max`: then the
    /// depth of the state is not known, but not less.
    pub fn exhausted(&self, max: usize) -> Option<usize> {
        self.exhausted.filter(|&depth| depth <= max)
    }

    /// The smallest depth up to `max` at which T&E solves the state, if any, and if the nodes
    /// suffice; a state proven contradictory counts as solved.
    ///
    /// The labels in `solution` are known to be true and are not tried.
    pub fn up_to<K>(&mut self, kernel: &K, solution: &S, max: usize) -> Option<usize>
    where
        K: Kernel<Set = S>,
        T: Theory<K>,
    {
        let is_open = |search: &Self| search.found.is_none() && search.exhausted.is_none();
        while is_open(self) && self.tried.is_none_or(|tried| tried < max) {
            let depth = self.tried.map_or(0, |tried| tried + 1);
            let te = TrialAndError::new(self.theory, depth);
            let mut consistent = true;
            let closed = effort::within(self.nodes, || {
                consistent = te.close_without(kernel, &mut self.state, solution);
            });
            self.tried = Some(depth);
            self.contradictory = !consistent;
            self.found = (!consistent || self.state.is_decided()).then_some(depth);
            if closed.is_err() && self.found.is_none() {
                self.exhausted = Some(depth);
            }
        }
        self.found.filter(|&found| found <= max)
    }
}

/// The theory inside T&E.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Singles.
    Singles,
    /// Singles and whips\[1\].
    Whips1,
}

/// The T&E depth of a puzzle up to `max`, or `None` if it is deeper, or if the givens exclude
/// each other. The labels of `solution`, the only one of the puzzle, are not tried.
pub fn depth_of(
    puzzle: &dyn Instance,
    solution: &[Label],
    over: Over,
    max: usize,
) -> Option<usize> {
    with_kernel!(puzzle, |kernel| {
        let state = initial_state(kernel, puzzle).ok()?;
        let truth = kernel.set_of(solution.iter().copied());
        match over {
            Over::Singles => DepthSearch::new(Brt, state).up_to(kernel, &truth, max),
            Over::Whips1 => DepthSearch::new(Whips1, state).up_to(kernel, &truth, max),
        }
    })
}
