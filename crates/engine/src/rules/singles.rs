//! BRT, the basic resolution theory: a label alone in one of its variables is
//! asserted (Single), what it is linked to is eliminated (ECP), an empty
//! variable is a contradiction (CD). PBCS 4.3.

use super::Theory;
use crate::kernel::Kernel;
use crate::kernel::slices::{Inside, close_trials};
use gradus_csp::State;

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
