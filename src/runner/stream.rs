//! A job whose rows go straight to a stream, as JSON lines: nothing is kept, so
//! nothing can be resumed.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::entry::Entry;
use super::error::Error;
use super::feed::{Mark, Stopped};
use super::job::{End, Job};
use super::observe::{Observer, Snapshot};
use super::pipeline::{Done, Sink, Work, pump};
use super::sink::keep_hardest;
use super::tally::Tally;
use crate::table::jsonl::JsonWriter;
use crate::table::{Columns, Compression, Encoder, Row, TableWriter};

/// Runs a job into a stream; rejected lines are told to the observer.
pub fn stream(
    job: &Job,
    output: impl Write + Send,
    work: impl Work,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let output = Encoder::new(output, Compression::None).map_err(failed)?;
    let names = &job.request.names;
    let mut sink = StreamSink {
        job,
        output: JsonWriter::new(output, Columns::of(names)),
        observer,
        tally: Tally::new(names),
        bytes: 0,
        mark: Mark::default(),
        hardest: None,
    };
    let feed = job.feed(Vec::new());
    let entries = feed.unreadable().map(Entry::Reject).collect();
    sink.accept(Done {
        entries,
        mark: Mark::default(),
        bytes: 0,
        cost: 0,
    })?;
    let fed = pump(&feed, job.threads, &work, stop, &mut sink)?;
    Box::new(sink.output).finish().map_err(failed)?;
    let rows = sink.tally.rows;
    match fed {
        Ok(_) if stop.load(Ordering::Relaxed) => Ok(End::Interrupted { rows }),
        Ok(_) => Ok(End::Done {
            tally: sink.tally,
            before: 0,
        }),
        Err(Stopped::Broken(_, error)) => Err(error),
        Err(Stopped::Dismissed | Stopped::Changed(_)) => Ok(End::Interrupted { rows }),
    }
}

struct StreamSink<'a> {
    job: &'a Job,
    output: JsonWriter<'a>,
    observer: &'a mut dyn Observer,
    tally: Tally,
    bytes: u64,
    mark: Mark,
    hardest: Option<Row>,
}

impl Sink for StreamSink<'_> {
    fn accept(&mut self, done: Done) -> Result<(), Error> {
        for entry in done.entries {
            match entry {
                Entry::Row(row) => {
                    self.output.write(&row).map_err(failed)?;
                    self.tally.add(&row);
                    keep_hardest(&mut self.hardest, &row);
                }
                Entry::Reject(reject) if self.job.strict => {
                    self.output.flush().map_err(failed)?;
                    return Err(reject.into());
                }
                Entry::Reject(reject) => {
                    self.tally.rejected += 1;
                    self.observer.warn(&Error::from(reject).to_string());
                }
            }
        }
        self.bytes = done.bytes;
        self.mark = done.mark;
        self.tick()
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(failed)?;
        self.observer.progress(&Snapshot {
            rows: self.tally.rows,
            rows_before: 0,
            rejected: self.tally.rejected,
            share: self.job.share(self.bytes, self.mark.rows),
            hardest: self.hardest.as_ref(),
        });
        Ok(())
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::output(Path::new("standard output"), error)
}
