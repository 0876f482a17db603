//! Errors in the file of a published table.

use thiserror::Error;

use gradus_table::expression::Fault;

/// The reason why a file is not a published table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// Not TOML, an unknown key, or a value of the wrong type.
    #[error("{0}")]
    Toml(String),
    /// Not exactly one kind of content.
    #[error("a table needs exactly one of shares, per-grid, puzzles, counts")]
    Content,
    /// A line has more or fewer numbers than the table has columns.
    #[error("the line {line:?} has {found} numbers for {expected} columns")]
    Width {
        /// The line.
        line: String,
        /// Its numbers.
        found: usize,
        /// The table's columns.
        expected: usize,
    },
    /// A line without a subject, or with several.
    #[error("the line {0:?} needs exactly one subject")]
    Line(String),
    /// A condition that cannot be parsed.
    #[error("the line {0:?}: {1}")]
    Condition(String, Fault),
    /// A puzzle that is not in the books' data.
    #[error("no puzzle of the books is called {0:?}")]
    Puzzle(String),
}
