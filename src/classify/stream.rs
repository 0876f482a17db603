//! A job whose rows go straight to a stream, as JSON lines: nothing is kept, so
//! nothing can be resumed.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::entry::Entry;
use super::feed::Stopped;
use super::filter::RowFilter;
use super::frames::Point;
use super::job::{End, Job, introduce};
use super::standing::Standing;
use super::tally::Tally;
use super::work::{BatchFinisher, RatedBatch, RatingPool, RatingWorkers};
use crate::io::{Compression, Encoder};
use crate::job::pump::Sink;
use crate::job::{Error, Observer};
use crate::table::jsonl::JsonWriter;
use crate::table::{Columns, TableWriter};
use gradus_puzzles::kind_named;

/// Runs a job into a stream; the observer is warned of rejected lines.
pub fn stream(
    job: &Job,
    output: impl Write + Send,
    workers: &impl RatingWorkers,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let output = Encoder::new(output, Compression::None).map_err(failed)?;
    let filter = RowFilter::of(job)?;
    let names = &job.request.names;
    introduce(&job.found, observer);
    let mut sink = StreamSink {
        job,
        output: JsonWriter::new(output, Columns::of(names)),
        kept: 0,
        has_kinds: false,
        observer,
        tally: Tally::new(names),
        standing: Standing::new(job, Point::default()),
    };
    let feed = job.feed(Vec::new());
    sink.standing.ahead = feed.ahead.clone();
    sink.take(feed.first())?;
    let finisher = BatchFinisher {
        sources: &job.found.sources,
        filter: filter.as_ref(),
    };
    let pool = RatingPool { workers, finisher };
    let pump = job.pump(stop);
    let fed = pump.run_with(|queue| feed.run(queue), &pool, &mut sink)?;
    Box::new(sink.output).finish().map_err(failed)?;
    if let Some(reason) = workers.failure() {
        return Err(Error::Workers(reason));
    }
    match fed {
        Some(Ok(ended)) if !stop.load(Ordering::Relaxed) => {
            RowFilter::confirm(job, &ended.kept)?;
            Ok(End::Done {
                tally: sink.tally,
                before: 0,
            })
        }
        Some(Err(Stopped::Broken(_, error))) => Err(error),
        _ => Ok(End::Interrupted {
            rows: sink.tally.rated(),
        }),
    }
}

struct StreamSink<'a> {
    job: &'a Job,
    output: JsonWriter<'a>,
    /// Kept columns that the output knows.
    kept: usize,
    /// Whether a puzzle was no 9×9 Sudoku: the rows from there on name their kinds.
    has_kinds: bool,
    observer: &'a mut dyn Observer,
    tally: Tally,
    standing: Standing<'a>,
}

impl StreamSink<'_> {
    fn take(&mut self, done: RatedBatch) -> Result<(), Error> {
        self.standing.advance(&done);
        let names_kind = |entry: &Entry| match entry {
            Entry::Row(row) => kind_named(&row.puzzle).is_some(),
            Entry::Reject(_) | Entry::LeftOut(_) => false,
        };
        let has_kinds = self.has_kinds || done.entries.iter().any(names_kind);
        if done.kept.len() > self.kept || has_kinds != self.has_kinds {
            (self.kept, self.has_kinds) = (done.kept.len(), has_kinds);
            let columns = Columns::of(&self.job.request.names).with_kinds(has_kinds);
            self.output.set_columns(columns.with(&done.kept));
        }
        for entry in done.entries {
            match entry {
                Entry::Row(row) => {
                    self.output.write(&row).map_err(failed)?;
                    self.tally.add(&row);
                    self.standing.count(&row);
                }
                Entry::LeftOut(why) => {
                    self.tally.leave_out(why);
                    self.standing.leave_out();
                }
                Entry::Reject(reject) if self.job.strict => {
                    self.output.flush().map_err(failed)?;
                    return Err(reject.into());
                }
                Entry::Reject(reject) => {
                    self.tally.reject(&reject);
                    self.standing.rejected += 1;
                    self.observer.warn(&Error::from(reject).to_string());
                }
            }
        }
        self.tick()
    }
}

impl Sink<RatedBatch> for StreamSink<'_> {
    type Error = Error;

    fn accept(&mut self, done: RatedBatch) -> Result<ControlFlow<()>, Error> {
        self.take(done).map(ControlFlow::Continue)
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(failed)?;
        self.standing.show(self.observer);
        Ok(())
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::output(Path::new("standard output"), error)
}
