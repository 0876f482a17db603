//! The reasons why a pattern, a path or a record is not a proof.

#![allow(missing_docs)] // The message of each case documents it.

use thiserror::Error;

use gradus_csp::{Label, ReadError, Variable};
use gradus_path::record::RecordError;
use gradus_path::{PathTheory, Rating};

/// The error and its place: steps are counted from 0 here and from 1 in messages.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    #[error("step {}: {}", .0 + 1, .1)]
    InPath(usize, Box<Refusal>),
    #[error("variable {} of the chain: {}", .0 + 1, .1)]
    InChain(usize, Box<Refusal>),
    #[error("there is no such variable")]
    UnknownVariable(Variable),
    #[error("there are no variables, or no targets")]
    Nothing,
    #[error("the target or left-linking label is not a candidate")]
    NotCandidate(Label),
    #[error("the target is part of the chain")]
    TargetInChain,
    #[error("the left-linking candidate is not linked to what comes before")]
    NotContinuous(Label),
    #[error("a right-linking candidate is missing, or there is one too many")]
    MisplacedEnd,
    #[error("a g-candidate in a chain or of a variable that has no such g-candidate")]
    Grouped,
    #[error("what is left is not just the right-linking candidate")]
    NotAlone(Vec<Label>),
    #[error("the last variable is not empty")]
    NotEmpty(Vec<Label>),
    #[error("the last variable is the target's, or has fewer than two candidates")]
    WrongLast(Variable),
    #[error("a candidate occurs for the second time")]
    Repeated,
    #[error("the variables are not all of one kind")]
    OtherKind,
    #[error("branch {}: {}", .0 + 1, .1)]
    InBranch(usize, Box<Refusal>),
    #[error("the branches do not start from the two or three candidates of the variable")]
    NotForked(Variable),
    #[error("a target is not linked to the end of a branch")]
    NotLinkedToEnd(Label),
    #[error("bases and covers do not just cross in one label each")]
    NotCrossing,
    #[error("candidates of a base are in no cover")]
    Uncovered(Vec<Label>),
    #[error("the shape is not that of a Pair, Triplet or Quad")]
    NoShape,
    #[error("the shape is not that of a finned X-wing, Swordfish or Jellyfish")]
    NoFish,
    #[error("the segments do not make a belt")]
    NoBelt,
    #[error("some variable has no label of the pattern, or a label of it is not a candidate")]
    NoPattern,
    #[error("the cells are not those of a tridagon")]
    NoTridagon,
    #[error("the pattern is not impossible, or it takes too long to find out")]
    Possible,
    #[error("the guardians are not the other candidates of the pattern's variables")]
    WrongGuardians,
    #[error("no such relation has been asserted, or it says nothing any more")]
    UnknownRelation,
    #[error("the relation does not have two to five guardians")]
    TooManyGuardians,
    #[error("a guardian is the target or a right-linking candidate before the relation")]
    GuardianInChain,
    #[error("no c-chain of even length joins two guardians")]
    NoCChain,
    #[error("the target is in no cover, or in a base")]
    NotTaken,
    #[error("the puzzle's kind has no rule {0:?} of this level")]
    UnknownRule(String),
    #[error("the rule does not refute the target")]
    NotByRule(Label),
    #[error("the rule refutes the target, but not from {0:?}")]
    WrongPremise(String),
    #[error("two givens contradict each other")]
    Inconsistent,
    #[error("the value is not the only candidate of an undecided variable")]
    NotSingle(Label, Variable),
    #[error("some variable still has a Single, or is empty")]
    NotQuiescent,
    #[error("the theory {0} has no such pattern")]
    NotOfTheory(PathTheory),
    #[error("the longest pattern has length {0}, not {1}")]
    WrongLength(usize, usize),
    #[error("the path does not end as it says")]
    WrongEnd,
    #[error(transparent)]
    NoPuzzle(#[from] ReadError),
    #[error(transparent)]
    Unreadable(#[from] RecordError),
    #[error("what is called {0:?} is {1:?}")]
    Misnamed(String, String),
    #[error("the solution is not the one that the path leads to")]
    WrongSolution,
    #[error("trials are inside each other more often than the theory allows")]
    TooDeep,
    #[error("the trial does not leave its variable empty")]
    NotRefuted(Label, Variable),
    #[error("the rating is not {0}: the path is of level {1}, or a lower level solves")]
    WrongRating(Rating, usize),
    #[error("the path is not stuck: the theory has another step")]
    NotStuck,
    #[error("the state before step {0} is not the one that the path leads to")]
    WrongState(usize),
}
