//! A job: puzzles streamed from the inputs, worked on by all cores, and taken in order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::classify::entry::Reject;
use crate::classify::feed::{Batch, Feed, Mark, ReadAhead, Stopped};
use crate::classify::job::{introduce, share};
use crate::classify::work::run_on_record;
use crate::input::{Given, Reading};
use crate::io::Found;
use crate::job::pump::{Pump, Sink};
use crate::job::{Error, Observer, Shard, Snapshot};
use gradus_csp::Instance;

/// Bytes under way, read and not yet taken.
const WINDOW: usize = 32 << 20;

/// What is to be read, and by how many.
#[derive(Debug)]
pub struct Job {
    /// Where the puzzles are.
    pub found: Found,
    /// How tables are read.
    pub reading: Reading,
    /// Puzzles to read at most.
    pub limit: Option<u64>,
    /// Whether a bad line stops the job.
    pub strict: bool,
    /// Workers.
    pub threads: usize,
}

/// What became of a puzzle.
#[derive(Debug)]
pub struct Answer<R> {
    /// The number of the puzzle among all puzzles of the inputs, from 0.
    pub row: u64,
    /// Its comment.
    pub comment: Option<String>,
    /// What the worker made of it.
    pub result: R,
}

/// Where answers go, in the order of the inputs.
pub trait Taker<R> {
    /// Takes an answer.
    fn take(&mut self, answer: Answer<R>) -> Result<(), Error>;

    /// Is called now and then, answers or not.
    fn tick(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// How many puzzles were read, and how many lines rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Puzzles with an answer.
    pub puzzles: u64,
    /// Lines without one.
    pub rejected: u64,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All inputs were read.
    Done(Counts),
    /// The job was asked to stop.
    Interrupted(Counts),
}

/// Runs a job. Each batch of puzzles gets a worker of its own, a function of the row and
/// the puzzle that returns why there is no answer if there is none.
pub fn run<R: Send, W: FnMut(u64, &dyn Instance) -> Result<R, String>>(
    job: &Job,
    worker: impl Fn() -> W + Sync,
    taker: &mut dyn Taker<R>,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    introduce(&job.found, observer);
    let feed = job.feed();
    let mut standing = Standing {
        job,
        taker,
        observer,
        mark: Mark::default(),
        ahead: feed.ahead.clone(),
        counts: Counts::default(),
    };
    for reject in feed.unreadable_inputs() {
        if job.strict {
            return Err(reject.into());
        }
        // They were reported already.
        standing.counts.rejected += 1;
    }
    let work = |batch: Batch| {
        let mut worker = worker();
        let records = batch.records.into_iter();
        let answers = records.map(|record| {
            let row = record.row;
            let found = run_on_record(&job.found.sources, record, |puzzle| worker(row, puzzle));
            found.map(|(Given { comment, .. }, result)| Answer {
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
    let fed = pump.run(|queue| feed.run(queue), work, &mut standing)?;
    let counts = standing.counts;
    match fed {
        Some(Ok(_)) if !stop.load(Ordering::Relaxed) => Ok(End::Done(counts)),
        Some(Err(Stopped::Broken(_, error))) => Err(error),
        _ => Ok(End::Interrupted(counts)),
    }
}

impl Job {
    fn feed(&self) -> Feed<'_> {
        Feed {
            sources: &self.found.sources,
            unreadable: &self.found.unreadable,
            shard: Shard::WHOLE,
            reading: &self.reading,
            limit: self.limit.unwrap_or(u64::MAX),
            passed: Vec::new(),
            ahead: ReadAhead::default(),
        }
    }
}

/// A job on its way.
struct Standing<'a, R> {
    job: &'a Job,
    taker: &'a mut dyn Taker<R>,
    observer: &'a mut dyn Observer,
    mark: Mark,
    ahead: ReadAhead,
    counts: Counts,
}

impl<R> Standing<'_, R> {
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

type Answers<R> = (Vec<Result<Answer<R>, Reject>>, Mark);

impl<R> Sink<Answers<R>> for Standing<'_, R> {
    type Error = Error;

    fn accept(&mut self, (answers, mark): Answers<R>) -> Result<ControlFlow<()>, Error> {
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

impl<R> Standing<'_, R> {
    fn show(&mut self) {
        let (found, limit) = (&self.job.found, self.job.limit);
        self.observer.progress(&Snapshot {
            rows: self.counts.puzzles,
            rows_before: 0,
            rejected: self.counts.rejected,
            share: share(found, limit, &self.mark, &self.ahead),
            note: None,
        });
    }
}
