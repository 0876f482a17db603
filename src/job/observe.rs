//! What a job reports of itself while it runs.

use std::fmt;

/// How far a job is.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// Rows that are done.
    pub rows: u64,
    /// Those of them that were done before this run.
    pub rows_before: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// The share of the job that is done, if its size is known.
    pub share: Option<f64>,
    /// What else is worth knowing.
    pub note: Option<&'a dyn fmt::Display>,
}

/// Someone who wants to know.
pub trait Observer {
    /// The job is this far.
    fn progress(&mut self, _snapshot: &Snapshot) {}

    /// All rows are in the journal; the output is being written from it.
    fn rendering(&mut self, _rows: u64) {}

    /// Something that is worth knowing and no fault.
    fn note(&mut self, _message: &str) {}

    /// Something went wrong that does not stop the job.
    fn warn(&mut self, _message: &str) {}
}

/// Nobody wants to know.
pub struct Quiet;

impl Observer for Quiet {}
