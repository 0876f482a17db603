//! The result of reading a puzzle.

use thiserror::Error;

use super::domain::Instance;

/// Why a text is not a puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// Not a 9×9 Sudoku, and why.
    #[error("{0}")]
    Sudoku(String),
    /// Not a puzzle of the kind that it names.
    #[error("{kind}: {reason}")]
    Data {
        /// The name of the kind.
        kind: &'static str,
        /// The error, and where it is.
        reason: String,
    },
    /// The word before the colon is not the name of a kind.
    #[error("no kind of puzzle is called {found:?}: the kinds are {known}")]
    Kind {
        /// The word.
        found: String,
        /// The names of the kinds.
        known: String,
    },
    /// A game ID of an unsupported kind.
    #[error("{0}")]
    Id(String),
}

impl ReadError {
    /// An error in the data of a kind.
    pub fn data(kind: &'static str, reason: impl ToString) -> ReadError {
        ReadError::Data {
            kind,
            reason: reason.to_string(),
        }
    }
}

/// A puzzle, or why a text is not one.
pub type ReadResult = Result<Box<dyn Instance>, ReadError>;
