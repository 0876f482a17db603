//! Rejected lines: records without a puzzle, and puzzles that a job cannot use.

use serde::{Deserialize, Serialize};

use super::error::Error;
use crate::input::BadLine;

/// A rejected line, as in the rejects file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reject {
    /// The row of the puzzle, or the row that it would have had.
    pub row: u64,
    /// The name of the input.
    pub input: String,
    /// The number of the line, from 1, or 0 for the complete input.
    pub line: u64,
    /// The reason and the text of the line.
    pub bad: BadLine,
}

impl Reject {
    /// The columns of the rejects file.
    pub const COLUMNS: [&str; 5] = ["row", "input", "line", "reason", "text"];

    /// The fields of those columns.
    pub fn fields(&self) -> [String; 5] {
        [
            self.row.to_string(),
            self.input.clone(),
            self.line.to_string(),
            self.bad.reason.clone(),
            self.bad.text.clone(),
        ]
    }
}

impl From<Reject> for Error {
    fn from(reject: Reject) -> Error {
        Error::BadLine {
            input: reject.input,
            line: reject.line,
            reason: reject.bad.reason,
        }
    }
}
