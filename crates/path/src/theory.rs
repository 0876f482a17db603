//! The theories in which a resolution path can be requested: Singles, whips\[1\],
//! Subsets, Subsets with finned fish and with belts, the four families of chains,
//! special chains and forcing whips, Subsets with chains, whips and OR_k-whips
//! with all these, and Trial and Error over some of them. PBCS 4.3, 4.6, 5.5, 7.5,
//! 8.3 and 9.6; manual of CSP-Rules 14.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::family::Family;
use super::ladder::Ladder;
use super::special::Special;

/// The set of rules that a path may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathTheory {
    /// Singles.
    Brt,
    /// Singles and whips\[1\].
    W1,
    /// Subsets, with Singles and whips\[1\].
    S,
    /// Subsets and finned fish.
    SFin,
    /// Subsets, finned fish and x2y2-belts.
    Belts,
    /// Chains of a family.
    Chains(Family),
    /// Special chains, or whips with forcing whips.
    Special(Special),
    /// Subsets and chains of a family, side by side.
    SubsetsAnd(Family),
    /// Subsets, finned fish, whips and OR_k-whips, with these impossible patterns.
    OrWhips(Patterns),
    /// Trial and Error, with the rules inside its trials.
    Trials(Ladder),
}

/// The impossible patterns that assert OR_k relations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Patterns {
    /// Anti-tridagons.
    Tridagons,
    /// Anti-tridagons and other given patterns.
    Given,
}

/// The error for an unknown theory.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown theory {0:?} (expected one of {names})", names = PathTheory::names())]
pub struct UnknownTheory(pub String);

const FAMILIES: [Family; 4] = [Family::WHIP, Family::BRAID, Family::GWHIP, Family::GBRAID];

/// The letters of a theory of chains.
fn letters(family: Family) -> &'static str {
    match (family.braid, family.groups) {
        (false, false) => "W",
        (true, false) => "B",
        (false, true) => "gW",
        (true, true) => "gB",
    }
}

impl PathTheory {
    /// All theories of rules without trials.
    pub fn all() -> impl Iterator<Item = PathTheory> {
        let few = [
            PathTheory::Brt,
            PathTheory::W1,
            PathTheory::S,
            PathTheory::SFin,
            PathTheory::Belts,
        ];
        few.into_iter()
            .chain(FAMILIES.map(PathTheory::Chains))
            .chain(Special::ALL.map(PathTheory::Special))
            .chain(FAMILIES.map(PathTheory::SubsetsAnd))
            .chain([PathTheory::OrWhips(Patterns::Tridagons)])
    }

    /// Their names, separated by commas.
    pub(crate) fn names() -> String {
        let names: Vec<String> = Self::all().map(|theory| theory.to_string()).collect();
        names.join(", ")
    }

    /// A short description.
    pub fn meaning(self) -> String {
        match self {
            PathTheory::Brt => "Singles".to_string(),
            PathTheory::W1 => "Singles and whips[1]".to_string(),
            PathTheory::S => "Subsets".to_string(),
            PathTheory::SFin => "Subsets and finned fish".to_string(),
            PathTheory::Belts => "Subsets, finned fish and belts".to_string(),
            PathTheory::Chains(family) => family.plural().to_string(),
            PathTheory::Special(special) => special.plural().to_string(),
            PathTheory::SubsetsAnd(family) => format!("Subsets and {}", family.plural()),
            PathTheory::OrWhips(Patterns::Tridagons) => {
                "Subsets, finned fish, tridagons, whips and OR_k-whips".to_string()
            }
            PathTheory::OrWhips(Patterns::Given) => {
                "the same with given impossible patterns".to_string()
            }
            PathTheory::Trials(ladder) => format!("the trials of {ladder}"),
        }
    }

    /// The family of its chains longer than 1, if it is one of the four.
    pub fn chains(self) -> Option<Family> {
        match self {
            PathTheory::Brt | PathTheory::W1 => None,
            PathTheory::S | PathTheory::SFin | PathTheory::Belts => None,
            PathTheory::Trials(Ladder::Braids { .. }) => Some(Family::BRAID),
            PathTheory::Special(_) | PathTheory::Trials(_) => None,
            PathTheory::Chains(family) | PathTheory::SubsetsAnd(family) => Some(family),
            PathTheory::OrWhips(_) => Some(Family::WHIP),
        }
    }

    /// Returns true if all orders of its rules lead to the same end (PBCS 4.5), or
    /// nearly: the Subsets that the book misses are ignored.
    pub fn is_confluent(self) -> bool {
        match self {
            PathTheory::Chains(family) | PathTheory::SubsetsAnd(family) => family.braid,
            PathTheory::Special(special) => {
                matches!(special, Special::BivChains | Special::ZChains)
            }
            PathTheory::Belts | PathTheory::OrWhips(_) => false,
            PathTheory::Trials(Ladder::Fish) => false,
            PathTheory::Brt | PathTheory::W1 | PathTheory::S | PathTheory::SFin => true,
            PathTheory::Trials(_) => true,
        }
    }

    /// Returns true if it has Subsets.
    pub fn has_subsets(self) -> bool {
        let alone = self == PathTheory::S || self == PathTheory::Trials(Ladder::Subsets);
        alone || self.has_finned_fish() || matches!(self, PathTheory::SubsetsAnd(_))
    }

    /// Returns true if it has finned fish.
    pub fn has_finned_fish(self) -> bool {
        self == PathTheory::SFin || self.has_belts() || self.has_relations()
    }

    /// Returns true if it has OR_k relations.
    pub fn has_relations(self) -> bool {
        matches!(self, PathTheory::OrWhips(_))
    }

    /// Returns true if it has belts.
    pub fn has_belts(self) -> bool {
        [PathTheory::Belts, PathTheory::Trials(Ladder::Fish)].contains(&self)
    }
}

/// The name used in the books.
impl fmt::Display for PathTheory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathTheory::Brt => f.write_str("BRT"),
            PathTheory::W1 => f.write_str("W1"),
            PathTheory::S => f.write_str("S"),
            PathTheory::SFin => f.write_str("SFin"),
            PathTheory::Belts => f.write_str("SFin+x2y2"),
            PathTheory::Chains(family) => f.write_str(letters(*family)),
            PathTheory::Special(special) => special.fmt(f),
            PathTheory::SubsetsAnd(family) => write!(f, "S+{}", letters(*family)),
            PathTheory::OrWhips(Patterns::Tridagons) => f.write_str("Trid-OR5W"),
            PathTheory::OrWhips(Patterns::Given) => f.write_str("Imp-OR5W"),
            PathTheory::Trials(ladder) => ladder.fmt(f),
        }
    }
}

/// Parses the name, ignoring case.
impl FromStr for PathTheory {
    type Err = UnknownTheory;

    fn from_str(word: &str) -> Result<Self, UnknownTheory> {
        let trials = Ladder::ALL.into_iter().map(PathTheory::Trials);
        let given = [PathTheory::OrWhips(Patterns::Given)];
        let mut theories = Self::all().chain(given).chain(trials);
        let named = theories.find(|theory| theory.to_string().eq_ignore_ascii_case(word));
        named.ok_or_else(|| UnknownTheory(word.to_string()))
    }
}
