//! Which targets rounds of Singles refute, all of them at once: far less work than
//! one after the other ([`super::rounds`]).

use crate::kernel::Kernel;
use crate::kernel::slices::{CandidateTable, Rounds};
use gradus_csp::{Label, State};

/// A look at all targets of states that follow one another.
#[derive(Default)]
pub(crate) struct Survey {
    rounds: Rounds,
    /// The candidates of the last state or of an earlier one.
    frame: Option<CandidateTable>,
}

impl Survey {
    /// Of some candidates, those that rounds, less than `length`, refute: the others have no chain
    /// up to this length. Each state must come from the one before, and be closed under Singles.
    pub(crate) fn refuted<K: Kernel>(
        &mut self,
        kernel: &K,
        state: &State<K::Set>,
        tried: &K::Set,
        length: usize,
    ) -> K::Set {
        let refuted = self.rounds(kernel, state, tried, length - 1);
        kernel.set_of(refuted.into_iter().map(|(label, _)| label))
    }

    /// The same with the number of rounds, up to a limit.
    pub(crate) fn rounds<K: Kernel>(
        &mut self,
        kernel: &K,
        state: &State<K::Set>,
        tried: &K::Set,
        limit: usize,
    ) -> Vec<(Label, usize)> {
        let frame = &mut self.frame;
        (self.rounds).refutations(frame, kernel.model(), state, tried, limit)
    }
}
