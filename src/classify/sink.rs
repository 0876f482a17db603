//! Where the entries of a job go: into its journal, durable within a fifth of a second.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::entry::{Entry, Reject};
use super::feed::{Ended, Stopped};
use super::filter::RowFilter;
use super::frames::{Frame, Recovered};
use super::job::Job;
use super::standing::Standing;
use super::work::{BatchFinisher, RatedBatch, RatingPool, RatingWorkers};
use crate::io::overwrite::Existing;
use crate::job::pump::Sink;
use crate::job::{Error, Journal, Observer};

/// Appends entries to the journal, and shows how far the job is.
pub(crate) struct JournalSink<'a> {
    job: &'a Job,
    /// The journal.
    pub journal: Journal<Frame>,
    /// Who is shown.
    pub observer: &'a mut dyn Observer,
    /// How far the job is.
    pub standing: Standing<'a>,
    pending: Vec<Entry>,
    pending_bytes: usize,
    flushed: Instant,
}

/// Entries are made durable at least this often, as far as there are any.
const FLUSH: Duration = Duration::from_millis(200);

/// Or when they take this many bytes.
const PENDING: usize = 8 << 20;

impl<'a> JournalSink<'a> {
    /// Appends to a journal from where it is.
    pub(crate) fn new(
        job: &'a Job,
        journal: Journal<Frame>,
        recovered: &Recovered,
        observer: &'a mut dyn Observer,
    ) -> Self {
        JournalSink {
            job,
            journal,
            observer,
            standing: Standing::new(job, recovered.last()),
            pending: Vec::new(),
            pending_bytes: 0,
            flushed: Instant::now(),
        }
    }

    /// Runs the job to the end of its inputs; none if it was asked to stop.
    pub(crate) fn fill(
        &mut self,
        recovered: &mut Recovered,
        workers: &impl RatingWorkers,
        filter: Option<&RowFilter>,
        stop: &AtomicBool,
    ) -> Result<Option<Ended>, Error> {
        let job = self.job;
        let passed = recovered.points.iter().map(|point| point.mark);
        let feed = job.feed(passed.collect());
        self.standing.ahead = feed.ahead.clone();
        if recovered.points.is_empty() {
            self.take(feed.first())?;
        }
        let sources = &job.found.sources;
        let finisher = BatchFinisher { sources, filter };
        let pool = RatingPool { workers, finisher };
        let pump = job.pump(stop);
        let fed = pump.run_with(|queue| feed.run(queue), &pool, self)?;
        self.flush()?;
        if let Some(reason) = workers.failure() {
            return Err(Error::Workers(reason));
        }
        match fed {
            Some(Ok(_)) if stop.load(Ordering::Relaxed) => Ok(None),
            Some(Ok(ended)) => {
                self.journal.append(&Frame::End(ended.clone()))?;
                Ok(Some(ended))
            }
            None | Some(Err(Stopped::QueueClosed)) => Ok(None),
            Some(Err(Stopped::Broken(input, error))) => {
                self.break_off(&sources[input].name)?;
                Err(error)
            }
            Some(Err(Stopped::Changed(agreed))) if recovered.broken.is_some() => {
                self.go_back(recovered, agreed)?;
                self.fill(recovered, workers, filter, stop)
            }
            Some(Err(Stopped::Changed(agreed))) => {
                let records = recovered.points[agreed].mark.records;
                Err(Error::Changed {
                    path: self.journal.path().to_path_buf(),
                    difference: format!("the first {records} lines of the inputs are others"),
                })
            }
        }
    }

    /// Goes back to the last point that the inputs, now mended, lead to: a fault may
    /// be older than it shows, as a checksum comes after what it is of.
    fn go_back(&mut self, recovered: &mut Recovered, agreed: usize) -> Result<(), Error> {
        recovered.points.truncate(agreed);
        let last = recovered.last();
        self.journal.cut(last.place)?;
        self.journal.append(&Frame::Job(recovered.job.clone()))?;
        if recovered.existing == Existing::Replace {
            self.journal.append(&Frame::Replaces)?;
        }
        let broken = recovered.broken.clone().unwrap_or_default();
        self.journal.append(&Frame::Broken(broken))?;
        self.standing = Standing::new(self.job, last);
        Ok(())
    }

    fn take(&mut self, done: RatedBatch) -> Result<(), Error> {
        for entry in &done.entries {
            match entry {
                Entry::Row(row) => self.standing.count(row),
                Entry::Reject(reject) if self.job.strict => {
                    return Err(self.stop_at(reject.clone()));
                }
                Entry::Reject(_) => self.standing.rejected += 1,
                Entry::LeftOut(_) => self.standing.leave_out(),
            }
        }
        self.standing.advance(&done);
        self.pending_bytes += done.cost;
        self.pending.extend(done.entries);
        if self.pending_bytes >= PENDING {
            self.flush()?;
        }
        self.tick()
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        if self.pending.is_empty() {
            return Ok(());
        }
        self.pending_bytes = 0;
        let entries = std::mem::take(&mut self.pending);
        let frame = Frame::Entries(entries, self.standing.mark);
        self.journal.append(&frame)
    }

    /// Stops a strict job at a bad line, which may be mended.
    fn stop_at(&mut self, reject: Reject) -> Error {
        match self.break_off(&reject.input) {
            Ok(()) => Error::from(reject),
            Err(error) => error,
        }
    }

    /// Notes at which input the job stopped.
    fn break_off(&mut self, input: &str) -> Result<(), Error> {
        self.flush()?;
        self.journal.append(&Frame::Broken(input.to_string()))
    }
}

impl Sink<RatedBatch> for JournalSink<'_> {
    type Error = Error;

    fn accept(&mut self, done: RatedBatch) -> Result<ControlFlow<()>, Error> {
        self.take(done).map(ControlFlow::Continue)
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.standing.show(self.observer);
        match self.flushed.elapsed() >= FLUSH {
            true => self.flush(),
            false => Ok(()),
        }
    }
}
