//! Turns records into results: the place where the job calls the engine, and selects the rows
//! to write.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::exchange::Exchange;
use super::journal::{LeftOut, RecordResult};
use super::spec::Job;
use crate::expression::{BoundCondition, Fault, Truth, Why, own_columns, row_value};
use crate::input::open;
use crate::io::{BytesRead, Source};
use crate::job::feed::{FeedEnd, RecordFeed, Stopped};
use crate::job::pump::{Pump, Queue, Sink};
use crate::job::records::{InputCheckpoint, NumberedRecord, RecordBatch, run_on_record};
use crate::job::{Error, catch_defect};
use crate::table::{Keep, Row, kept_name};
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Names, Rejection};

/// Bytes of the records in progress: some 200,000 puzzles.
const WINDOW: usize = 96 << 20;

/// Rates a puzzle.
pub trait Work: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync {}

impl<W: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync> Work for W {}

/// A batch after rating.
pub(crate) struct RatedBatch {
    /// The results, in the order of the inputs.
    pub entries: Vec<RecordResult>,
    /// The position of the inputs after it.
    pub mark: InputCheckpoint,
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
            mark: InputCheckpoint::default(),
            kept: Arc::default(),
            cost: 0,
        }
    }
}

/// The ratings of a puzzle as a row without number, comment and kept columns, or the reason
/// for its rejection.
pub type RatedRow = Result<Row, String>;

/// Rates one puzzle. A panic rejects the puzzle.
pub(crate) fn rate_one(puzzle: &dyn Instance, work: &(impl Work + ?Sized)) -> RatedRow {
    let rated = catch_defect(|| work(puzzle))?;
    let numbers = rated.map_err(|rejection| rejection.to_string())?;
    let puzzle = puzzle.to_string();
    Ok(Row {
        puzzle,
        ..Row::from(&numbers)
    })
}

/// The workers that rate the batches of a job.
#[derive(Clone, Copy)]
pub enum RatingWorkers<'a> {
    /// Threads of this process, as many as the job has.
    Threads(&'a dyn Work),
    /// Workers that take the puzzles from an exchange.
    Exchange(&'a Exchange),
}

impl Job {
    /// Rates the records of a feed. Returns the end of the feed, or `None` if the sink ended
    /// the run. Fails if the workers gave up.
    pub(super) fn rate(
        &self,
        feed: &RecordFeed,
        filter: Option<&RowFilter>,
        workers: RatingWorkers,
        stop: &AtomicBool,
        sink: &mut impl Sink<RatedBatch, Error = Error>,
    ) -> Result<Option<Result<FeedEnd, Stopped>>, Error> {
        let sources = &self.found.sources;
        let finisher = BatchFinisher { sources, filter };
        let pump = Pump {
            threads: self.threads,
            window: WINDOW,
            stop,
        };
        let source = |queue: &mut Queue<RecordBatch>| feed.run(queue);
        let exchange = match workers {
            RatingWorkers::Threads(work) => {
                let rate = |batch| finisher.finish(batch, |puzzle| rate_one(puzzle, work));
                return pump.run(source, rate, sink);
            }
            RatingWorkers::Exchange(exchange) => exchange,
        };
        let end = pump.run_with(source, 1, |port| exchange.rate(port, &finisher), sink)?;
        match exchange.failure() {
            Some(reason) => Err(Error::Workers(reason)),
            None => Ok(end),
        }
    }
}

/// Turns a batch and the ratings of its puzzles into the results of a job.
pub(super) struct BatchFinisher<'a> {
    /// The inputs of the job.
    sources: &'a [Source],
    /// Selects the rows to write.
    filter: Option<&'a RowFilter>,
}

impl BatchFinisher<'_> {
    /// Finishes a batch. `rate` is called for each of its puzzles, in order.
    pub(super) fn finish(
        &self,
        batch: RecordBatch,
        mut rate: impl FnMut(&dyn Instance) -> RatedRow,
    ) -> RatedBatch {
        let cost = batch.cost();
        let entry = |record: NumberedRecord| {
            let place = record.row;
            let (given, numbers) = match run_on_record(self.sources, record, &mut rate) {
                Ok(rated) => rated,
                Err(reject) => return RecordResult::Reject(reject),
            };
            let row = Row {
                row: place,
                comment: given.comment,
                kept: given.kept,
                ..numbers
            };
            let left_out = self
                .filter
                .and_then(|filter| filter.leaves_out(&row, &batch.kept));
            left_out.map_or(RecordResult::Row(row), RecordResult::LeftOut)
        };
        RatedBatch {
            entries: batch.records.into_iter().map(entry).collect(),
            mark: batch.mark,
            kept: batch.kept,
            cost,
        }
    }
}

/// The condition of a job, bound to the columns of its rows.
pub(super) struct RowFilter {
    condition: BoundCondition,
    names: Names,
}

impl RowFilter {
    /// The filter of a job, if it has a condition. Fails if the condition names a column that
    /// no row will have.
    pub(super) fn new(job: &Job) -> Result<Option<RowFilter>, Fault> {
        let Some(condition) = &job.condition else {
            return Ok(None);
        };
        let mut scope = own_columns(&job.request.names);
        let sources = job.found.sources.iter();
        match &job.reading.keep {
            Keep::None => {}
            Keep::Columns(names) => scope.extend(names.iter().map(|name| kept_name(name))),
            Keep::All if sources.clone().any(|source| source.length.is_none()) => {
                scope.is_open = true
            }
            // The kept columns are looked up only if they can matter.
            Keep::All if condition.bind(&scope).is_ok() => {}
            Keep::All => {
                let kept = sources.flat_map(|source| first_columns(source, job));
                scope.extend(kept);
            }
        }
        Ok(Some(RowFilter {
            condition: condition.bind(&scope)?,
            names: job.request.names.clone(),
        }))
    }

    /// Checks that the rows have all columns that the condition names, once the kept ones are
    /// known.
    pub(super) fn confirm(job: &Job, kept: &[String]) -> Result<(), Fault> {
        let Some(condition) = &job.condition else {
            return Ok(());
        };
        let mut scope = own_columns(&job.request.names);
        scope.extend(kept.iter().cloned());
        condition.bind(&scope).map(|_| ())
    }

    /// The reason for leaving out a row with these kept columns, if there is one.
    fn leaves_out(&self, row: &Row, kept: &[String]) -> Option<LeftOut> {
        let operands = &self.condition.operands;
        let value = |place: usize| row_value(&self.names, row, kept, &operands[place]);
        match self.condition.verdict(value) {
            Truth::Holds => None,
            Truth::Fails => Some(LeftOut::Fails),
            Truth::Open(Why::Missing) => Some(LeftOut::Missing),
            Truth::Open(Why::NoNumber) => Some(LeftOut::NoNumber),
        }
    }
}

/// The kept columns of a source according to its first record. The job reports its errors.
fn first_columns(source: &Source, job: &Job) -> Vec<String> {
    let (position, stop) = (BytesRead::default(), AtomicBool::new(false));
    let Ok(mut records) = open(source, &position, &stop, &job.reading) else {
        return Vec::new();
    };
    let _ = records.next();
    records.kept().to_vec()
}
