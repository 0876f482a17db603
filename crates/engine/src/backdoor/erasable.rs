//! Erasable candidates (manual 3.8): those that one chain of a kind, up to a length,
//! eliminates in a state.

use std::fmt;
use std::str::FromStr;

use crate::kernel::Kernel;
use crate::rules::braid::Braids;
use crate::rules::budget::{Budget, OutOfBudget};
use crate::rules::reversible::{ChainClass, ReversibleChains};
use crate::rules::whip::{FoundWhip, Whips};
use gradus_csp::{Label, Labels, State};
use gradus_path::{Family, PathTheory, Special};

/// The chains that make steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ChainKind {
    /// Bivalue chains.
    Bivalue,
    /// z-chains, which include bivalue chains.
    Z,
    /// Whips, which include z-chains.
    Whip,
}

impl ChainKind {
    /// All of them, each part of the next.
    pub const ALL: [ChainKind; 3] = [ChainKind::Bivalue, ChainKind::Z, ChainKind::Whip];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ChainKind::Bivalue => "bc",
            ChainKind::Z => "z",
            ChainKind::Whip => "whips",
        }
    }

    /// The name of these chains.
    pub fn plural(self) -> &'static str {
        match self {
            ChainKind::Bivalue => "bivalue chains",
            ChainKind::Z => "z-chains",
            ChainKind::Whip => "whips",
        }
    }

    /// The theory of paths that has them.
    pub fn theory(self) -> PathTheory {
        match self {
            ChainKind::Bivalue => PathTheory::Special(Special::BivChains),
            ChainKind::Z => PathTheory::Special(Special::ZChains),
            ChainKind::Whip => PathTheory::Chains(Family::WHIP),
        }
    }
}

impl fmt::Display for ChainKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for ChainKind {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let mut all = ChainKind::ALL.into_iter();
        let named = all.find(|kind| kind.word().eq_ignore_ascii_case(word));
        named.ok_or_else(|| format!("no chains are called {word:?}: give bc, z or whips"))
    }
}

/// A candidate that can be erased, and the length of a shortest chain that does it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Erasable {
    /// The length of the chain.
    pub length: usize,
    /// The candidate.
    pub label: Label,
}

/// The search for erasable candidates.
pub struct Erasables<'a, K: Kernel> {
    kernel: &'a K,
    kind: ChainKind,
    max_length: usize,
    budget: u64,
}

impl<'a, K: Kernel> Erasables<'a, K> {
    /// By chains of a kind up to a length, with this many search nodes for each candidate.
    pub fn new(kernel: &'a K, kind: ChainKind, max_length: usize, budget: u64) -> Self {
        Erasables {
            kernel,
            kind,
            max_length,
            budget,
        }
    }

    /// The candidates among these that can be erased, in the order of the labels. The state
    /// must be closed under whips\[1\].
    pub fn of(&self, state: &State<K::Set>, among: &K::Set) -> Result<Vec<Erasable>, OutOfBudget> {
        let mut found = Vec::new();
        let mut chains = ReversibleChains::new(self.kernel.model(), state);
        for label in among.iter() {
            let length = match self.kind {
                ChainKind::Bivalue => chains.shortest(ChainClass::Bivalue, label, self.max_length),
                ChainKind::Z => chains.shortest(ChainClass::Z, label, self.max_length),
                ChainKind::Whip => self.shortest_whip(state, label)?,
            };
            found.extend(length.map(|length| Erasable { length, label }));
        }
        if chains.gave_up() {
            Err(OutOfBudget)
        } else {
            Ok(found)
        }
    }

    fn shortest_whip(
        &self,
        state: &State<K::Set>,
        target: Label,
    ) -> Result<Option<usize>, OutOfBudget> {
        let mut budget = Budget::new(self.budget);
        let mut braids = Braids::<K, false>::new(self.kernel, &mut budget);
        for length in 2..=self.max_length {
            // Whips are braids.
            if braids.exists(state, target, length)? {
                let mut whips = Whips::<K, false>::new(self.kernel, &mut budget);
                let found = whips.shortest(state, target, self.max_length)?;
                return Ok(match found {
                    FoundWhip::Whip(objects) => Some(objects.len() + 1),
                    FoundWhip::Never | FoundWhip::NotUpTo(_) => None,
                });
            }
            if !braids.is_refutable(state, target) {
                return Ok(None);
            }
        }
        Ok(None)
    }
}
