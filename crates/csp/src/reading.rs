//! What reading a puzzle comes to: the puzzle, or why a text is none.

use thiserror::Error;

use super::domain::Instance;

/// Why a text is no puzzle.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// No 9×9 Sudoku, and why.
    #[error("{0}")]
    Sudoku(String),
    /// Not a puzzle of the kind that it names.
    #[error("{kind}: {reason}")]
    Data {
        /// The name of the kind.
        kind: &'static str,
        /// What is wrong with it, and where.
        reason: String,
    },
    /// The word before the colon names no kind.
    #[error("no kind of puzzle is called {found:?}: the kinds are {known}")]
    Kind {
        /// The word.
        found: String,
        /// The names of the kinds.
        known: String,
    },
    /// An id of a game that is not read.
    #[error("{0}")]
    Id(String),
}

impl ReadError {
    /// What is wrong with the data of a kind.
    pub fn data(kind: &'static str, reason: impl ToString) -> ReadError {
        ReadError::Data {
            kind,
            reason: reason.to_string(),
        }
    }
}

/// A puzzle, or why a text is none.
pub type ReadResult = Result<Box<dyn Instance>, ReadError>;
