//! What becomes of a record of the inputs: a row of the table, or a rejected line.

use serde::{Deserialize, Serialize};

use super::filter::LeftOut;
use crate::input::BadLine;
use crate::job::Error;
use crate::table::Row;

/// A row or a rejected line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// A puzzle that was classified.
    Row(Row),
    /// A line that is no puzzle, or a puzzle that cannot be classified.
    Reject(Reject),
    /// A puzzle that was classified and does not satisfy the condition of the job.
    LeftOut(LeftOut),
}

/// A rejected line, as the rejects file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reject {
    /// The row of the puzzle, or the row that it would have had.
    pub row: u64,
    /// The name of the input.
    pub input: String,
    /// The number of the line, from 1; 0 for the input as a whole.
    pub line: u64,
    /// Why, and what stood there.
    pub bad: BadLine,
}

impl Reject {
    /// The columns of the rejects file.
    pub const COLUMNS: [&str; 5] = ["row", "input", "line", "reason", "text"];

    /// What stands in those columns.
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
