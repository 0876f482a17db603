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
    /// Of some candidates, those that rounds, less than `length`, refute: the
    /// others have no chain up to this length. Each state must come from the one
    /// before, and be closed under Singles.
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
        refutations(
            &mut self.rounds,
            &mut self.frame,
            kernel,
            state,
            tried,
            limit,
        )
    }
}

/// The candidates among `tried` that at most `limit` rounds refute, each with the number of
/// rounds. `frame` is that of the state or of an earlier one.
pub(super) fn refutations<K: Kernel>(
    rounds: &mut Rounds,
    frame: &mut Option<CandidateTable>,
    kernel: &K,
    state: &State<K::Set>,
    tried: &K::Set,
    limit: usize,
) -> Vec<(Label, usize)> {
    // A frame with a few candidates too many will do.
    let count = state.candidate_count();
    let known = frame.take().filter(|frame| 8 * count >= 7 * frame.len());
    let frame = frame.insert(known.unwrap_or_else(|| CandidateTable::new(kernel.model(), state)));
    let mut found = Vec::new();
    rounds.of_each(frame, &state.left, tried, limit, |label, rounds| {
        found.push((label, rounds));
    });
    found
}
