//! Chain patterns in full: the variables with their left-linking candidates and
//! right-linking objects, so that a chain can be printed and checked without any
//! search. PBCS 5.2 to 5.4 and 7.2 to 7.4.

use gradus_csp::{GLabel, Label, Variable};

use super::rule::Rule;

/// A right-linking object: a candidate, or a g-candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// A right-linking candidate.
    Label(Label),
    /// A right-linking g-candidate.
    Group(GLabel),
}

/// One variable of a chain. What else it has of candidates are z-candidates,
/// linked to the target, and t-candidates, linked to an earlier right-linking
/// object; they are no part of the chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The CSP variable.
    pub variable: Variable,
    /// The left-linking candidate.
    pub llc: Label,
    /// The right-linking object; in the last step only bivalue chains have one.
    pub rlo: Option<Object>,
}

/// A chain: a proof that its targets are false.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    /// What kind of chain this claims to be.
    pub rule: Rule,
    /// The candidates that it eliminates: it is such a chain for each of them.
    pub targets: Vec<Label>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Pattern {
    /// Number of variables.
    pub fn length(&self) -> usize {
        self.steps.len()
    }
}
