//! Jobs with one answer per record, in the order of the inputs: plain lines in, plain lines
//! out, for any number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::error::Error;
use super::feed::{FeedEnd, ReadAhead, RecordFeed, Stopped};
use super::inputs::{check_columns, fraction_done, report_skipped, with_digests};
use super::pump::{Pump, Sink};
use super::records::{InputCheckpoint, RecordBatch, Reject, run_on_record};
use super::waiting::LinesAtWork;
use super::{Control, Observer, Snapshot, catch_defect};
use crate::input::{PuzzleRecord, ReadOptions};
use crate::io::FoundInputs;
use crate::table::Input;
use gradus_csp::Instance;

/// Bytes of the records in progress.
const WINDOW: usize = 32 << 20;

/// A job: its inputs, and how they are read.
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
    /// The comment of the puzzle.
    pub comment: Option<String>,
    /// The result of the worker.
    pub result: R,
}

/// The number of puzzles read and of lines rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReadCounts {
    /// Puzzles with an answer.
    pub puzzles: u64,
    /// Lines without one.
    pub rejected: u64,
}

/// The outcome of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All inputs were read: the counts, and the inputs with their digests unless the job has
    /// a limit.
    Done(ReadCounts, Vec<Input>),
    /// The job was stopped.
    Interrupted(ReadCounts),
}

/// Runs a job. Each batch of puzzles has its own worker, a function of the row and the puzzle
/// that returns an answer or why the puzzle is rejected. `take` receives the answers in the
/// order of the inputs, and is called regularly with `None` while there are no answers.
pub(crate) fn run<R: Send, W: FnMut(u64, &dyn Instance) -> Result<R, String>>(
    job: &Job,
    worker: impl Fn() -> W + Sync,
    take: &mut dyn FnMut(Option<Answer<R>>) -> Result<(), Error>,
    control: &mut Control,
) -> Result<Outcome, Error> {
    check_columns(&job.found.sources, &job.reading, control.stop)?;
    report_skipped(&job.found, control.observer);
    let feed = RecordFeed {
        // A limited job does not read its inputs to their end.
        digests: job.limit.is_none(),
        ..RecordFeed::new(&job.found, &job.reading, job.limit)
    };
    let at_work = LinesAtWork::default();
    let mut sink = AnswerSink {
        job,
        at_work: &at_work,
        take,
        observer: control.observer,
        mark: InputCheckpoint::default(),
        ahead: feed.ahead.clone(),
        counts: ReadCounts::default(),
    };
    for reject in feed.unreadable_inputs() {
        if job.strict {
            return Err(reject.into());
        }
        // They are already reported.
        sink.counts.rejected += 1;
    }
    let work = |batch: RecordBatch| {
        let mut worker = worker();
        let records = batch.records.into_iter();
        let answers = records.map(|record| {
            let (row, place) = (record.row, (record.input, record.line));
            let work = |puzzle: &dyn Instance| catch_defect(|| worker(row, puzzle))?;
            let found = || run_on_record(&job.found.sources, record, work);
            let found = at_work.during(place, found);
            found.map(|(PuzzleRecord { comment, .. }, result)| Answer { comment, result })
        });
        (answers.collect::<Vec<_>>(), batch.mark)
    };
    let stop = control.stop;
    let pump = Pump {
        threads: job.threads,
        window: WINDOW,
        stop,
    };
    let fed = pump.run(|queue| feed.run(queue), work, &mut sink)?;
    let counts = sink.counts;
    match fed {
        Some(Ok(FeedEnd { digests, .. })) if !stop.load(Ordering::Relaxed) => {
            let inputs = with_digests(&job.found.sources, digests);
            Ok(Outcome::Done(counts, inputs))
        }
        Some(Err(Stopped::Broken(_, error))) => Err(error),
        _ => Ok(Outcome::Interrupted(counts)),
    }
}

/// Passes answers on and reports progress.
struct AnswerSink<'a, R> {
    job: &'a Job,
    at_work: &'a LinesAtWork,
    take: &'a mut dyn FnMut(Option<Answer<R>>) -> Result<(), Error>,
    observer: &'a mut dyn Observer,
    mark: InputCheckpoint,
    ahead: ReadAhead,
    counts: ReadCounts,
}

type AnsweredBatch<R> = (Vec<Result<Answer<R>, Reject>>, InputCheckpoint);

impl<R> Sink<AnsweredBatch<R>> for AnswerSink<'_, R> {
    type Error = Error;

    fn accept(&mut self, (answers, mark): AnsweredBatch<R>) -> Result<ControlFlow<()>, Error> {
        self.mark = mark;
        for answer in answers {
            match answer {
                Ok(answer) => {
                    self.counts.puzzles += 1;
                    (self.take)(Some(answer))?;
                }
                Err(reject) if self.job.strict => return Err(reject.into()),
                Err(reject) => {
                    self.counts.rejected += 1;
                    self.observer.rejected(&reject.bad.reason);
                    self.observer.warn(&Error::from(reject).to_string());
                }
            }
        }
        self.show();
        Ok(ControlFlow::Continue(()))
    }

    fn tick(&mut self) -> Result<(), Error> {
        (self.take)(None)?;
        self.show();
        Ok(())
    }

    fn overdue(&mut self) -> Result<(), Error> {
        (self.take)(None)?;
        self.observer.overdue(self.counts.puzzles);
        Ok(())
    }
}

impl<R> AnswerSink<'_, R> {
    fn show(&mut self) {
        let found = &self.job.found;
        let end = self.job.reading.end(self.job.limit);
        self.ahead.report_columns(self.observer);
        self.observer.progress(&Snapshot {
            rows: self.counts.puzzles,
            rows_before: 0,
            rejected: self.counts.rejected,
            share: fraction_done(found, end, &self.mark, &self.ahead),
            waiting: self.at_work.first(&found.sources),
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
    format!("not a 9×9 Sudoku but {what}: {only}")
}
