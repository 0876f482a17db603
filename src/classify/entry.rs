//! The result of one input record: a row of the table, or a rejected line.

use serde::{Deserialize, Serialize};

use crate::job::rejects::Reject;
use crate::table::Row;

/// The result of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordResult {
    /// A puzzle that was rated.
    Row(Row),
    /// A line that is not a puzzle, or a puzzle that cannot be rated.
    Reject(Reject),
    /// A puzzle that was rated and does not satisfy the condition of the job.
    LeftOut(LeftOut),
}

/// Why a rated row is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeftOut {
    /// The condition does not hold.
    Fails,
    /// A compared value is missing.
    Missing,
    /// A compared text is not a number.
    NoNumber,
}
