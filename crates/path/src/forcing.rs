//! Forcing whips: one of the candidates of a variable is true, and for each of
//! them, a partial whip leads from it to a right-linking candidate that contradicts
//! the targets. Manual of CSP-Rules, 3.3.

use gradus_csp::Label;
use serde::{Deserialize, Serialize};

use super::chain::ChainLink;
use super::terms::{Object, Resolved, Terms, Text};

/// A forcing whip: a partial whip from every candidate of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Forcing<T: Terms = Resolved> {
    /// The name of the rule: `forcing-whip[5]`.
    pub rule: T::Rule,
    /// The variable: it has two candidates, or three in a forcing3-whip.
    pub variable: T::Variable,
    /// A branch for each of its candidates.
    pub branches: Vec<Branch<T>>,
    /// The candidates that it eliminates, each linked to the ends of all branches.
    /// If all branches have the same end, that candidate is true and eliminates
    /// the candidates linked to it.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

/// A partial whip on a candidate; without links, just the candidate.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Branch<T: Terms = Resolved> {
    /// The candidate.
    pub start: T::Label,
    /// The links, all with a right-linking candidate.
    pub links: Vec<ChainLink<T>>,
}

impl Branch {
    /// The last right-linking candidate, or the start of a branch without links, or
    /// `None` if the last link has no right-linking candidate.
    pub fn end(&self) -> Option<Label> {
        match self.links.last() {
            None => Some(self.start),
            Some(link) => match link.rlo {
                Some(Object::Label(rlc)) => Some(rlc),
                _ => None,
            },
        }
    }
}

impl<T: Terms> Forcing<T> {
    /// Number of variables: one, plus those of the branches.
    pub fn length(&self) -> usize {
        let links = self.branches.iter().map(|branch| branch.links.len());
        1 + links.sum::<usize>()
    }
}
