//! States closed under whips up to a length, simplest first, and under braids.

use super::examination::Remainder;
use crate::kernel::Kernel;
use crate::kernel::slices::Rounds;
use crate::rules::braid::Braids;
use crate::rules::braid_theory::BraidClosure;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::whip::{FoundWhip, Whips};
use crate::rules::{Theory, Whips1};
use gradus_csp::{Label, Labels, State};

/// The candidates that whips leave, one elimination at a time, in a state closed under
/// whips\[1\]. The theory is not confluent: another order may leave something else.
pub(super) fn whips<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    irrefutable: &K::Set,
    max_length: usize,
    mut budget: Budget,
) -> Remainder {
    let mut state = state.clone();
    let mut length = 2;
    while length <= max_length && !state.is_decided() {
        let targets = state.candidates().without(irrefutable);
        let mut whip = |target: Label| {
            if Braids::<K, false>::new(kernel, &mut budget).exists(&state, target, length)? {
                let mut whips = Whips::<K, false>::new(kernel, &mut budget);
                let found = whips.shortest(&state, target, length)?;
                return Ok(matches!(found, FoundWhip::Whip(_)).then_some(target));
            }
            Ok(None)
        };
        match targets.iter().find_map(|target| whip(target).transpose()) {
            Some(Err(OutOfBudget)) => return Remainder::Stopped(state.candidate_count()),
            None => length += 1,
            Some(Ok(target)) => {
                state.eliminate(target);
                if !Whips1.close(kernel, &mut state) {
                    return Remainder::Contradiction;
                }
                length = 2;
            }
        }
    }
    Remainder::Candidates(state.candidate_count())
}

/// The candidates that braids leave.
pub(super) fn braids<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    irrefutable: &K::Set,
    max_length: usize,
    mut budget: Budget,
) -> Remainder {
    let mut closure = BraidClosure::new(state.clone());
    let mut survey = Rounds::default();
    match closure.close(kernel, max_length, irrefutable, &mut survey, &mut budget) {
        Ok(true) => Remainder::Candidates(closure.into_state().candidate_count()),
        Ok(false) => Remainder::Contradiction,
        Err(OutOfBudget) => Remainder::Stopped(closure.into_state().candidate_count()),
    }
}
