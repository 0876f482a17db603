//! What is wrong with a record.

use thiserror::Error;

use crate::theory::UnknownTheory;

/// What in a record is no name of anything.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordError {
    /// The theory.
    #[error(transparent)]
    Theory(#[from] UnknownTheory),
    /// The end.
    #[error("a path cannot end {0:?}")]
    End(String),
    /// The rating and its status.
    #[error("a record cannot claim the rating {0} with the status {1}")]
    Claim(String, String),
    /// The program.
    #[error("{0:?} is no version of gradus")]
    Version(String),
    /// The order.
    #[error("no strategy is called {0:?}")]
    Strategy(String),
    /// A label, g-label, variable or chain.
    #[error("step {0}: {1:?} is not the name of a {2}")]
    Name(usize, String, &'static str),
}
