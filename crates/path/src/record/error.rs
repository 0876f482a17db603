//! Errors of records.

use std::fmt;

use thiserror::Error;

use crate::rating::{Status, UnknownStatus};
use crate::theory::UnknownTheory;

/// The reason why a record has no path, or claims no rating.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The theory is unknown.
    #[error(transparent)]
    Theory(#[from] UnknownTheory),
    /// The end is unknown.
    #[error("a path cannot end {0:?}")]
    End(String),
    /// The status is unknown.
    #[error(transparent)]
    Status(#[from] UnknownStatus),
    /// The rating and its status contradict each other.
    #[error("a record cannot claim the rating {} with the status {}",
        or_null(*.value), or_null(.status.map(Status::word)))]
    Claim {
        /// The rating.
        value: Option<u8>,
        /// Its status.
        status: Option<Status>,
    },
    /// The version is not a version of gradus.
    #[error("{0:?} is not a version of gradus")]
    Version(String),
    /// The strategy is unknown.
    #[error("unknown strategy {0:?}")]
    Strategy(String),
    /// A step has an unknown name.
    #[error("step {step}: {name:?} is not the name of a {kind}")]
    Name {
        /// The number of the step, from 1.
        step: usize,
        /// The name.
        name: String,
        /// The expected kind of term.
        kind: TermKind,
    },
}

/// A kind of term that has a name in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A label.
    Candidate,
    /// A CSP variable.
    Variable,
    /// A right-linking candidate or g-candidate.
    Object,
    /// The rule of a chain.
    Chain,
}

impl fmt::Display for TermKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TermKind::Candidate => "candidate",
            TermKind::Variable => "variable",
            TermKind::Object => "candidate or g-candidate of its variable",
            TermKind::Chain => "chain",
        })
    }
}

/// A value, or `null`.
fn or_null(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "null".to_string(), |value| value.to_string())
}
