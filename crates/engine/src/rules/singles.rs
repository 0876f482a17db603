//! The weakest theories.
//!
//! BRT, the basic resolution theory: a label alone in one of its variables is asserted (Single),
//! what it is linked to is eliminated (ECP), an empty variable is a contradiction (CD). PBCS 4.3.
//!
//! W₁, the theory of whips of length 1: a candidate linked to all the candidates of a variable
//! that is not its own is false. PBCS 5.2 and 7.1.3; W₁ = B₁ is stable for confluence.

use super::Theory;
use crate::kernel::Kernel;
use crate::kernel::slices::{Inside, close_trials};
use gradus_csp::{Labels, RuleLevel, State};

/// Singles in the variables of all kinds, to quiescence.
#[derive(Clone, Copy, Debug)]
pub struct Brt;

impl<K: Kernel> Theory<K> for Brt {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        kernel.close_singles(state)
    }

    fn close_trials(
        &self,
        kernel: &K,
        state: &mut State<K::Set>,
        depth: usize,
        skipped: &K::Set,
    ) -> Option<bool> {
        // One refutation often settles an easy state, so that all trials at once
        // pay only for deep ones.
        match depth {
            1 => None,
            _ if kernel.has_specific_rules() => None,
            _ => close_trials(kernel.model(), state, Inside::Singles, depth, skipped),
        }
    }
}

/// Singles and whips\[1\], to quiescence.
#[derive(Clone, Copy, Debug)]
pub struct Whips1;

impl<K: Kernel> Theory<K> for Whips1 {
    fn close(&self, kernel: &K, state: &mut State<K::Set>) -> bool {
        while kernel.close_singles(state) {
            let targets = kernel.whip1_targets(&state.left);
            if !targets.is_empty() {
                state.left.subtract(&targets);
            } else if !kernel.apply_specific(RuleLevel::Whips1, state) {
                return true;
            }
        }
        false
    }

    fn close_trials(
        &self,
        kernel: &K,
        state: &mut State<K::Set>,
        depth: usize,
        skipped: &K::Set,
    ) -> Option<bool> {
        if kernel.has_specific_rules() {
            return None;
        }
        close_trials(kernel.model(), state, Inside::Whips1, depth, skipped)
    }
}

/// The states of a puzzle before any rule but Singles and whips\[1\].
#[derive(Clone, Debug)]
pub(crate) struct Beginnings<S> {
    /// With the givens.
    pub initial: State<S>,
    /// Closed under Singles.
    pub brt: State<S>,
    /// Closed under whips\[1\].
    pub w1: State<S>,
}

impl<S: Labels> Beginnings<S> {
    /// The first states of a puzzle with one solution, from the state with its givens.
    pub(crate) fn new<K: Kernel<Set = S>>(kernel: &K, initial: State<S>) -> Self {
        let mut brt = initial.clone();
        Brt.close(kernel, &mut brt);
        let mut w1 = brt.clone();
        Whips1.close(kernel, &mut w1);
        Beginnings { initial, brt, w1 }
    }
}
