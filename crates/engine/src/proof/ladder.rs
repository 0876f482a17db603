//! The levels of a ladder of trials: the theories inside the trials, and their depths.

use std::fmt;

use crate::kernel::Kernel;
use crate::rules::subset::LARGEST;
use crate::rules::{BraidTheory, Brt, SFin, Subsets, Theory, Whips1, WithBelts};
use gradus_path::{Family, Ladder, PathTheory};

/// The theory inside trials.
#[derive(Clone, Copy, Debug)]
pub(super) enum InnerTheory {
    /// W₁.
    Whips1,
    /// S_p.
    Subsets(usize),
    /// S_4Fin.
    Finned,
    /// S_4Fin + x2y2.
    Belts,
    /// B_p; B_0 is BRT.
    Braids(usize),
}

impl InnerTheory {
    /// The theories and depths of the levels up to the last one. Those with braids begin at 1.
    pub(super) fn levels(ladder: Ladder, last: usize) -> Vec<(InnerTheory, usize)> {
        let level = |level| match ladder {
            Ladder::Depths => (InnerTheory::Braids(0), level),
            Ladder::GDepths => (InnerTheory::Whips1, level),
            Ladder::Fish if level == Ladder::FINNED => (InnerTheory::Finned, 1),
            Ladder::Fish if level >= Ladder::BELTS => (InnerTheory::Belts, 1),
            Ladder::Subsets | Ladder::Fish => (InnerTheory::Subsets(level), 1),
            Ladder::Braids { depth } => (InnerTheory::Braids(level), depth),
        };
        let first = matches!(ladder, Ladder::Depths | Ladder::Braids { .. });
        (first.into()..=last).map(level).collect()
    }

    /// The theory of its paths, and how long their patterns may be.
    pub(super) fn path_theory(self) -> (PathTheory, usize) {
        match self {
            InnerTheory::Subsets(0) | InnerTheory::Braids(0) => (PathTheory::Brt, 0),
            InnerTheory::Whips1 | InnerTheory::Subsets(1) => (PathTheory::W1, 1),
            InnerTheory::Subsets(size) => (PathTheory::S, size),
            InnerTheory::Finned => (PathTheory::SFin, LARGEST),
            InnerTheory::Belts => (PathTheory::Belts, LARGEST),
            InnerTheory::Braids(length) => (PathTheory::Chains(Family::BRAID), length),
        }
    }

    /// The theory itself.
    pub(super) fn theory<K: Kernel>(self) -> Box<dyn Theory<K>> {
        match self {
            InnerTheory::Whips1 => Box::new(Whips1),
            InnerTheory::Subsets(size) => Box::new(Subsets(size)),
            InnerTheory::Finned => Box::new(SFin(LARGEST)),
            InnerTheory::Belts => Box::new(WithBelts(SFin(LARGEST))),
            InnerTheory::Braids(0) => Box::new(Brt),
            InnerTheory::Braids(length) => Box::new(BraidTheory { length }),
        }
    }
}

/// The name that the books use.
impl fmt::Display for InnerTheory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InnerTheory::Whips1 => f.write_str("W1"),
            InnerTheory::Subsets(size) => write!(f, "S{size}"),
            InnerTheory::Finned => write!(f, "S{LARGEST}Fin"),
            InnerTheory::Belts => write!(f, "S{LARGEST}Fin+x2y2"),
            InnerTheory::Braids(0) => f.write_str("BRT"),
            InnerTheory::Braids(length) => write!(f, "B{length}"),
        }
    }
}
