//! W₁, the theory of whips of length 1: a candidate linked to all the
//! candidates of a variable that is not its own is false. PBCS 5.2 and 7.1.3;
//! W₁ = B₁ is stable for confluence.

use super::Theory;
use crate::kernel::Kernel;
use crate::kernel::slices::{Inside, close_trials};
use gradus_csp::{Labels, RuleLevel, State};

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
