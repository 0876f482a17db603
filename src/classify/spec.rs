//! A classify job as data: its inputs, its options, and what it was asked.

use std::sync::atomic::AtomicBool;

use super::tally::Tally;
use crate::expression::Condition;
use crate::input::ReadOptions;
use crate::io::FoundInputs;
use crate::job::Shard;
use crate::job::asked::unread;
use crate::job::feed::{Mark, ReadAhead, RecordFeed};
use crate::job::pump::Pump;
use crate::table::Asked;
use crate::table::JobKind;
use gradus_engine::rating::Request;

/// Bytes of the records in progress: some 200,000 puzzles.
const WINDOW: usize = 96 << 20;

/// A classify job.
#[derive(Debug)]
pub struct Job {
    /// The inputs.
    pub found: FoundInputs,
    /// How tables are read.
    pub reading: ReadOptions,
    /// The ratings and limits.
    pub request: Request,
    /// The condition on the rows to write.
    pub condition: Option<Condition>,
    /// The shard to classify.
    pub shard: Shard,
    /// The number of puzzles to read at most.
    pub limit: Option<u64>,
    /// True if a bad line stops the job.
    pub strict: bool,
    /// Number of threads.
    pub threads: usize,
}

/// The outcome of a job.
#[derive(Debug)]
pub enum Outcome {
    /// The table is written.
    Done {
        /// The counts of its values.
        tally: Tally,
        /// The number of rows of earlier runs.
        before: u64,
    },
    /// The table was already complete.
    WasDone {
        /// The number of rejected lines.
        rejected: u64,
    },
    /// The job was stopped and can be resumed.
    Interrupted {
        /// The number of finished rows.
        rows: u64,
    },
}

impl Job {
    /// What was asked. The digests of the inputs are not yet known.
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            limit: self.limit,
            column: self.reading.column.clone(),
            keep: self.reading.keep.clone(),
            kind: self.reading.kind.clone(),
            condition: self.condition.as_ref().map(Condition::to_string),
            shard: (self.shard != Shard::WHOLE).then(|| self.shard.to_string()),
            inputs: unread(&self.found.sources),
            unreadable: self.found.unreadable.clone(),
            ..Asked::rating(JobKind::Classify, &self.request)
        }
    }

    /// The reader of the inputs after these positions.
    pub(crate) fn feed(&self, passed: Vec<Mark>, digests: bool) -> RecordFeed<'_> {
        RecordFeed {
            sources: &self.found.sources,
            unreadable: &self.found.unreadable,
            shard: self.shard,
            reading: &self.reading,
            limit: self.limit.unwrap_or(u64::MAX),
            passed,
            digests,
            ahead: ReadAhead::default(),
        }
    }

    /// The limits of a run.
    pub(crate) fn pump<'a>(&self, stop: &'a AtomicBool) -> Pump<'a> {
        Pump {
            threads: self.threads,
            window: WINDOW,
            stop,
        }
    }
}
