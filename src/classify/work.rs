//! Turns records into results: the place where the job calls the engine.

use std::sync::Arc;

use super::entry::RecordResult;
use super::filter::RowFilter;
use crate::io::Source;
use crate::job::catch_defect;
use crate::job::feed::{Batch, Mark, Numbered, run_on_record};
use crate::job::pump::{WorkerPort, Workers, worker_loop};
use crate::table::Row;
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Rejection};

/// Rates a puzzle.
pub trait Work: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync {}

impl<W: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync> Work for W {}

/// A batch after rating.
pub struct RatedBatch {
    /// The results, in the order of the inputs.
    pub entries: Vec<RecordResult>,
    /// The position of the inputs after it.
    pub mark: Mark,
    /// The kept columns of the inputs up to that position.
    pub kept: Arc<Vec<String>>,
    /// Approximate memory in bytes.
    pub cost: usize,
}

impl RatedBatch {
    /// Results before the first record.
    pub(crate) fn unread(entries: Vec<RecordResult>) -> RatedBatch {
        RatedBatch {
            entries,
            mark: Mark::default(),
            kept: Arc::default(),
            cost: 0,
        }
    }
}

/// The ratings of a puzzle as a row without number, comment and kept columns, or the reason
/// for its rejection.
pub type RatedRow = Result<Row, String>;

/// Rates one puzzle. A panic rejects the puzzle.
pub fn rate_one(puzzle: &dyn Instance, work: &impl Work) -> RatedRow {
    match catch_defect(|| work(puzzle)) {
        Ok(Ok(numbers)) => Ok(Row::new(0, puzzle.to_string(), None, &numbers)),
        Ok(Err(rejection)) => Err(rejection.to_string()),
        Err(defect) => Err(defect.to_string()),
    }
}

/// Rate the batches of a job: threads of this process, or workers on other machines.
pub trait RatingWorkers: Sync {
    /// Number of threads of this process that call [`RatingWorkers::rate`].
    fn threads(&self) -> usize;

    /// Takes batches from the port and returns them rated, until there are no more or the
    /// job is stopping.
    fn rate(&self, port: &WorkerPort<Batch, RatedBatch>, finisher: &BatchFinisher);

    /// The reason if they gave up early.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Threads of this process.
pub struct LocalThreads<W> {
    /// How many.
    pub threads: usize,
    /// Rates a puzzle.
    pub work: W,
}

impl<W: Work> RatingWorkers for LocalThreads<W> {
    fn threads(&self) -> usize {
        self.threads
    }

    fn rate(&self, port: &WorkerPort<Batch, RatedBatch>, finisher: &BatchFinisher) {
        let work = |batch| finisher.finish(batch, |puzzle| rate_one(puzzle, &self.work));
        worker_loop(&work, port);
    }
}

/// Turns a batch and the ratings of its puzzles into the results of a job.
pub struct BatchFinisher<'a> {
    /// The inputs of the job.
    pub(crate) sources: &'a [Source],
    /// Selects the rows to write.
    pub(crate) filter: Option<&'a RowFilter>,
}

impl BatchFinisher<'_> {
    /// Finishes a batch. `rate` is called for each of its puzzles, in order.
    pub fn finish(
        &self,
        batch: Batch,
        mut rate: impl FnMut(&dyn Instance) -> RatedRow,
    ) -> RatedBatch {
        let cost = batch.cost();
        let records = batch.records.into_iter();
        let entry = |record| self.filtered(self.entry(record, &mut rate), &batch.kept);
        RatedBatch {
            entries: records.map(entry).collect(),
            mark: batch.mark,
            kept: batch.kept,
            cost,
        }
    }

    fn entry(
        &self,
        record: Numbered,
        rate: impl FnOnce(&dyn Instance) -> RatedRow,
    ) -> RecordResult {
        let place = record.row;
        match run_on_record(self.sources, record, rate) {
            Ok((given, numbers)) => RecordResult::Row(Row {
                row: place,
                comment: given.comment,
                kept: given.kept,
                ..numbers
            }),
            Err(reject) => RecordResult::Reject(reject),
        }
    }

    fn filtered(&self, entry: RecordResult, kept: &[String]) -> RecordResult {
        match (&entry, self.filter) {
            (RecordResult::Row(row), Some(filter)) => {
                let left_out = filter.leaves_out(row, kept);
                left_out.map_or(entry, RecordResult::LeftOut)
            }
            _ => entry,
        }
    }
}

/// Rating workers as the workers of a pump.
pub(crate) struct RatingPool<'a, R> {
    /// The workers.
    pub workers: &'a R,
    /// Finishes the batches of the job.
    pub finisher: BatchFinisher<'a>,
}

impl<R: RatingWorkers> Workers<Batch, RatedBatch> for RatingPool<'_, R> {
    fn threads(&self) -> usize {
        self.workers.threads()
    }

    fn run(&self, port: &WorkerPort<Batch, RatedBatch>) {
        self.workers.rate(port, &self.finisher);
    }
}
