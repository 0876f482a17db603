//! Turns records into results: the place where the job calls the engine, and selects the rows
//! to write.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::addition::Addition;
use super::exchange::Exchange;
use super::journal::{KnownResults, LeftOut, RecordId, RecordResult};
use super::spec::Job;
use crate::expression::{BoundCondition, Fault, Truth, Why, own_columns, row_value};
use crate::input::open;
use crate::io::{BytesRead, Source};
use crate::job::feed::{FeedEnd, RecordFeed, Stopped};
use crate::job::pump::{Pump, Queue, Sink, WorkerPort};
use crate::job::records::{InputCheckpoint, NumberedRecord, RecordBatch, run_on_record};
use crate::job::waiting::LinesAtWork;
use crate::job::{Error, catch_defect};
use crate::table::{Keep, KeptType, Row, kept_name};
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Names, Rejection};

/// Bytes of the records in progress: some 200,000 puzzles.
const WINDOW: usize = 96 << 20;

/// Rates a puzzle.
pub trait Work: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync {}

impl<W: Fn(&dyn Instance) -> Result<Classification, Rejection> + Sync> Work for W {}

/// The results of a batch that takes longer than this are saved as soon as they are known.
const SLOW: Duration = Duration::from_millis(500);

/// A result ahead of its turn.
pub(super) type ResultAhead = (RecordId, RecordResult);

/// A batch after rating.
pub(crate) struct RatedBatch {
    /// The results, in the order of the inputs.
    pub entries: Vec<RecordResult>,
    /// For each result, its record, or `None` if the result was already saved ahead of its turn.
    pub unsaved: Vec<Option<RecordId>>,
    /// The position of the inputs after it.
    pub mark: InputCheckpoint,
    /// The kept columns of the inputs up to that position.
    pub kept: Arc<Vec<String>>,
    /// The types of these, as far as the inputs declare them.
    pub kept_types: Arc<Vec<KeptType>>,
    /// Approximate memory in bytes.
    pub cost: usize,
}

impl RatedBatch {
    /// The results that were not saved yet, which counts as saving them.
    pub(super) fn take_unsaved(&mut self) -> impl Iterator<Item = ResultAhead> {
        let pairs = self.unsaved.iter_mut().zip(&self.entries);
        pairs.filter_map(|(id, result)| Some((id.take()?, result.clone())))
    }

    /// Results before the first record.
    pub(crate) fn unread(entries: Vec<RecordResult>) -> RatedBatch {
        RatedBatch {
            unsaved: vec![None; entries.len()],
            entries,
            mark: InputCheckpoint::default(),
            kept: Arc::default(),
            kept_types: Arc::default(),
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
        finisher: &BatchFinisher,
        workers: RatingWorkers,
        stop: &AtomicBool,
        sink: &mut impl Sink<RatedBatch, Error = Error>,
    ) -> Result<Option<Result<FeedEnd, Stopped>>, Error> {
        let pump = Pump {
            threads: self.threads,
            window: WINDOW,
            stop,
        };
        let source = |queue: &mut Queue<RecordBatch>| feed.run(queue);
        let exchange = match workers {
            RatingWorkers::Threads(work) => {
                let rate = |port: &WorkerPort<_, _>| finisher.rate(port, work);
                return pump.run_with(source, self.threads, rate, sink);
            }
            RatingWorkers::Exchange(exchange) => exchange,
        };
        let end = pump.run_with(source, 1, |port| exchange.rate(port, finisher), sink)?;
        match exchange.failure() {
            Some(reason) => Err(Error::Workers(reason)),
            None => Ok(end),
        }
    }
}

/// Turns a batch and the ratings of its puzzles into the results of a job.
pub(super) struct BatchFinisher<'a> {
    /// The inputs of the job.
    pub sources: &'a [Source],
    /// Selects the rows to write.
    pub filter: Option<&'a RowFilter>,
    /// The ratings to add to a table, if that is the job.
    pub addition: Option<&'a Addition>,
    /// The results of earlier runs.
    pub known: &'a KnownResults,
    /// The lines that are being rated.
    pub at_work: &'a LinesAtWork,
    /// Takes the results of batches that are slow or end early.
    pub ahead: Sender<ResultAhead>,
}

impl BatchFinisher<'_> {
    /// Takes batches from the port and returns them rated, until there are no more or the job is
    /// stopping.
    fn rate(&self, port: &WorkerPort<RecordBatch, RatedBatch>, work: &dyn Work) {
        let rate = |puzzle: &dyn Instance| {
            let rated = port.attempt(|| rate_one(puzzle, work))?;
            Some(rated.unwrap_or_else(|panic| resume_unwind(panic)))
        };
        for (id, batch) in &port.tasks {
            let finish = || self.finish(batch, rate, || port.is_stopping());
            let finished = match catch_unwind(AssertUnwindSafe(finish)) {
                Ok(None) => return,
                Ok(Some(finished)) => Ok(finished),
                Err(panic) => Err(panic),
            };
            if port.put(id, finished).is_err() || port.is_stopping() {
                return;
            }
        }
    }

    /// Finishes a batch. `rate` is called for each of its puzzles whose result is not known, in
    /// order. Returns `None` if the job is stopping or `rate` has no answer: then the results so
    /// far are saved.
    pub(super) fn finish(
        &self,
        batch: RecordBatch,
        mut rate: impl FnMut(&dyn Instance) -> Option<RatedRow>,
        is_stopping: impl Fn() -> bool,
    ) -> Option<RatedBatch> {
        let start = Instant::now();
        let mut rated = RatedBatch {
            cost: batch.cost(),
            entries: Vec::with_capacity(batch.records.len()),
            unsaved: Vec::with_capacity(batch.records.len()),
            mark: batch.mark,
            kept: batch.kept,
            kept_types: batch.kept_types,
        };
        for record in batch.records {
            let id = RecordId::of(&record, &rated.kept);
            if let Some(result) = self.known.get(id) {
                rated.entries.push(result.clone());
                rated.unsaved.push(None);
                continue;
            }
            let place = (record.input, record.line);
            let result = || self.result(record, &rated.kept, &mut rate);
            let result = if is_stopping() {
                None
            } else {
                self.at_work.during(place, result)
            };
            let Some(result) = result else {
                self.save(&mut rated);
                return None;
            };
            rated.entries.push(result);
            rated.unsaved.push(Some(id));
            if start.elapsed() >= SLOW {
                self.save(&mut rated);
            }
        }
        Some(rated)
    }

    /// The result of a record, or `None` if its puzzle has no rating because it was halted.
    fn result(
        &self,
        record: NumberedRecord,
        kept: &[String],
        mut rate: impl FnMut(&dyn Instance) -> Option<RatedRow>,
    ) -> Option<RecordResult> {
        if let Some(addition) = self.addition {
            return self.added(addition, record, kept, rate);
        }
        let row = record.row;
        let mut is_halted = false;
        let rated = run_on_record(self.sources, record, |puzzle| {
            rate(puzzle).unwrap_or_else(|| {
                is_halted = true;
                Err(String::new())
            })
        });
        if is_halted {
            return None;
        }
        let (given, numbers) = match rated {
            Ok(rated) => rated,
            Err(reject) => return Some(RecordResult::Reject(reject)),
        };
        let row = Row {
            row,
            comment: given.comment,
            kept: given.kept,
            ..numbers
        };
        let left_out = self.filter.and_then(|filter| filter.leaves_out(&row, kept));
        Some(left_out.map_or(RecordResult::Row(row), RecordResult::LeftOut))
    }

    /// The result of a row of a table to which ratings are added.
    fn added(
        &self,
        addition: &Addition,
        record: NumberedRecord,
        names: &[String],
        mut rate: impl FnMut(&dyn Instance) -> Option<RatedRow>,
    ) -> Option<RecordResult> {
        let row = record.row;
        // Every row with a puzzle is written, whatever its ratings.
        let given = run_on_record(self.sources, record, |_| Ok::<_, String>(()));
        let (given, ()) = match given {
            Ok(given) => given,
            Err(reject) => return Some(RecordResult::Reject(reject)),
        };
        let (puzzle, mut is_halted) = (given.puzzle.as_ref(), false);
        let result = addition.result(row, puzzle, names, given.kept, || {
            rate(puzzle).unwrap_or_else(|| {
                is_halted = true;
                Err(String::new())
            })
        });
        (!is_halted).then_some(result)
    }

    /// Hands over results that were not saved yet.
    fn save(&self, rated: &mut RatedBatch) {
        for result in rated.take_unsaved() {
            // Nobody takes them in a job that cannot be resumed.
            let _ = self.ahead.send(result);
        }
    }

    /// Saves the results of a batch that is not finished, from the answers so far.
    pub(super) fn abandon(&self, batch: RecordBatch, answers: Vec<Option<RatedRow>>) {
        let mut answers = answers.into_iter();
        for record in batch.records {
            let id = RecordId::of(&record, &batch.kept);
            let is_asked = record.content.is_ok() && self.known.get(id).is_none();
            let answer = is_asked.then(|| answers.next().flatten()).flatten();
            if let Some(answer) = answer
                && let Some(result) = self.result(record, &batch.kept, |_| Some(answer.clone()))
            {
                let _ = self.ahead.send((id, result));
            }
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
            // Ratings are added: the condition is about the rows to rate.
            Keep::Whole => return Ok(None),
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
        if job.reading.keep == Keep::Whole {
            return Ok(());
        }
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
