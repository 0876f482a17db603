//! No-step theories: applied to quiescence after each step, and not counted as steps; and
//! anti-backdoors (manual 3.8): candidates whose deletion lets a no-step theory solve, and pairs
//! of candidates whose deletion together does.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::kernel::Kernel;
use crate::rules::closure::RememberedSubsets;
use crate::rules::{Brt, Theory, Whips1};
use gradus_csp::{Label, Labels, State};

/// A theory whose steps are not counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoStep {
    /// Singles.
    Brt,
    /// Singles and whips\[1\].
    W1,
    /// With Subsets of size 2.
    S2,
    /// With Subsets up to size 3.
    S3,
    /// With Subsets of all sizes.
    S,
}

/// A word that names no such theory.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown theory {0:?} (expected brt, w1, s2, s3 or s)")]
pub struct UnknownNoStep(String);

impl NoStep {
    /// All of them, each part of the next.
    pub const ALL: [NoStep; 5] = [NoStep::Brt, NoStep::W1, NoStep::S2, NoStep::S3, NoStep::S];

    /// The size of its Subsets: 1 for whips\[1\], 0 for Singles.
    pub fn size(self) -> usize {
        self as usize
    }

    /// Returns true if it can still do in every later state what it does in a state. The
    /// Subsets of size 4 that the book misses are a gap into which an elimination can lead.
    fn is_monotone(self) -> bool {
        self != NoStep::S
    }
}

impl fmt::Display for NoStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            NoStep::Brt => "BRT",
            NoStep::W1 => "W1",
            NoStep::S2 => "S2",
            NoStep::S3 => "S3",
            NoStep::S => "S",
        })
    }
}

impl FromStr for NoStep {
    type Err = UnknownNoStep;

    fn from_str(word: &str) -> Result<Self, UnknownNoStep> {
        let mut all = NoStep::ALL.into_iter();
        let named = all.find(|theory| theory.to_string().eq_ignore_ascii_case(word));
        named.ok_or_else(|| UnknownNoStep(word.to_string()))
    }
}

/// States modulo a no-step theory.
pub struct Modulo<'a, K: Kernel> {
    pub(crate) kernel: &'a K,
    no_step: NoStep,
    /// The only solution.
    pub(super) truth: &'a K::Set,
    theory: Box<dyn Theory<K> + 'a>,
}

impl<'a, K: Kernel> Modulo<'a, K> {
    /// Modulo this theory, for a puzzle with this one solution.
    pub fn new(kernel: &'a K, no_step: NoStep, truth: &'a K::Set) -> Self {
        let theory: Box<dyn Theory<K> + 'a> = match no_step {
            NoStep::Brt => Box::new(Brt),
            NoStep::W1 => Box::new(Whips1),
            NoStep::S2 | NoStep::S3 | NoStep::S => {
                Box::new(RememberedSubsets::new(kernel, no_step.size()))
            }
        };
        Modulo {
            kernel,
            no_step,
            truth,
            theory,
        }
    }

    /// Applies the theory until nothing changes. Returns false if the state is contradictory.
    pub fn close(&self, state: &mut State<K::Set>) -> bool {
        self.theory.close(self.kernel, state)
    }

    /// The candidates of a state that are not in the solution.
    pub(crate) fn false_candidates(&self, state: &State<K::Set>) -> K::Set {
        state.candidates().without(self.truth)
    }

    /// The state that a true candidate leads to.
    pub(super) fn with(&self, state: &State<K::Set>, label: Label) -> State<K::Set> {
        let mut next = self.kernel.asserted(state, label);
        self.close(&mut next);
        next
    }

    /// The state that the deletion of a false candidate leads to.
    pub(crate) fn without(&self, state: &State<K::Set>, label: Label) -> State<K::Set> {
        let mut next = state.clone();
        next.eliminate(label);
        self.close(&mut next);
        next
    }

    /// The false candidates among these whose deletion alone lets the theory solve a closed
    /// state.
    pub(super) fn solving(&self, state: &State<K::Set>, mut open: K::Set) -> K::Set {
        let mut solving = self.kernel.none();
        while let Some(label) = { open.iter().next() } {
            open.remove(label);
            let end = self.without(state, label);
            if end.is_decided() {
                solving.insert(label);
            } else if self.no_step.is_monotone() {
                // The deletion of any candidate gone now leads to no more than this one.
                open.intersect(&end.left);
            }
        }
        solving
    }

    /// The anti-backdoors in a state that is closed under the theory.
    pub fn anti_backdoors(&self, state: &State<K::Set>) -> K::Set {
        self.solving(state, self.false_candidates(state))
    }

    /// The pairs of false candidates whose deletion together lets the theory solve, each once,
    /// in the order of the labels. As in the manual, an anti-backdoor makes a pair with every
    /// other candidate.
    pub fn anti_backdoor_pairs(&self, state: &State<K::Set>) -> Vec<(Label, Label)> {
        let alone = self.anti_backdoors(state);
        let mut rest = self.false_candidates(state);
        let mut pairs = Vec::new();
        for first in rest.clone().iter() {
            rest.remove(first);
            let mut second = rest.clone();
            if !alone.contains(first) {
                let after = self.without(state, first);
                let mut open = rest.without(&alone);
                open.intersect(&after.left);
                second = self.solving(&after, open);
                second.unite(&rest.and(&alone));
            }
            pairs.extend(second.iter().map(|second| (first, second)));
        }
        pairs
    }
}
