//! What a job tells of itself while it runs.

use crate::table::Row;

/// How far a job is.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// Rows that are done.
    pub rows: u64,
    /// Those of them that were done before this run.
    pub rows_before: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// The share of the inputs that is done, if their size is known.
    pub share: Option<f64>,
    /// The hardest row of this run.
    pub hardest: Option<&'a Row>,
}

/// Someone who wants to know.
pub trait Observer {
    /// The job is so far.
    fn progress(&mut self, _snapshot: &Snapshot) {}

    /// All is classified; the table is being written from the journal.
    fn rendering(&mut self, _rows: u64) {}

    /// Something went wrong that does not stop the job.
    fn warn(&mut self, _message: &str) {}
}

/// Nobody wants to know.
pub struct Quiet;

impl Observer for Quiet {}
