//! Turns records into results: the place where the job calls the engine.

use std::sync::Arc;

use super::entry::{Entry, Reject};
use super::feed::{Batch, Mark, Numbered};
use super::filter::RowFilter;
use crate::input::record::LONGEST_SHOWN;
use crate::input::{BadLine, Given};
use crate::io::Source;
use crate::io::shown;
use crate::job::pump::{WorkerPort, Workers, guarded, worker_loop};
use crate::table::Row;
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Rejection};

/// Rates a puzzle.
pub trait Work: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync {}

impl<W: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync> Work for W {}

/// A batch after rating.
pub struct RatedBatch {
    /// The results, in the order of the inputs.
    pub entries: Vec<Entry>,
    /// The position of the inputs after it.
    pub mark: Mark,
    /// The kept columns of the inputs up to that position.
    pub kept: Arc<Vec<String>>,
    /// Approximate memory in bytes.
    pub cost: usize,
}

/// The ratings of a puzzle as a row without number, comment and kept columns, or the reason
/// for its rejection.
pub type RatedRow = Result<Row, String>;

/// The reason for rejecting a puzzle on which the program fails.
const DEFECT: &str = "gradus failed on this puzzle, which is a defect: please report it";

/// Rates one puzzle. A panic rejects the puzzle.
pub fn rate_one(puzzle: &dyn Instance, work: &impl Work) -> RatedRow {
    match guarded(|| work(puzzle)) {
        Some(Ok(numbers)) => Ok(Row::new(0, puzzle.to_string(), None, &numbers)),
        Some(Err(rejection)) => Err(rejection.to_string()),
        None => Err(DEFECT.to_string()),
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

    fn entry(&self, record: Numbered, rate: impl FnOnce(&dyn Instance) -> RatedRow) -> Entry {
        let place = record.row;
        match run_on_record(self.sources, record, rate) {
            Ok((given, numbers)) => Entry::Row(Row {
                row: place,
                comment: given.comment,
                kept: given.kept,
                ..numbers
            }),
            Err(reject) => Entry::Reject(reject),
        }
    }

    fn filtered(&self, entry: Entry, kept: &[String]) -> Entry {
        match (&entry, self.filter) {
            (Entry::Row(row), Some(filter)) => {
                let left_out = filter.leaves_out(row, kept);
                left_out.map_or(entry, Entry::LeftOut)
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

/// Applies a function to the puzzle of a record. Returns a reject if the record has no
/// puzzle, or if the function fails.
pub(crate) fn run_on_record<T, E: ToString>(
    sources: &[Source],
    record: Numbered,
    work: impl FnOnce(&dyn Instance) -> Result<T, E>,
) -> Result<(Given, T), Reject> {
    let Numbered {
        row, input, line, ..
    } = record;
    let reject = |bad| Reject {
        row,
        input: sources[input].name.clone(),
        line,
        bad,
    };
    let given = record.content.map_err(reject)?;
    let reason = match guarded(|| work(given.puzzle.as_ref())) {
        Some(Ok(answer)) => return Ok((given, answer)),
        Some(Err(reason)) => reason.to_string(),
        None => DEFECT.to_string(),
    };
    let mut text = given.puzzle.to_string();
    if let Some(comment) = &given.comment {
        text = format!("{text} {}", shown(comment.as_bytes(), LONGEST_SHOWN));
    }
    Err(reject(BadLine { reason, text }))
}
