//! Jobs with one answer per record, in the order of the inputs: plain lines in, plain lines
//! out, for any number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::asked::with_digests;
use super::defect::catch_defect;
use super::error::Error;
use super::feed::{
    Batch, Ended, Mark, ReadAhead, RecordFeed, Stopped, fraction_done, report_skipped,
    run_on_record,
};
use super::observe::{Observer, Snapshot};
use super::pump::{Pump, Sink};
use super::rejects::Reject;
use super::shard::Shard;
use crate::input::{PuzzleRecord, ReadOptions};
use crate::io::FoundInputs;
use crate::table::Input;
use gradus_csp::Instance;

/// Bytes of the records in progress.
const WINDOW: usize = 32 << 20;

/// What to read, and with how many threads.
#[derive(Debug)]
pub struct Job {
    /// The inputs.
    pub found: FoundInputs,
    /// How tables are read.
    pub reading: ReadOptions,
    /// The number of puzzles to read at most.
    pub limit: Option<u64>,
    /// True if a bad line stops the job.
    pub strict: bool,
    /// Number of threads.
    pub threads: usize,
}

/// The answer to a puzzle.
#[derive(Debug)]
pub(crate) struct Answer<R> {
    /// The number of the puzzle among all puzzles of the inputs, from 0.
    pub row: u64,
    /// Its comment.
    pub comment: Option<String>,
    /// The result of the worker.
    pub result: R,
}

/// Receives answers in the order of the inputs.
pub(crate) trait Taker<R> {
    /// Receives an answer.
    fn take(&mut self, answer: Answer<R>) -> Result<(), Error>;

    /// Called regularly while there are no answers.
    fn tick(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The number of puzzles read and of lines rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCounts {
    /// Puzzles with an answer.
    pub puzzles: u64,
    /// Lines without one.
    pub rejected: u64,
}

/// The outcome of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All inputs were read: the counts, and the inputs with their digests unless the job has
    /// a limit.
    Done(ReadCounts, Vec<Input>),
    /// The job was stopped.
    Interrupted(ReadCounts),
}

/// Runs a job. Each batch of puzzles has its own worker, a function of the row and the puzzle
/// that returns an answer or the reason why there is none.
pub(crate) fn run<R: Send, W: FnMut(u64, &dyn Instance) -> Result<R, String>>(
    job: &Job,
    worker: impl Fn() -> W + Sync,
    taker: &mut dyn Taker<R>,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    report_skipped(&job.found, observer);
    let feed = job.feed();
    let mut progress = LineSink {
        job,
        taker,
        observer,
        mark: Mark::default(),
        ahead: feed.ahead.clone(),
        counts: ReadCounts::default(),
    };
    for reject in feed.unreadable_inputs() {
        if job.strict {
            return Err(reject.into());
        }
        // They are already reported.
        progress.counts.rejected += 1;
    }
    let work = |batch: Batch| {
        let mut worker = worker();
        let records = batch.records.into_iter();
        let answers = records.map(|record| {
            let row = record.row;
            let found = run_on_record(&job.found.sources, record, |puzzle| {
                let answer = catch_defect(|| worker(row, puzzle));
                answer.unwrap_or_else(|defect| Err(defect.to_string()))
            });
            found.map(|(PuzzleRecord { comment, .. }, result)| Answer {
                row,
                comment,
                result,
            })
        });
        (answers.collect::<Vec<_>>(), batch.mark)
    };
    let pump = Pump {
        threads: job.threads,
        window: WINDOW,
        stop,
    };
    let fed = pump.run(|queue| feed.run(queue), work, &mut progress)?;
    let counts = progress.counts;
    match fed {
        Some(Ok(Ended { digests, .. })) if !stop.load(Ordering::Relaxed) => {
            let inputs = with_digests(&job.found.sources, digests);
            Ok(Outcome::Done(counts, inputs))
        }
        Some(Err(Stopped::Broken(_, error))) => Err(error),
        _ => Ok(Outcome::Interrupted(counts)),
    }
}

impl Job {
    fn feed(&self) -> RecordFeed<'_> {
        RecordFeed {
            sources: &self.found.sources,
            unreadable: &self.found.unreadable,
            shard: Shard::WHOLE,
            reading: &self.reading,
            limit: self.limit.unwrap_or(u64::MAX),
            passed: Vec::new(),
            // A limited job does not read its inputs to their end.
            digests: self.limit.is_none(),
            ahead: ReadAhead::default(),
        }
    }
}

/// Passes answers on and reports progress.
struct LineSink<'a, R> {
    job: &'a Job,
    taker: &'a mut dyn Taker<R>,
    observer: &'a mut dyn Observer,
    mark: Mark,
    ahead: ReadAhead,
    counts: ReadCounts,
}

impl<R> LineSink<'_, R> {
    fn reject(&mut self, reject: Reject) -> Result<(), Error> {
        let error = Error::from(reject);
        if self.job.strict {
            return Err(error);
        }
        self.counts.rejected += 1;
        self.observer.warn(&error.to_string());
        Ok(())
    }
}

type AnsweredBatch<R> = (Vec<Result<Answer<R>, Reject>>, Mark);

impl<R> Sink<AnsweredBatch<R>> for LineSink<'_, R> {
    type Error = Error;

    fn accept(&mut self, (answers, mark): AnsweredBatch<R>) -> Result<ControlFlow<()>, Error> {
        self.mark = mark;
        for answer in answers {
            match answer {
                Ok(answer) => {
                    self.counts.puzzles += 1;
                    self.taker.take(answer)?;
                }
                Err(reject) => self.reject(reject)?,
            }
        }
        self.show();
        Ok(ControlFlow::Continue(()))
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.taker.tick()?;
        self.show();
        Ok(())
    }
}

impl<R> LineSink<'_, R> {
    fn show(&mut self) {
        let (found, limit) = (&self.job.found, self.job.limit);
        self.observer.progress(&Snapshot {
            rows: self.counts.puzzles,
            rows_before: 0,
            rejected: self.counts.rejected,
            share: fraction_done(found, limit, &self.mark, &self.ahead),
            note: None,
        });
    }
}

/// The reason for rejecting a puzzle that is not a 9×9 Sudoku.
pub(crate) fn not_sudoku(puzzle: &dyn Instance, only: &str) -> String {
    let what = match puzzle.kind() {
        "sudoku" => "a larger or smaller one".to_string(),
        kind => format!("a puzzle of the kind {kind}"),
    };
    format!("no 9×9 Sudoku but {what}: {only}")
}
