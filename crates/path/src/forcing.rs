//! Forcing whips: one of the candidates of a variable is true, and whichever it
//! is, a partial whip leads from it to a right-linking candidate that
//! contradicts the targets. Manual of CSP-Rules, 3.3.

use gradus_csp::{Label, Variable};

use super::pattern::{Object, Step};

/// A forcing whip: from every candidate of a variable, a partial whip.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forcing {
    /// The variable: it has two candidates, or three in a forcing3-whip.
    pub variable: Variable,
    /// A branch for each of its candidates.
    pub branches: Vec<Branch>,
    /// The candidates that it eliminates: linked to the ends of all branches. If
    /// all branches have the same end, that is true, and what is linked to it goes.
    pub targets: Vec<Label>,
}

/// A partial whip on a candidate; without steps, the candidate alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Branch {
    /// The candidate.
    pub start: Label,
    /// The steps, all with a right-linking candidate.
    pub steps: Vec<Step>,
}

impl Branch {
    /// The last right-linking candidate, or the candidate itself; none if there
    /// is something else.
    pub fn end(&self) -> Option<Label> {
        match self.steps.last() {
            None => Some(self.start),
            Some(step) => match step.rlo {
                Some(Object::Label(rlc)) => Some(rlc),
                _ => None,
            },
        }
    }
}

impl Forcing {
    /// Number of variables: one, and those of the branches.
    pub fn length(&self) -> usize {
        let steps = self.branches.iter().map(|branch| branch.steps.len());
        1 + steps.sum::<usize>()
    }

    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        match self.branches.len() {
            3 => "forcing3-whip",
            _ => "forcing-whip",
        }
    }
}
