//! The four families of chains: whips and braids, with g-candidates and without;
//! and the one question that the ratings ask of them.

use std::fmt;

use super::braid::Braids;
use super::budget::{Budget, OutOfBudget};
use super::rule::Rule;
use super::whip::{Found, Whips};
use crate::csp::kernel::Kernel;
use crate::csp::model::Label;
use crate::csp::state::State;

/// A family of chains: continuous (whips) or not (braids), with g-candidates or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Family {
    /// Braids, not only whips.
    pub braid: bool,
    /// Right-linking g-candidates allowed.
    pub groups: bool,
}

impl Family {
    /// Whips, rating W.
    pub const WHIP: Family = Family {
        braid: false,
        groups: false,
    };
    /// Braids, rating B.
    pub const BRAID: Family = Family {
        braid: true,
        groups: false,
    };
    /// g-whips, rating gW.
    pub const GWHIP: Family = Family {
        braid: false,
        groups: true,
    };
    /// g-braids, rating gB.
    pub const GBRAID: Family = Family {
        braid: true,
        groups: true,
    };

    /// The braids that go with these chains.
    pub fn braided(self) -> Family {
        Family {
            braid: true,
            ..self
        }
    }

    /// The strongest family that is part of both.
    pub fn common(self, other: Family) -> Family {
        Family {
            braid: self.braid && other.braid,
            groups: self.groups && other.groups,
        }
    }

    /// The weakest family that has both.
    pub fn union(self, other: Family) -> Family {
        Family {
            braid: self.braid || other.braid,
            groups: self.groups || other.groups,
        }
    }
}

/// The name of its general chain.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Rule::from(*self).name())
    }
}

/// Whether there is a chain up to some length, or may be a longer one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is one.
    Yes,
    /// None up to the length asked for, nor a braid.
    NotYet,
    /// None of any length, nor a braid. Told only where it comes for little.
    Never,
    /// A braid, but no whip up to the length asked for.
    BraidOnly,
    /// A braid, but no whip of any length.
    BraidForEver,
}

/// From here on it pays to know which targets no chain of any length has.
pub const LONG: usize = 8;

/// Whether a family has a chain up to this length on a target of a state closed
/// under BRT.
pub fn search<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    family: Family,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Answer, OutOfBudget> {
    match family.groups {
        false => search_in::<K, false>(kernel, state, family.braid, target, length, budget),
        true => search_in::<K, true>(kernel, state, family.braid, target, length, budget),
    }
}

fn search_in<K: Kernel, const GROUPS: bool>(
    kernel: &K,
    state: &State<K::Set>,
    braid: bool,
    target: Label,
    length: usize,
    budget: &mut Budget,
) -> Result<Answer, OutOfBudget> {
    let mut braids = Braids::<K, GROUPS>::new(kernel, budget);
    if !braids.exists(state, target, length)? {
        let never = length > LONG && !braids.is_refutable(state, target);
        return Ok(if never { Answer::Never } else { Answer::NotYet });
    }
    if braid {
        return Ok(Answer::Yes);
    }
    // Where there is a braid, its objects most often make a whip as well.
    let objects = braids.found();
    let mut whips = Whips::<K, GROUPS>::new(kernel, budget);
    let mut found = whips.among(state, target, &objects)?;
    if !matches!(found, Found::Whip(_)) {
        found = whips.shortest(state, target, length)?;
    }
    Ok(match found {
        Found::Whip(_) => Answer::Yes,
        Found::NotUpTo(_) => Answer::BraidOnly,
        Found::Never => Answer::BraidForEver,
    })
}
