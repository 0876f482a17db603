//! Progress reports of a running job.

use std::fmt;

/// The progress of a job.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The number of finished rows.
    pub rows: u64,
    /// Those of them from earlier runs.
    pub rows_before: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// The finished fraction of the job, if its size is known.
    pub share: Option<f64>,
    /// A note about the progress.
    pub note: Option<&'a dyn fmt::Display>,
}

/// Receives progress.
pub trait Observer {
    /// Reports the progress.
    fn progress(&mut self, _snapshot: &Snapshot) {}

    /// All rows are in the journal, and the output is being written.
    fn rendering(&mut self, _rows: u64) {}

    /// Reports a note.
    fn note(&mut self, _message: &str) {}

    /// Reports a problem that does not stop the job.
    fn warn(&mut self, _message: &str) {}
}

/// Ignores progress.
pub struct Quiet;

impl Observer for Quiet {}
