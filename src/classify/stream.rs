//! A classify job into a stream of JSON lines, without a journal: it cannot be resumed.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::bounded;

use super::journal::{DurablePoint, KnownResults, RecordResult};
use super::spec::{Job, Outcome};
use super::tally::{ClassifyProgress, Tally};
use super::work::{BatchFinisher, RatedBatch, RatingWorkers, RowFilter};
use crate::io::{Compression, Encoder};
use crate::job::feed::Stopped;
use crate::job::inputs::{check_columns, report_skipped};
use crate::job::pump::Sink;
use crate::job::waiting::LinesAtWork;
use crate::job::{Error, Observer};
use crate::table::JsonWriter;
use crate::table::{Columns, TableWriter};
use gradus_puzzles::kind_named;

/// Runs a job into a stream. The observer is warned of rejected lines.
pub(crate) fn stream(
    job: &Job,
    output: impl Write + Send,
    workers: RatingWorkers,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    check_columns(&job.found.sources, &job.reading, stop)?;
    let output = Encoder::new(output, Compression::None).map_err(failed)?;
    let filter = RowFilter::new(job)?;
    let names = &job.request.names;
    report_skipped(&job.found, observer);
    let feed = job.feed(Vec::new(), false);
    let at_work = LinesAtWork::default();
    // Without a journal, nothing is known before and nothing is saved.
    let known = KnownResults::default();
    let finisher = BatchFinisher {
        sources: &job.found.sources,
        filter: filter.as_ref(),
        addition: None,
        known: &known,
        at_work: &at_work,
        ahead: bounded(0).0,
    };
    let mut sink = StreamSink {
        job,
        output: JsonWriter::new(output, job.infinite.columns(&Columns::of(names))),
        columns: Columns::of(names),
        kept: 0,
        has_kinds: false,
        observer,
        tally: Tally::new(names),
        progress: ClassifyProgress::new(job, 0, feed.ahead.clone(), &at_work),
        now: DurablePoint::default(),
    };
    let rejects = feed.unreadable_inputs().map(RecordResult::Reject);
    sink.take(RatedBatch::unread(rejects.collect()))?;
    let fed = job.rate(&feed, &finisher, workers, stop, &mut sink)?;
    Box::new(sink.output).finish().map_err(failed)?;
    match fed {
        Some(Ok(ended)) if !stop.load(Ordering::Relaxed) => {
            RowFilter::confirm(job, &ended.kept)?;
            Ok(Outcome::Done {
                tally: sink.tally,
                before: 0,
            })
        }
        Some(Err(Stopped::Broken(_, error))) => Err(error),
        _ => Ok(Outcome::Interrupted {
            rows: sink.tally.rated(),
        }),
    }
}

struct StreamSink<'a> {
    job: &'a Job,
    output: JsonWriter<'a>,
    /// The columns of the rows.
    columns: Columns,
    /// The number of kept columns of the output.
    kept: usize,
    /// True once a puzzle was not a 9×9 Sudoku: the rows after it name their kinds.
    has_kinds: bool,
    observer: &'a mut dyn Observer,
    tally: Tally,
    now: DurablePoint,
    progress: ClassifyProgress<'a>,
}

impl StreamSink<'_> {
    fn take(&mut self, batch: RatedBatch) -> Result<(), Error> {
        self.now.mark = batch.mark;
        let names_kind = |result: &RecordResult| match result {
            RecordResult::Row(row) => kind_named(&row.puzzle).is_some(),
            RecordResult::Reject(_) | RecordResult::LeftOut(_) | RecordResult::Skipped(..) => false,
        };
        let has_kinds = self.has_kinds || batch.entries.iter().any(names_kind);
        if batch.kept.len() > self.kept || has_kinds != self.has_kinds {
            (self.kept, self.has_kinds) = (batch.kept.len(), has_kinds);
            let columns = Columns::of(&self.job.request.names).with_kinds(has_kinds);
            self.output
                .set_columns(columns.with(&batch.kept, &batch.kept_types));
        }
        for result in batch.entries {
            self.progress.count(&result);
            self.now.count(&result);
            self.tally.add(&result);
            match result {
                RecordResult::Row(row) | RecordResult::Skipped(row, _) => {
                    let row = self.job.infinite.row(&self.columns, &row);
                    self.output.write(&row).map_err(failed)?;
                }
                RecordResult::LeftOut(_) => {}
                RecordResult::Reject(reject) if self.job.strict => {
                    self.output.flush().map_err(failed)?;
                    return Err(reject.into());
                }
                RecordResult::Reject(reject) => {
                    self.observer.rejected(&reject.bad.reason);
                    self.observer.warn(&Error::from(reject).to_string());
                }
            }
        }
        self.tick()
    }
}

impl Sink<RatedBatch> for StreamSink<'_> {
    type Error = Error;

    fn accept(&mut self, batch: RatedBatch) -> Result<ControlFlow<()>, Error> {
        self.take(batch).map(ControlFlow::Continue)
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(failed)?;
        self.progress.show(&self.now, 0, self.observer);
        Ok(())
    }

    fn overdue(&mut self) -> Result<(), Error> {
        self.output.flush().map_err(failed)?;
        self.observer.overdue(self.tally.rated());
        Ok(())
    }
}

fn failed(error: std::io::Error) -> Error {
    Error::output(Path::new("standard output"), error)
}
