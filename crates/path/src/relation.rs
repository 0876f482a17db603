//! OR_k relations and what is built on them: impossible patterns that assert them,
//! c-chains that split them, and whips with a relation in the place of one variable.
//! CSP-Rules manual, 3.5 and 14.

use gradus_csp::{Label, Variable};

use super::pattern::Step;

/// The name of the relations that anti-tridagons assert.
pub const TRIDAGON: &str = "Trid";

/// The most guardians that the relation of an OR_k-whip may have.
pub const MOST_GUARDIANS: usize = 5;

/// The most guardians of a relation that is split.
pub const MOST_SPLIT: usize = 12;

/// The longest c-chains that split a relation.
pub const LONGEST_C_CHAIN: usize = 10;

/// The level at which impossible patterns are sought, after Subsets of this size.
pub const PATTERN_LEVEL: usize = 3;

/// An OR_k relation: one of its k guardians is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// The name of the pattern that it comes from.
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

/// Variables that cannot all have one of certain labels as their value. So one of their
/// other candidates, the guardians, is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Impossible {
    /// What it asserts.
    pub relation: Relation,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The labels that they cannot all have one of.
    pub inside: Vec<Label>,
    /// If all guardians are of one variable, the labels of the pattern there, which are
    /// false; nothing else then has to be remembered.
    pub targets: Vec<Label>,
}

/// A relation two guardians of which are true or false together: it is replaced by the
/// two that lack one of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The relation.
    pub relation: Relation,
    /// A c-chain from one of the guardians to the other: an odd number of candidates.
    pub candidates: Vec<Label>,
    /// The variables whose two candidates are neighbours in the chain.
    pub variables: Vec<Variable>,
}

impl Split {
    /// The two relations that come of it.
    pub fn halves(&self) -> [Relation; 2] {
        let ends = [self.candidates.first(), self.candidates.last()];
        ends.map(|end| Relation {
            pattern: self.relation.pattern.clone(),
            guardians: {
                let guardians = self.relation.guardians.iter();
                guardians.copied().filter(|g| Some(g) != end).collect()
            },
        })
    }
}

/// A whip with a relation in the place of one variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrWhip {
    /// The relation.
    pub relation: Relation,
    /// The steps before it.
    pub before: Vec<Step>,
    /// A guardian that is linked to what comes just before the relation.
    pub left: Label,
    /// The only guardian that is linked to nothing before; none if there is none, which
    /// ends the chain.
    pub right: Option<Label>,
    /// The steps after it.
    pub after: Vec<Step>,
    /// The candidates that it eliminates.
    pub targets: Vec<Label>,
}

impl OrWhip {
    /// Number of variables; the relation counts as one.
    pub fn length(&self) -> usize {
        self.before.len() + 1 + self.after.len()
    }

    /// The name of the rule: `Trid-OR3-whip`, or `Trid-OR3-ctr-whip` if it ends in the
    /// relation.
    pub fn rule(&self) -> String {
        let kind = match self.right {
            Some(_) => "whip",
            None => "ctr-whip",
        };
        let Relation { pattern, .. } = &self.relation;
        format!("{pattern}-OR{}-{kind}", self.relation.size())
    }
}
