//! A classify job as data: its inputs, its options, its request and its outcome.

use super::tally::Tally;
use crate::expression::Condition;
use crate::input::ReadOptions;
use crate::io::FoundInputs;
use crate::job::Shard;
use crate::job::feed::RecordFeed;
use crate::job::inputs::unread;
use crate::job::records::InputCheckpoint;
use crate::table::JobKind;
use crate::table::{Asked, Infinite};
use gradus_engine::rating::Request;

/// A classify job.
#[derive(Debug)]
pub struct Job {
    /// The inputs.
    pub found: FoundInputs,
    /// How tables are read.
    pub reading: ReadOptions,
    /// The ratings and limits.
    pub request: Request,
    /// The value of infinite ratings in the table.
    pub infinite: Infinite,
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
    /// The request. The digests of the inputs are not yet known.
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            skip: self.reading.skip,
            limit: self.limit,
            column: self.reading.column.clone(),
            keep: self.reading.keep.clone(),
            kind: self.reading.kind.clone(),
            infinite: self.infinite,
            condition: self.condition.as_ref().map(Condition::to_string),
            shard: (self.shard != Shard::WHOLE).then(|| self.shard.to_string()),
            inputs: unread(&self.found.sources),
            unreadable: self.found.unreadable.clone(),
            ..Asked::rating(JobKind::Classify, &self.request)
        }
    }

    /// The reader of the inputs after these positions.
    pub(super) fn feed(&self, passed: Vec<InputCheckpoint>, digests: bool) -> RecordFeed<'_> {
        RecordFeed {
            shard: self.shard,
            passed,
            digests,
            ..RecordFeed::new(&self.found, &self.reading, self.limit)
        }
    }
}
