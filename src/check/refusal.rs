//! Why a pattern or a path is no proof.

use thiserror::Error;

use crate::csp::model::{GLabel, Label, Variable};

/// What is wrong, and where; steps are counted from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// A step of a path that is wrong.
    #[error("step {0} of the path: {1}")]
    InPath(usize, Box<Refusal>),
    /// A step of a chain that is wrong.
    #[error("step {0} of the chain: {1}")]
    InChain(usize, Box<Refusal>),
    /// A variable that the model does not have.
    #[error("there is no variable {}", .0.0)]
    UnknownVariable(Variable),
    /// A g-label that the model does not have.
    #[error("there is no g-label {}", .0.0)]
    UnknownGroup(GLabel),
    /// A chain without steps.
    #[error("the pattern has no steps")]
    NoSteps,
    /// A target or left-linking label that is no candidate.
    #[error("{} is not a candidate", .0.0)]
    NotCandidate(Label),
    /// A left-linking candidate or right-linking object of another variable.
    #[error("the {} is not of variable {}", .0, .1.0)]
    NotOfVariable(&'static str, Variable),
    /// The target occurs in its own chain.
    #[error("the target is part of the chain")]
    TargetInChain,
    /// The target is a label of the last variable.
    #[error("the target is a label of the last variable, {}", .0.0)]
    TargetInLastVariable(Variable),
    /// A left-linking candidate linked to nothing that it may be linked to.
    #[error("left-linking candidate {} is not linked to what comes before", .0.0)]
    NotContinuous(Label),
    /// All steps but the last have a right-linking object.
    #[error("there is a right-linking object in the last step, or none before")]
    MisplacedEnd,
    /// A g-candidate in a chain without g-candidates.
    #[error("a g-candidate in a chain that may have none")]
    Grouped,
    /// What is left of a variable is not just its right-linking object.
    #[error("{0:?} left of the variable, not just its right-linking object")]
    NotAlone(Vec<Label>),
    /// Some candidate of the last variable is compatible with all before.
    #[error("the last variable has {0:?} left")]
    NotEmpty(Vec<Label>),
    /// The last variable has no two candidates.
    #[error("the last variable, {}, has fewer than two candidates", .0.0)]
    Degenerate(Variable),
    /// A candidate for the second time in a whip, a right-linking object in any chain.
    #[error("a candidate or right-linking object occurs for the second time")]
    Repeated,
    /// A z- or t-candidate that is none, or one that is not mentioned.
    #[error("{} is wrongly a z- or t-candidate, or wrongly none", .0.0)]
    Unjustified(Label),
    /// A label beside a value that is linked to it.
    #[error("the initial state has {} in spite of a value", .0.0)]
    Inconsistent(Label),
    /// A label asserted that is not the only candidate of an undecided variable.
    #[error("{} is not the only candidate of variable {}", .0.0, .1.0)]
    NotSingle(Label, Variable),
    /// A chain applied before Singles are exhausted, or in a contradictory state.
    #[error("variable {} still has a Single, or is empty", .0.0)]
    NotQuiescent(Variable),
    /// A pattern of another family than the path's.
    #[error("the pattern is not of the path's family")]
    WrongFamily,
    /// A pattern longer than the path's level.
    #[error("the pattern has length {0}, the path's level is {1}")]
    TooLong(usize, usize),
    /// The path does not end as it says.
    #[error("the path does not end as it says")]
    WrongEnd,
}
