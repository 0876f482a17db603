//! A lower bound for chains: rounds that assert all forced objects at once.
//!
//! One object after the other cannot go faster than all of them together: if k
//! rounds do not leave a variable empty, no k objects do.

use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};

/// The verdict of rounds on a partial chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainOutlook {
    /// The requested number of rounds leave a variable empty.
    Open,
    /// More rounds would be needed.
    TooFar,
    /// No number of rounds leaves a variable empty.
    Closed,
}

/// Tests if at most `steps` rounds leave a variable empty. `forced` are the labels to assert first;
/// those in `excluded` are never asserted. With `GROUPS`, g-candidates are asserted as well.
pub(crate) fn outlook<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    left: &K::Set,
    forced: &K::Set,
    excluded: &K::Set,
    steps: usize,
) -> ChainOutlook {
    let mut left = left.clone();
    let mut forced = forced.clone();
    let mut done = excluded.clone();
    for _ in 0..steps {
        let grouped = GROUPS.then(|| kernel.whip1_targets(&left));
        if forced.is_empty() && grouped.as_ref().is_none_or(Labels::is_empty) {
            return ChainOutlook::Closed;
        }
        let before = left.clone();
        kernel.strike_all(&mut left, &forced);
        if let Some(targets) = grouped {
            left.subtract(&targets);
        }
        // Labels that were alone before are done or excluded.
        let scan = kernel.rescan(&before, &forced, &left);
        if scan.empty {
            return ChainOutlook::Open;
        }
        done.unite(&forced);
        forced = scan.singles.without(&done);
    }
    ChainOutlook::TooFar
}

/// Tests if fewer than `length` rounds leave a variable empty once a target is asserted. If
/// they do not, the target has no chain up to this length.
pub(crate) fn refutes<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    length: usize,
) -> ChainOutlook {
    let trial = kernel.asserted(state, target);
    let scan = kernel.rescan(&state.left, &state.values, &trial.left);
    if scan.empty {
        return ChainOutlook::Open;
    }
    let forced = scan.singles.without(&trial.values);
    outlook::<K, false>(kernel, &trial.left, &forced, &trial.values, length - 1)
}
