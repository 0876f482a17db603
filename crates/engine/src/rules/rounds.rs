//! A lower bound for chains: rounds that assert all forced objects at once.
//!
//! One object after the other cannot go faster than all of them together: if k
//! rounds do not leave a variable empty, no k objects do.

use crate::kernel::Kernel;
use gradus_csp::{Label, Labels, State};

/// What rounds say about a partial chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// As many rounds as asked for leave a variable empty.
    Open,
    /// More rounds would be needed.
    TooFar,
    /// No number of rounds leaves a variable empty.
    Closed,
}

/// Whether at most `steps` rounds leave a variable empty. `forced` are the
/// labels to assert first; those in `excluded` are never asserted. With
/// `GROUPS`, g-candidates are asserted as well.
pub fn outlook<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    left: &K::Set,
    forced: &K::Set,
    excluded: &K::Set,
    steps: usize,
) -> Outlook {
    let mut left = left.clone();
    let mut forced = forced.clone();
    let mut done = excluded.clone();
    for _ in 0..steps {
        let grouped = GROUPS.then(|| kernel.whip1_targets(&left));
        if forced.is_empty() && grouped.as_ref().is_none_or(Labels::is_empty) {
            return Outlook::Closed;
        }
        let before = left.clone();
        kernel.strike_all(&mut left, &forced);
        if let Some(targets) = grouped {
            left.subtract(&targets);
        }
        // What was alone before is done, or excluded.
        let scan = kernel.rescan(&before, &forced, &left);
        if scan.empty {
            return Outlook::Open;
        }
        done.unite(&forced);
        forced = scan.singles.without(&done);
    }
    Outlook::TooFar
}

/// Whether rounds, less than `length`, leave a variable empty once a target is
/// asserted: if they do not, the target has no chain up to this length.
pub fn refutes<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    target: Label,
    length: usize,
) -> Outlook {
    let mut left = state.left.clone();
    kernel.strike(&mut left, target);
    let mut done = state.values.clone();
    done.insert(target);
    let scan = kernel.rescan(&state.left, &state.values, &left);
    if scan.empty {
        return Outlook::Open;
    }
    let forced = scan.singles.without(&done);
    outlook::<K, false>(kernel, &left, &forced, &done, length - 1)
}
