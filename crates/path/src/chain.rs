//! Chain patterns in full: the variables with their left-linking candidates and
//! right-linking objects, so that a chain can be printed and checked without a
//! search. PBCS 5.2 to 5.4 and 7.2 to 7.4.

use serde::{Deserialize, Serialize};

use super::terms::{Resolved, Terms, Text};

/// One variable of a chain. Its other candidates are z-candidates, linked to the
/// target, and t-candidates, linked to an earlier right-linking object; they are
/// not part of the chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct ChainLink<T: Terms = Resolved> {
    /// The CSP variable.
    pub variable: T::Variable,
    /// The left-linking candidate.
    #[serde(rename = "left")]
    pub llc: T::Label,
    /// The right-linking object; in the last link only bivalue chains have one.
    #[serde(rename = "right", default, skip_serializing_if = "Option::is_none")]
    pub rlo: Option<T::Object>,
}

/// A chain: a proof that its targets are false.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Chain<T: Terms = Resolved> {
    /// The rule; a record states its length too: `whip[4]`.
    pub rule: T::ChainRule,
    /// The variables, in order.
    pub links: Vec<ChainLink<T>>,
    /// The candidates that it eliminates; it must be a valid chain for each of them.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

impl<T: Terms> Chain<T> {
    /// Number of variables.
    pub fn length(&self) -> usize {
        self.links.len()
    }
}
