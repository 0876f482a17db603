//! Records of the inputs with their positions, in batches, and the rejected ones: records
//! without a puzzle, and puzzles that a job cannot use.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::Error;
use crate::input::{BadLine, LONGEST_SHOWN, PuzzleLine, PuzzleRecord};
use crate::io::{Source, shown_line};
use crate::table::KeptType;
use gradus_csp::Instance;

/// The position of the inputs after a record.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputCheckpoint {
    /// The number of records, including bad ones and those of other shards.
    pub records: u64,
    /// The number of puzzles, which is the number of the next row.
    pub rows: u64,
    /// BLAKE3 of the records.
    pub digest: [u8; 32],
}

/// A record with its position.
pub(crate) struct NumberedRecord {
    /// The number of records before it, including bad ones and those of other shards.
    pub number: u64,
    /// The row of the puzzle, or the row that it would have had.
    pub row: u64,
    /// The index of the input.
    pub input: usize,
    /// The number of the line, from 1.
    pub line: u64,
    /// The puzzle, or the bad line.
    pub content: Result<PuzzleRecord, BadLine>,
}

/// Consecutive records, without those of other shards.
pub(crate) struct RecordBatch {
    /// The records.
    pub records: Vec<NumberedRecord>,
    /// The position of the inputs after it.
    pub mark: InputCheckpoint,
    /// The kept columns of the inputs up to there.
    pub kept: Arc<Vec<String>>,
    /// The types of these, as far as the inputs declare them.
    pub kept_types: Arc<Vec<KeptType>>,
}

impl RecordBatch {
    /// Approximate memory in bytes of the batch, and later of its results.
    pub(crate) fn cost(&self) -> usize {
        let size = |record: &NumberedRecord| match &record.content {
            Ok(given) => {
                let texts = given.kept.iter().chain([&given.comment]).flatten();
                texts.map(|text| text.len() + size_of::<String>()).sum()
            }
            Err(bad) => bad.text.len() + bad.reason.len(),
        };
        let records = self.records.iter();
        records.map(|record| RECORD + size(record)).sum()
    }
}

/// Approximate size in bytes of a record without its comment.
const RECORD: usize = 400;

/// A rejected line, as in the rejects file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reject {
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
    pub(crate) const COLUMNS: [&str; 5] = ["row", "input", "line", "reason", "text"];
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
    record: NumberedRecord,
    work: impl FnOnce(&dyn Instance) -> Result<T, E>,
) -> Result<(PuzzleRecord, T), Reject> {
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
    let puzzle = given.puzzle.to_string();
    let line = PuzzleLine::new(&puzzle, given.comment.as_deref()).to_string();
    // All of the puzzle is kept, so that it can be read again.
    let text = shown_line(line.as_bytes(), puzzle.len() + LONGEST_SHOWN);
    Err(reject(BadLine { reason, text }))
}
