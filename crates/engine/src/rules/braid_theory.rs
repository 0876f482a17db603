//! B_p, the theory of braids up to length p (PBCS 5.5), closed exactly.
//!
//! Nearly all the work of closing a state is to show that no short braid is left. A survey finds,
//! for all candidates at once ([`Rounds`]), how many rounds of Singles it takes from its assertion
//! to an empty variable. That bounds the length of its braids from below, and leaves few to be
//! searched. Trials by Singles of each candidate, kept from state to state, took four times as
//! long.

use super::braid::Braids;
use super::budget::{Budget, Budgeted};
use super::{Theory, Whips1};
use crate::kernel::Kernel;
use crate::kernel::slices::{CandidateTable, Rounds};
use gradus_csp::{Label, Labels, State};

/// Braids up to some length, and Singles.
#[derive(Clone, Copy, Debug)]
pub struct BraidTheory {
    /// The longest braids of the theory; at least 1.
    pub length: usize,
}

impl<K: Kernel> Theory<K> for BraidTheory {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        let mut closure = BraidClosure::new(state.clone());
        let mut budget = Budget::unlimited();
        let consistent = closure.close(
            kernel,
            self.length,
            &kernel.none(),
            &mut Rounds::default(),
            &mut budget,
        );
        *state = closure.into_state();
        consistent.unwrap_or(true)
    }
}

/// A state on its way to being closed under braids.
#[derive(Clone, Debug)]
pub(crate) struct BraidClosure<S> {
    state: State<S>,
    /// The state is closed for braids up to this length; 0 if it may not even
    /// be closed for Singles.
    closed: usize,
    /// The candidates of this state or of an earlier one.
    frame: Option<CandidateTable>,
}

impl<S: Labels> BraidClosure<S> {
    pub(crate) fn new(state: State<S>) -> Self {
        BraidClosure {
            state,
            closed: 0,
            frame: None,
        }
    }

    /// A state known to be closed for braids up to a length.
    pub(crate) fn known(state: State<S>, closed: usize) -> Self {
        BraidClosure {
            closed,
            ..BraidClosure::new(state)
        }
    }

    pub(crate) fn state(&self) -> &State<S> {
        &self.state
    }

    pub(crate) fn into_state(self) -> State<S> {
        self.state
    }

    /// Takes out what is gone from a state that this one was made from.
    pub(crate) fn restrict(&mut self, left: &S) {
        if !self.state.left.within(left) {
            self.state.left.intersect(left);
            self.closed = 0;
        }
    }

    pub(crate) fn eliminate(&mut self, target: Label) {
        self.state.eliminate(target);
        self.closed = 0;
    }

    /// Closes the state under braids up to a length; false if it is
    /// contradictory. Labels in `skipped` are known to be irrefutable.
    pub(crate) fn close<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        length: usize,
        skipped: &S,
        survey: &mut Rounds,
        budget: &mut Budget,
    ) -> Budgeted<bool> {
        while self.closed < length {
            if self.closed == 0 {
                if !Whips1.close(kernel, &mut self.state) {
                    return Ok(false);
                }
                self.closed = 1;
            } else if !self.sweep(kernel, length, skipped, survey, budget)? {
                return Ok(false);
            }
            if self.state.is_decided() {
                break;
            }
        }
        Ok(true)
    }

    /// Eliminates the targets of braids of the smallest length that has any, up
    /// to `length`; false if that shows a contradiction.
    fn sweep<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        length: usize,
        skipped: &S,
        survey: &mut Rounds,
        budget: &mut Budget,
    ) -> Budgeted<bool> {
        let (state, frame) = (&self.state, &mut self.frame);
        let tried = state.candidates().without(skipped);
        let near = survey.refutations(frame, kernel.model(), state, &tried, length - 1);
        let mut braids = Braids::<K, false>::new(kernel, budget);
        for n in self.closed + 1..=length {
            let mut found = false;
            for &(target, rounds) in &near {
                if rounds >= n || !self.state.is_candidate(target) {
                    continue;
                }
                if !braids.exists(&self.state, target, n)? {
                    continue;
                }
                self.state.eliminate(target);
                found = true;
                if !Whips1.close(kernel, &mut self.state) {
                    return Ok(false);
                }
                if self.state.is_decided() {
                    return Ok(true);
                }
            }
            if found {
                self.closed = 1;
                return Ok(true);
            }
            self.closed = n;
        }
        Ok(true)
    }
}
