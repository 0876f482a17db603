//! The names of chain patterns and their precedence. Bivalue chains, z-chains
//! and t-whips are whips that are easier to see; at the same length they come
//! first, then whips whose variables are of one kind, whips, g-whips, braids and
//! g-braids. PBCS 5.2, 5.3 and 5.5.2; manual of CSP-Rules 4.1.2.

use std::fmt;

use super::family::Family;

/// A kind of chain; of chains of the same length, the lesser is the simpler.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChainRule {
    /// Every variable has two candidates, and the target is linked to both ends.
    BivChain,
    /// Other candidates are linked to the target.
    ZChain,
    /// Other candidates are linked to earlier right-linking candidates; those of
    /// the first variable, to the target.
    TWhip,
    /// A whip whose variables are all of one kind.
    TypedWhip,
    /// Other candidates are linked to the target or to earlier right-linking candidates.
    Whip,
    /// A whip with right-linking g-candidates.
    GWhip,
    /// A whip without continuity.
    Braid,
    /// A braid with right-linking g-candidates.
    GBraid,
}

impl ChainRule {
    /// All rules, simplest first.
    pub const ALL: [ChainRule; 8] = [
        ChainRule::BivChain,
        ChainRule::ZChain,
        ChainRule::TWhip,
        ChainRule::TypedWhip,
        ChainRule::Whip,
        ChainRule::GWhip,
        ChainRule::Braid,
        ChainRule::GBraid,
    ];

    /// The name used in the books; for a whip of one kind, the name of the kind is
    /// part of it ([`super::notation::rule_name`]).
    pub(crate) fn name(self) -> &'static str {
        match self {
            ChainRule::BivChain => "biv-chain",
            ChainRule::ZChain => "z-chain",
            ChainRule::TWhip => "t-whip",
            ChainRule::TypedWhip | ChainRule::Whip => "whip",
            ChainRule::GWhip => "g-whip",
            ChainRule::Braid => "braid",
            ChainRule::GBraid => "g-braid",
        }
    }
}

/// The general chain of a family.
impl From<Family> for ChainRule {
    fn from(family: Family) -> ChainRule {
        match (family.braid, family.groups) {
            (false, false) => ChainRule::Whip,
            (false, true) => ChainRule::GWhip,
            (true, false) => ChainRule::Braid,
            (true, true) => ChainRule::GBraid,
        }
    }
}

impl fmt::Display for ChainRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of its general chain.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ChainRule::from(*self).name())
    }
}
