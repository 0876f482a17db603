//! OR_k relations and the patterns built on them: impossible patterns that assert
//! them, c-chains that split them, and whips with a relation in the place of one
//! variable. CSP-Rules manual, 3.5 and 14.

use gradus_csp::Label;
use serde::{Deserialize, Serialize};

use super::chain::ChainLink;
use super::terms::{Resolved, Terms, Text};

/// The name of the relations that anti-tridagons assert.
pub const TRIDAGON: &str = "Trid";

/// Maximum number of guardians in the relation of an OR_k-whip.
pub const MOST_GUARDIANS: usize = 5;

/// Maximum number of guardians of a relation that is split.
pub const MOST_SPLIT: usize = 12;

/// Maximum length of c-chains that split a relation.
pub const LONGEST_C_CHAIN: usize = 10;

/// The level of impossible patterns, which are searched for after Subsets of this size.
pub const PATTERN_LEVEL: usize = 3;

/// An OR_k relation: one of its k guardians is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// The name of the pattern that asserts it.
    pub pattern: String,
    /// The guardians that are still candidates, in ascending order.
    pub guardians: Vec<Label>,
}

impl Relation {
    /// Number of guardians.
    pub fn size(&self) -> usize {
        self.guardians.len()
    }
}

/// Variables that cannot all have one of certain labels as their value, so one of
/// their other candidates, the guardians, is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Impossible<T: Terms = Resolved> {
    /// The name of the rule: `Trid-OR3-relation`, or `Trid-elimination`.
    pub rule: T::Rule,
    /// The name of the pattern: `Trid`.
    pub pattern: String,
    /// The variables.
    #[serde(rename = "cells")]
    pub variables: Vec<T::Variable>,
    /// The labels inside the pattern.
    pub inside: Vec<T::Label>,
    /// The other candidates of the variables, in ascending order.
    pub guardians: Vec<T::Label>,
    /// If all guardians are of one variable, the labels of the pattern there, which are
    /// false; then no relation is asserted.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

/// The relation that it asserts.
impl From<&Impossible> for Relation {
    fn from(impossible: &Impossible) -> Relation {
        Relation {
            pattern: impossible.pattern.clone(),
            guardians: impossible.guardians.clone(),
        }
    }
}

/// A relation with two guardians that are both true or both false: it is replaced
/// by the two that lack one of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Split<T: Terms = Resolved> {
    /// The name of the rule: `Trid-OR7-splitting[2]`.
    pub rule: T::Rule,
    /// The name of the relation's pattern.
    pub pattern: String,
    /// The guardians of the relation.
    pub guardians: Vec<T::Label>,
    /// A c-chain from one of the guardians to the other: an odd number of candidates.
    #[serde(rename = "chain")]
    pub candidates: Vec<T::Label>,
    /// The variables whose two candidates are neighbours in the chain.
    pub variables: Vec<T::Variable>,
}

impl Split {
    /// The two relations that replace it.
    pub fn halves(&self) -> [Relation; 2] {
        let ends = [self.candidates.first(), self.candidates.last()];
        ends.map(|end| Relation {
            pattern: self.pattern.clone(),
            guardians: {
                let guardians = self.guardians.iter();
                guardians.copied().filter(|g| Some(g) != end).collect()
            },
        })
    }
}

/// A whip with a relation in the place of one variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct OrWhip<T: Terms = Resolved> {
    /// The name of the rule: `Trid-OR3-whip[4]`, or `Trid-OR3-ctr-whip[4]` if it ends
    /// in the relation.
    pub rule: T::Rule,
    /// The name of the relation's pattern.
    pub pattern: String,
    /// The links before the relation.
    pub before: Vec<ChainLink<T>>,
    /// The guardians of the relation.
    pub guardians: Vec<T::Label>,
    /// A guardian that is linked to the object just before the relation.
    pub left: T::Label,
    /// The only guardian not linked to anything before, or `None` at the end of the chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<T::Label>,
    /// The links after the relation.
    pub after: Vec<ChainLink<T>>,
    /// The candidates that it eliminates.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

impl OrWhip {
    /// Number of variables; the relation counts as one.
    pub fn length(&self) -> usize {
        self.before.len() + 1 + self.after.len()
    }
}
