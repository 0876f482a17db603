//! Rejected lines: records without a puzzle, and puzzles that a job cannot use.

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::feed::Numbered;
use crate::input::record::LONGEST_SHOWN;
use crate::input::{BadLine, Given};
use crate::io::{Source, shown};
use gradus_csp::Instance;

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

/// Applies a function to the puzzle of a record. Returns a reject if the record has no
/// puzzle, or if the function fails.
pub(crate) fn run_on_record<T, E: ToString>(
    sources: &[Source],
    record: Numbered,
    work: impl FnOnce(&dyn Instance) -> Result<T, E>,
) -> Result<(Given, T), Reject> {
    let reject = |bad| Reject {
        row: record.row,
        input: sources[record.input].name.clone(),
        line: record.line,
        bad,
    };
    let given = record.content.map_err(reject)?;
    let reason = match work(given.puzzle.as_ref()) {
        Ok(answer) => return Ok((given, answer)),
        Err(reason) => reason.to_string(),
    };
    let mut text = given.puzzle.to_string();
    if let Some(comment) = &given.comment {
        text = format!("{text} {}", shown(comment.as_bytes(), LONGEST_SHOWN));
    }
    Err(reject(BadLine { reason, text }))
}
