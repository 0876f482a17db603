//! What keeps the verdicts of a hunt: they go into its state and into its journal, durable
//! within a fifth of a second.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::cascade::Tally;
use super::frames::Frame;
use super::generation::Guard;
use super::job::Job;
use super::judge::Verdict;
use super::standing::Standing;
use super::state::{Opened, State};
use super::watch::Watch;
use crate::job::pump::Sink;
use crate::job::{Error, Journal, Observer};

/// Verdicts are made durable at least this often, as far as there are any.
const FLUSH: Duration = Duration::from_millis(200);

/// Keeps verdicts, and shows how far the hunt is.
pub(super) struct Keeper<'a> {
    job: &'a Job,
    /// Where the hunt is.
    pub(super) state: State,
    /// The journal.
    pub(super) journal: Journal<Frame>,
    /// Where the best finds are written as they are found.
    pub(super) watch: Watch<'a>,
    /// What the stages took in this run.
    pub(super) times: Tally,
    /// Who is shown.
    pub(super) observer: &'a mut dyn Observer,
    standing: Standing<'a>,
    guard: Guard<'a>,
    pending: Vec<Verdict>,
    flushed: Instant,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(
        job: &'a Job,
        state: State,
        journal: Journal<Frame>,
        guard: Guard<'a>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Keeper {
            job,
            standing: Standing::new(job, &state),
            state,
            journal,
            watch: Watch::new(job),
            times: Tally::default(),
            observer,
            guard,
            pending: Vec::new(),
            flushed: Instant::now(),
        }
    }

    /// Begins to judge a generation.
    pub(super) fn open(&mut self, opened: Opened) -> Result<(), Error> {
        self.journal.append(&Frame::Opened(opened.clone()))?;
        self.state.open(opened);
        Ok(())
    }

    /// Makes durable what is there.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        if self.pending.is_empty() {
            return Ok(());
        }
        let verdicts = std::mem::take(&mut self.pending);
        self.journal.append(&Frame::Verdicts(verdicts))
    }

    fn take(&mut self, verdict: Verdict) -> Result<(), Error> {
        let rises = self.state.rises.len();
        self.state.take(self.job, &verdict);
        self.pending.push(verdict);
        if self.state.rises.len() > rises {
            self.standing.rise();
            self.watch.write(&self.state)?;
        }
        Ok(())
    }
}

impl Sink<(Verdict, Tally)> for Keeper<'_> {
    type Error = Error;

    fn accept(&mut self, (verdict, times): (Verdict, Tally)) -> Result<ControlFlow<()>, Error> {
        self.times.add_times(&times);
        self.take(verdict)?;
        self.tick()?;
        Ok(ControlFlow::Continue(()))
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.guard.look();
        self.standing.show(&self.state, &self.times, self.observer);
        match self.flushed.elapsed() >= FLUSH {
            true => self.flush(),
            false => Ok(()),
        }
    }
}
