//! Where the entries of a job go: into its journal, durable within a second.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::entry::{Entry, Reject};
use super::error::Error;
use super::feed::{Ended, Mark, Stopped};
use super::job::Job;
use super::journal::{Frame, Journal, Recovered};
use super::observe::{Observer, Snapshot};
use super::pipeline::{Done, Sink, Work, pump};
use crate::rating::{Rating, Status};
use crate::table::Row;

/// Appends entries to the journal, and tells how far the job is.
pub struct JournalSink<'a> {
    job: &'a Job,
    /// The journal.
    pub journal: Journal,
    /// Who is told.
    pub observer: &'a mut dyn Observer,
    pending: Vec<Entry>,
    pending_bytes: usize,
    mark: Mark,
    bytes: u64,
    flushed: Instant,
    /// Rows that are done.
    pub rows: u64,
    rows_before: u64,
    /// Rejected lines.
    pub rejected: u64,
    hardest: Option<Row>,
}

/// Entries are made durable at least so often, as far as there are any.
const FLUSH: Duration = Duration::from_millis(200);

/// Or when they take so many bytes.
const PENDING: usize = 8 << 20;

impl<'a> JournalSink<'a> {
    /// Appends to a journal from where it is.
    pub fn new(
        job: &'a Job,
        journal: Journal,
        recovered: &Recovered,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let last = recovered.last();
        JournalSink {
            job,
            journal,
            observer,
            pending: Vec::new(),
            pending_bytes: 0,
            mark: last.mark,
            bytes: 0,
            flushed: Instant::now(),
            rows: last.rows,
            rows_before: last.rows,
            rejected: last.rejected,
            hardest: None,
        }
    }

    /// Runs the job to the end of its inputs; none if it was asked to stop.
    pub fn fill(
        &mut self,
        recovered: &mut Recovered,
        work: &impl Work,
        stop: &AtomicBool,
    ) -> Result<Option<(Mark, Vec<String>)>, Error> {
        let job = self.job;
        let passed = recovered.points.iter().map(|point| point.mark);
        let feed = job.feed(passed.collect());
        if recovered.points.is_empty() {
            let entries = feed.unreadable().map(Entry::Reject).collect();
            let (mark, bytes, cost) = (Mark::default(), 0, 0);
            self.accept(Done {
                entries,
                mark,
                bytes,
                cost,
            })?;
        }
        let fed = pump(&feed, job.threads, work, stop, self)?;
        self.flush()?;
        match fed {
            Ok(_) if stop.load(Ordering::Relaxed) => Ok(None),
            Ok(Ended { mark, generated }) => {
                self.journal.append(&Frame::End(mark, generated.clone()))?;
                self.journal.sync()?;
                Ok(Some((mark, generated)))
            }
            Err(Stopped::Dismissed) => Ok(None),
            Err(Stopped::Broken(input, error)) => {
                self.break_off(&job.found.sources[input].name)?;
                Err(error)
            }
            Err(Stopped::Changed(agreed)) if recovered.broken.is_some() => {
                self.go_back(recovered, agreed)?;
                self.fill(recovered, work, stop)
            }
            Err(Stopped::Changed(agreed)) => {
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
        self.journal.go_back(recovered.points.last())?;
        self.journal.append(&Frame::Job(recovered.job.clone()))?;
        let broken = recovered.broken.clone().unwrap_or_default();
        self.journal.append(&Frame::Broken(broken))?;
        self.journal.sync()?;
        let last = recovered.last();
        self.mark = last.mark;
        (self.rows, self.rows_before, self.rejected) = (last.rows, last.rows, last.rejected);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        if self.pending.is_empty() {
            return Ok(());
        }
        self.pending_bytes = 0;
        let entries = std::mem::take(&mut self.pending);
        self.journal.append(&Frame::Entries(entries, self.mark))?;
        self.journal.sync()
    }

    fn flush_in_time(&mut self) -> Result<(), Error> {
        match self.flushed.elapsed() >= FLUSH {
            true => self.flush(),
            false => Ok(()),
        }
    }

    fn tell(&mut self) {
        let share = self.job.share(self.bytes, self.mark.rows);
        self.observer.progress(&Snapshot {
            rows: self.rows,
            rows_before: self.rows_before,
            rejected: self.rejected,
            share,
            hardest: self.hardest.as_ref(),
        });
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
        self.journal.append(&Frame::Broken(input.to_string()))?;
        self.journal.sync()
    }
}

impl Sink for JournalSink<'_> {
    fn accept(&mut self, done: Done) -> Result<(), Error> {
        for entry in &done.entries {
            match entry {
                Entry::Row(row) => {
                    self.rows += 1;
                    keep_hardest(&mut self.hardest, row);
                }
                Entry::Reject(reject) if self.job.strict => {
                    return Err(self.stop_at(reject.clone()));
                }
                Entry::Reject(_) => self.rejected += 1,
            }
        }
        self.pending.extend(done.entries);
        self.pending_bytes += done.cost;
        self.mark = done.mark;
        self.bytes = done.bytes;
        self.tell();
        match self.pending_bytes >= PENDING {
            true => self.flush(),
            false => self.flush_in_time(),
        }
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.tell();
        self.flush_in_time()
    }
}

/// How hard a row is: its T&E depth, then its greatest rating.
fn hardness(row: &Row) -> (u8, u8) {
    let value = |rating: &Rating| match rating.status {
        Status::Infinite => 0,
        _ => rating.value.unwrap_or(0),
    };
    (
        row.te.unwrap_or(0),
        row.ratings.iter().map(value).max().unwrap_or(0),
    )
}

/// Keeps the harder of two rows, and of equals the first.
pub fn keep_hardest(hardest: &mut Option<Row>, row: &Row) {
    if hardest
        .as_ref()
        .is_none_or(|hardest| hardness(row) > hardness(hardest))
    {
        *hardest = Some(row.clone());
    }
}
