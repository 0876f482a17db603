//! Braids up to a length, as far as trials by Singles show them: they need no search and take a
//! fraction of the time.
//!
//! Nearly all candidates go because their trials have few Singles
//! ([`crate::kernel::slices::close_short_trials`]). For the others the Singles are counted on
//! which a contradiction depends ([`crate::rules::trace`]), and only where that helps none of them
//! are Singles left out one by one.

use crate::kernel::Kernel;
use crate::kernel::slices::{Deeper, HeldBack, Short, close_short_trials};
use crate::rules::trace::TrialTracer;
use crate::rules::{Brt, Theory, Whips1};
use crate::te::{DepthSearch, Over};
use gradus_csp::{Label, Labels, State};

/// The result of trials in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traced {
    /// It is decided.
    Decided,
    /// It is not; there may be braids that trials do not show.
    Open,
    /// No T&E(1) decides it.
    Deeper,
}

/// Eliminates targets of braids up to a length, at least 2, from a state closed under
/// whips\[1\]. A state that T&E(1) over Singles or over whips\[1\] does not decide is
/// left as soon as that is known.
pub(super) fn close_traced<K: Kernel>(
    kernel: &K,
    state: &mut State<K::Set>,
    truth: &K::Set,
    length: usize,
    over: Over,
) -> Traced {
    let mut closer = TrialInspector::new(kernel, length);
    let mut is_asked = over == Over::Singles;
    let mut is_deeper = false;
    let deeper = match over {
        Over::Singles => Deeper::Left,
        Over::Whips1 => Deeper::Taken,
    };
    let mut look = |is_asked: &mut bool, state: &State<K::Set>, held: &[HeldBack]| {
        if !std::mem::replace(is_asked, true) {
            is_deeper = !is_solved(kernel, state, truth, over);
        }
        if is_deeper {
            None
        } else {
            closer.target(state, held)
        }
    };
    // A braid has one variable more than Singles.
    let short = close_short_trials(kernel.model(), state, length - 1, deeper, |state, held| {
        look(&mut is_asked, state, held)
    });
    if short.is_none() {
        is_asked = false;
        one_by_one(kernel, state, truth, |state, held| {
            look(&mut is_asked, state, held)
        });
    }
    if is_deeper || short == Some(Short::Deeper) {
        return Traced::Deeper;
    }
    if !state.is_decided() {
        Whips1.close(kernel, state);
    }
    if state.is_decided() {
        Traced::Decided
    } else {
        Traced::Open
    }
}

/// Returns true if T&E(1) decides a state.
pub(super) fn is_solved<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    truth: &K::Set,
    over: Over,
) -> bool {
    let state = state.clone();
    let depth = match over {
        Over::Singles => DepthSearch::new(Brt, state).up_to(kernel, truth, 1),
        Over::Whips1 => DepthSearch::new(Whips1, state).up_to(kernel, truth, 1),
    };
    depth.is_some()
}

/// The same for states with too many candidates to try all of them at once.
fn one_by_one<K: Kernel>(
    kernel: &K,
    state: &mut State<K::Set>,
    truth: &K::Set,
    mut more: impl FnMut(&State<K::Set>, &[HeldBack]) -> Option<Label>,
) {
    while !state.is_decided() {
        let tried = state.candidates().without(truth);
        let held = |label: Label| HeldBack { singles: 0, label };
        let held: Vec<HeldBack> = tried.iter().map(held).collect();
        let Some(target) = more(state, &held) else {
            return;
        };
        state.eliminate(target);
        Whips1.close(kernel, state);
    }
}

/// Looks closer at candidates that trials refute with many Singles.
struct TrialInspector<'a, S> {
    trials: TrialTracer<'a, S>,
    length: usize,
    /// How often each label was looked at, and the length of its last braid.
    known: Vec<(u32, usize)>,
    order: Vec<(u32, usize, Label)>,
}

impl<'a, S: Labels> TrialInspector<'a, S> {
    fn new<K: Kernel<Set = S>>(kernel: &'a K, length: usize) -> Self {
        let model = kernel.model();
        TrialInspector {
            trials: TrialTracer::new(model, kernel.none()),
            length,
            known: vec![(0, 0); model.label_count()],
            order: Vec::new(),
        }
    }

    /// The target of a braid among those held, those first that were looked at least.
    fn target(&mut self, state: &State<S>, held: &[HeldBack]) -> Option<Label> {
        self.trials.enter(state);
        let known = &self.known;
        let in_turn = |held: &HeldBack| {
            let (looks, length) = known[held.label.index()];
            (looks, length.max(held.singles), held.label)
        };
        self.order.clear();
        self.order.extend(held.iter().map(in_turn));
        self.order.sort_unstable();
        for &(looks, _, label) in &self.order {
            let Some(length) = self.trials.braid(state, label, self.length) else {
                continue;
            };
            if length <= self.length {
                return Some(label);
            }
            self.known[label.index()] = (looks + 1, length);
        }
        self.order
            .sort_unstable_by_key(|&(_, _, label)| self.known[label.index()].1);
        let near = self.order.iter().map(|&(_, _, label)| label);
        for label in near {
            let found = self.trials.shortened(state, label, self.length);
            if found.is_some_and(|length| length <= self.length) {
                return Some(label);
            }
        }
        None
    }
}
