//! The classes beyond T&E(1) by the length of inner braids: BpB, the smallest p such that
//! T&E(B_p) solves, and BpBB, the smallest p such that T&E(B_p, 2) does. PBCS 11.2 to 11.4.
//!
//! The theory B_p is used in the main state and in every trial. Trials are kept from one p to
//! the next and from one elimination to the next, so each continues where it stopped.

use std::cell::{Cell, RefCell};

use super::request::Limits;
use crate::effort;
use crate::kernel::Kernel;
use crate::kernel::slices::Rounds;
use crate::rules::braid_theory::BraidClosure;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::{Theory, Whips1};
use crate::te::TrialAndError;
use gradus_csp::{Label, Labels, State};
use gradus_path::Rating;

/// The smallest p such that T&E(B_p) solves the state, which must be solved by
/// T&E(2). Labels of `truth` are never refuted and not tried.
pub fn bpb<K: Kernel>(kernel: &K, state: &State<K::Set>, truth: &K::Set, limits: Limits) -> Rating {
    let mut te = BraidTrials {
        kernel,
        truth,
        main: BraidClosure::new(state.clone()),
        trials: Vec::new(),
        survey: Rounds::default(),
        budget: Budget::new(limits.budget),
    };
    for length in 1..=limits.max_length {
        match te.close(length) {
            Ok(true) if te.main.state().is_decided() => return Rating::exact(length),
            Ok(_) => {}
            Err(OutOfBudget) => return Rating::lower(length),
        }
    }
    Rating::lower(limits.max_length + 1)
}

/// The smallest p such that T&E(B_p, 2) solves the state, which must be solved by T&E(3).
pub fn bpbb<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    limits: Limits,
) -> Rating {
    let mut state = state.clone();
    // B₁ is W₁, for which there is a faster way.
    if limits.max_length >= 1 {
        let trials = TrialAndError::new(Whips1, 2);
        let close = || trials.close_without(kernel, &mut state, truth);
        let closed = effort::within(limits.budget, close);
        if state.is_decided() {
            return Rating::exact(1);
        }
        if closed.is_err() {
            return Rating::lower(1);
        }
    }
    let mut inner = LimitedBraids {
        length: 2,
        budget: Cell::new(Budget::new(limits.budget)),
        spent: Cell::new(false),
        survey: RefCell::default(),
    };
    for length in 2..=limits.max_length {
        inner.length = length;
        TrialAndError::new(&inner, 2).close_without(kernel, &mut state, truth);
        if state.is_decided() {
            return Rating::exact(length);
        }
        if inner.spent.get() {
            return Rating::lower(length);
        }
    }
    Rating::lower(limits.max_length + 1)
}

/// B_p on a budget: once that is spent, nothing more is eliminated.
struct LimitedBraids {
    length: usize,
    budget: Cell<Budget>,
    spent: Cell<bool>,
    survey: RefCell<Rounds>,
}

impl<K: Kernel> Theory<K> for LimitedBraids {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        if self.spent.get() {
            return true;
        }
        let mut budget = self.budget.get();
        let mut closure = BraidClosure::new(state.clone());
        let survey = &mut self.survey.borrow_mut();
        let result = closure.close(kernel, self.length, &kernel.none(), survey, &mut budget);
        self.budget.set(budget);
        self.spent.set(result.is_err());
        *state = closure.into_state();
        result.unwrap_or(true)
    }
}

/// T&E over braids: the main state and its trials.
struct BraidTrials<'a, K: Kernel> {
    kernel: &'a K,
    truth: &'a K::Set,
    main: BraidClosure<K::Set>,
    /// Trials of candidates: where they stopped.
    trials: Vec<(Label, BraidClosure<K::Set>)>,
    survey: Rounds,
    budget: Budget,
}

impl<K: Kernel> BraidTrials<'_, K> {
    /// Closes the main state under T&E(B_length).
    fn close(&mut self, length: usize) -> Result<bool, OutOfBudget> {
        loop {
            let (survey, budget) = (&mut self.survey, &mut self.budget);
            if !(self.main).close(self.kernel, length, self.truth, survey, budget)? {
                return Ok(false);
            }
            if self.main.state().is_decided() {
                return Ok(true);
            }
            match self.refute(length)? {
                Some(refuted) => self.main.eliminate(refuted),
                None => return Ok(true),
            }
        }
    }

    /// Finds a candidate whose trial meets a contradiction.
    fn refute(&mut self, length: usize) -> Result<Option<Label>, OutOfBudget> {
        let (kernel, main, trials) = (self.kernel, self.main.state(), &mut self.trials);
        let (survey, budget) = (&mut self.survey, &mut self.budget);
        let nothing = kernel.none();
        let mut untried = main.candidates().without(self.truth);
        trials.retain(|(hypothesis, _)| untried.contains(*hypothesis));
        // Trials with fewest labels left are nearest to a contradiction, and settle
        // most others if they meet none.
        trials.sort_by_cached_key(|(_, closure)| closure.state().left.len());
        for index in 0..trials.len() {
            let (hypothesis, closure) = &mut trials[index];
            if !untried.contains(*hypothesis) {
                continue;
            }
            closure.restrict(&main.left);
            if !closure.close(kernel, length, &nothing, survey, budget)? {
                return Ok(Some(trials.swap_remove(index).0));
            }
            untried.subtract(&closure.state().values);
        }
        for hypothesis in main.candidates().iter() {
            if !untried.contains(hypothesis) {
                continue;
            }
            let mut start = main.clone();
            kernel.assert(&mut start, hypothesis);
            let mut closure = BraidClosure::new(start);
            if !closure.close(kernel, length, &nothing, survey, budget)? {
                return Ok(Some(hypothesis));
            }
            untried.subtract(&closure.state().values);
            trials.push((hypothesis, closure));
        }
        Ok(None)
    }
}
