//! B_p, the theory of braids up to length p (PBCS 5.5), closed exactly.
//!
//! Nearly all the work of closing a state is to show that no short braid is
//! left. What is known about each candidate is therefore kept with the state,
//! and serves again for longer braids and after eliminations elsewhere:
//! - a candidate that T&E does not refute has no braid of any length, nor has
//!   any label asserted in its trial; that stays true until something of the
//!   trial is eliminated;
//! - what a candidate derives alone in an earlier state is a head start for its
//!   trial in this one;
//! - a length that was searched in vain need not be searched again.

use super::braid::Braids;
use super::budget::{Budget, OutOfBudget};
use super::{Theory, Whips1};
use gradus_model::kernel::Kernel;
use gradus_model::labels::Labels;
use gradus_model::model::Label;
use gradus_model::state::State;

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
            &Alone::default(),
            &mut budget,
        );
        *state = closure.into_state();
        consistent.unwrap_or(true)
    }
}

/// A candidate that T&E refutes.
#[derive(Clone, Debug)]
struct Refutable {
    target: Label,
    /// There is no braid up to this length: by rounds, or by a search.
    in_vain: usize,
}

/// A state on its way to being closed under braids, with what is known of its candidates.
#[derive(Clone, Debug)]
pub struct BraidClosure<S> {
    state: State<S>,
    /// The state is closed for braids up to this length; 0 if it may not even
    /// be closed for Singles.
    closed: usize,
    /// Whether what is known belongs to the state as it is.
    surveyed: bool,
    refutable: Vec<Refutable>,
    /// Trials that met no contradiction: hypothesis and end.
    consistent: Vec<(Label, State<S>)>,
}

impl<S: Labels> BraidClosure<S> {
    /// Nothing is known yet.
    pub fn new(state: State<S>) -> Self {
        BraidClosure {
            state,
            closed: 0,
            surveyed: false,
            refutable: Vec::new(),
            consistent: Vec::new(),
        }
    }

    /// The state as far as it was closed.
    pub fn state(&self) -> &State<S> {
        &self.state
    }

    /// The state, for other uses.
    pub fn into_state(self) -> State<S> {
        self.state
    }

    /// Takes out what is gone from a state that this one was made from.
    pub fn restrict(&mut self, left: &S) {
        if !self.state.left.within(left) {
            self.state.left.intersect(left);
            self.touch();
        }
    }

    /// Eliminates a candidate.
    pub fn eliminate(&mut self, target: Label) {
        self.state.eliminate(target);
        self.touch();
    }

    /// Notes that the state is no longer what it was.
    fn touch(&mut self) {
        self.closed = 0;
        self.surveyed = false;
    }

    /// Closes the state under braids up to a length; false if it is
    /// contradictory. Labels in `skipped` are known to be irrefutable, `alone`
    /// holds what candidates derived in an earlier state.
    pub fn close<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        length: usize,
        skipped: &S,
        alone: &Alone<S>,
        budget: &mut Budget,
    ) -> Result<bool, OutOfBudget> {
        while self.closed < length && !self.state.is_decided() {
            let step = match self.closed {
                0 => self.close_whips1(kernel),
                1 => self.close_braids2(kernel, skipped, budget)?,
                _ => {
                    if !self.surveyed {
                        self.survey(kernel, length, skipped, alone);
                    }
                    self.sweep(kernel, length, budget)?
                }
            };
            match step {
                Sweep::Contradiction => return Ok(false),
                Sweep::Progress => {}
                Sweep::Nothing => self.closed = length,
            }
        }
        Ok(true)
    }

    fn close_whips1<K: Kernel<Set = S>>(&mut self, kernel: &K) -> Sweep {
        if !Whips1.close(kernel, &mut self.state) {
            return Sweep::Contradiction;
        }
        self.closed = 1;
        Sweep::Progress
    }

    /// Braids of length 2 need no survey: one look settles each candidate.
    fn close_braids2<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        skipped: &S,
        budget: &mut Budget,
    ) -> Result<Sweep, OutOfBudget> {
        let mut braids = Braids::<K, false>::new(kernel, budget);
        let mut found = false;
        for target in self.state.candidates().without(skipped).iter() {
            if self.state.is_candidate(target) && braids.exists(&self.state, target, 2)? {
                self.state.eliminate(target);
                found = true;
                if !Whips1.close(kernel, &mut self.state) {
                    return Ok(Sweep::Contradiction);
                }
                if self.state.is_decided() {
                    break;
                }
            }
        }
        self.surveyed &= !found;
        self.closed = if found { 1 } else { 2 };
        Ok(Sweep::Progress)
    }

    /// Eliminates the targets of braids of the smallest length that has any, up
    /// to `length`. What the survey found stays good enough for the whole sweep.
    fn sweep<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        length: usize,
        budget: &mut Budget,
    ) -> Result<Sweep, OutOfBudget> {
        let mut braids = Braids::<K, false>::new(kernel, budget);
        for n in 3..=length {
            for known in &mut self.refutable {
                if known.in_vain >= n || !self.state.is_candidate(known.target) {
                    continue;
                }
                if !braids.exists(&self.state, known.target, n)? {
                    known.in_vain = n;
                    continue;
                }
                self.state.eliminate(known.target);
                self.surveyed = false;
                self.closed = 1;
                if !Whips1.close(kernel, &mut self.state) {
                    return Ok(Sweep::Contradiction);
                }
                if self.state.is_decided() {
                    return Ok(Sweep::Progress);
                }
            }
            if !self.surveyed {
                return Ok(Sweep::Progress);
            }
        }
        Ok(Sweep::Nothing)
    }

    /// Finds out which candidates T&E refutes.
    fn survey<K: Kernel<Set = S>>(
        &mut self,
        kernel: &K,
        length: usize,
        skipped: &S,
        alone: &Alone<S>,
    ) {
        let state = &self.state;
        let mut untried = state.candidates().without(skipped);
        self.refutable.clear();
        self.consistent.retain_mut(|(hypothesis, end)| {
            if !untried.contains(*hypothesis) {
                return false;
            }
            if !end.left.within(&state.left) {
                end.left.intersect(&state.left);
                if !kernel.close_singles(end) {
                    return false;
                }
            }
            untried.subtract(&end.values);
            true
        });
        for target in state.candidates().iter() {
            if !untried.contains(target) {
                continue;
            }
            let mut end = alone.start(kernel, state, target);
            if kernel.close_singles(&mut end) {
                untried.subtract(&end.values);
                self.consistent.push((target, end));
            } else {
                let mut end = state.clone();
                end.assert(kernel, target);
                let in_vain = kernel.rounds(&mut end, length - 1).unwrap_or(length);
                self.refutable.push(Refutable { target, in_vain });
            }
        }
        self.surveyed = true;
    }
}

/// What each candidate of a state derives by Singles alone.
#[derive(Clone, Debug)]
pub struct Alone<S> {
    /// By label; empty if nothing is known.
    ends: Vec<Option<State<S>>>,
}

impl<S> Default for Alone<S> {
    fn default() -> Self {
        Alone { ends: Vec::new() }
    }
}

impl<S: Labels> Alone<S> {
    /// Derives what each candidate of a state does.
    pub fn new<K: Kernel<Set = S>>(kernel: &K, state: &State<S>) -> Self {
        let mut ends = vec![None; kernel.model().label_count()];
        for label in state.candidates().iter() {
            let mut end = state.clone();
            end.assert(kernel, label);
            kernel.close_singles(&mut end);
            ends[label.index()] = Some(end);
        }
        Alone { ends }
    }

    /// A later state with a label asserted, and what it derives as far as known.
    fn start<K: Kernel<Set = S>>(&self, kernel: &K, state: &State<S>, label: Label) -> State<S> {
        match self.ends.get(label.index()) {
            Some(Some(end)) => {
                let mut start = end.clone();
                start.left.intersect(&state.left);
                start.values.unite(&state.values);
                start
            }
            _ => {
                let mut start = state.clone();
                start.assert(kernel, label);
                start
            }
        }
    }
}

/// What a sweep over the refutable candidates brought.
enum Sweep {
    Contradiction,
    Progress,
    Nothing,
}
