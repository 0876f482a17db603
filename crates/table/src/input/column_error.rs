//! Why the columns of an input cannot be used: the puzzles are not found, or a column cannot be
//! kept.

use std::io;

use thiserror::Error;

use crate::io::shown;
use crate::table::columns::PUZZLE;

/// Characters of the names of columns that a message shows.
const LONGEST_NAMES: usize = 400;

/// The columns of an input do not fit the request.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ColumnError {
    /// The column that was asked for is missing.
    #[error("no column is called {wanted}: the columns are {}", listed(.names))]
    Missing {
        /// Its name.
        wanted: String,
        /// The columns of the input.
        names: Vec<String>,
    },
    /// The column that was asked for is missing, as the input has no header.
    #[error("no header has a column called {0}: the first line has no names of columns")]
    NoHeader(String),
    /// No column has the usual name, and none contains puzzles.
    #[error(
        "no column is called {PUZZLE}, and none contains puzzles: the columns are {}",
        listed(.0)
    )]
    NoPuzzles(Vec<String>),
    /// No column has the usual name, and several contain puzzles.
    #[error("no column is called {PUZZLE}, and {} contain puzzles", listed(.0))]
    Several(Vec<String>),
    /// A column cannot be kept.
    #[error("the column {name} has the type {kind}, which cannot be kept")]
    NotKept {
        /// Its name.
        name: String,
        /// Its type.
        kind: String,
        /// The columns that could be kept instead.
        others: Vec<String>,
    },
}

impl ColumnError {
    /// The cause of an error of reading, if it is this one.
    pub fn of(error: &io::Error) -> Option<&ColumnError> {
        error.get_ref()?.downcast_ref()
    }
}

impl From<ColumnError> for io::Error {
    fn from(error: ColumnError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

fn listed(names: &[String]) -> String {
    shown(names.join(", ").as_bytes(), LONGEST_NAMES)
}
