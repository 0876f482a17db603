//! A classify job into files, from its start or from where it was interrupted.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, unbounded};

use super::addition::{Addition, inherited};
use super::journal::{ClassifyFrame, DurablePoint, JobState, RecordResult};
use super::render::Rendering;
use super::spec::{Job, Outcome};
use super::tally::ClassifyProgress;
use super::work::{BatchFinisher, RatedBatch, RatingWorkers, ResultAhead, RowFilter};
use crate::job::durable::{self, DurableJob, Flow, JobFiles, JournalWriter};
use crate::job::feed::Stopped;
use crate::job::inputs::{check_columns, digested, report_skipped, with_digests};
use crate::job::journal::Offset;
use crate::job::pump::Sink;
use crate::job::waiting::LinesAtWork;
use crate::job::{Control, Error, Observer, Outputs, StartMode};
use crate::table::{Asked, Metadata};

/// The journal of a job.
type Log = JournalWriter<ClassifyFrame>;

/// Runs a job into files. The bytes do not depend on the workers.
pub fn run(
    job: &Job,
    outputs: &Outputs,
    mode: StartMode,
    workers: RatingWorkers,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut job = DurableClassify {
        job,
        outputs,
        workers,
        filter: None,
        addition: None,
    };
    durable::run(&mut job, mode, &mut Control { stop, observer })
}

/// A job into files.
struct DurableClassify<'a> {
    job: &'a Job,
    outputs: &'a Outputs,
    workers: RatingWorkers<'a>,
    filter: Option<RowFilter>,
    addition: Option<Addition>,
}

impl DurableJob for DurableClassify<'_> {
    type Frame = ClassifyFrame;
    type State = JobState;
    type Outcome = Outcome;

    fn files(&self) -> JobFiles<'_> {
        let sources = self.job.found.sources.iter();
        JobFiles {
            inputs: sources.filter_map(|it| it.path.as_deref()).collect(),
            finals: self.outputs.finals(),
            all: self.outputs.all(),
        }
    }

    fn asked(&mut self) -> Result<Asked, Error> {
        self.addition = Addition::new(self.job)?;
        self.filter = RowFilter::new(self.job)?;
        check_columns(
            &self.job.found.sources,
            &self.job.reading,
            &AtomicBool::new(false),
        )?;
        Ok(self.job.asked())
    }

    fn rendered(&self, asked: &Asked) -> Result<Outcome, Error> {
        let path = &self.outputs.table;
        if let Some(missing) = self.outputs.metadata().filter(|path| !path.exists()) {
            let reason = "cannot tell what job made it without";
            let reason = format!("{reason} {}, which is missing", missing.display());
            return Err(Error::read(path, reason));
        }
        let metadata = Metadata::open(path, self.outputs.format);
        let metadata = metadata.map_err(|error| Error::read(path, error))?;
        let now = Asked {
            inputs: digested(&self.job.found.sources)?,
            ..asked.clone()
        };
        let then = Asked {
            unreadable: now.unreadable.clone(),
            ..metadata.asked
        };
        durable::same(path, &then, &now)?;
        Ok(Outcome::WasDone {
            rejected: metadata.rejected,
        })
    }

    fn start(&mut self, _: &mut Control) -> Result<JobState, Error> {
        Ok(JobState::default())
    }

    fn replay(
        &mut self,
        state: &mut JobState,
        frame: ClassifyFrame,
        end: Offset,
    ) -> Result<(), Error> {
        state.replay(frame, end);
        Ok(())
    }

    /// The input at whose error the job stopped may have changed.
    fn mend(&self, state: &JobState, then: &mut Asked, now: &Asked) -> bool {
        if let Some(broken) = &state.broken {
            for (then, now) in then.inputs.iter_mut().zip(&now.inputs) {
                if then.name == now.name && then.name == *broken {
                    *then = now.clone();
                }
            }
        }
        true
    }

    fn work(
        &mut self,
        state: &mut JobState,
        log: &mut Log,
        control: &mut Control,
    ) -> Result<Flow, Error> {
        report_skipped(&self.job.found, control.observer);
        while state.end.is_none() {
            if self.fill(state, log, control)?.is_break() {
                return Ok(Flow::Interrupted);
            }
        }
        Ok(Flow::Complete)
    }

    fn render(
        &mut self,
        state: &mut JobState,
        log: &Log,
        control: &mut Control,
    ) -> Result<(), Error> {
        let (job, now) = (self.job, state.now);
        let Some(ended) = state.end.take() else {
            return Ok(());
        };
        RowFilter::confirm(job, &ended.kept)?;
        for name in &ended.missing {
            let warning = format!("no input has a column to be kept as {name}");
            control.observer.warn(&warning);
        }
        for name in &ended.mixed {
            let warning =
                format!("the types of {name} differ between the inputs: it is kept as text");
            control.observer.warn(&warning);
        }
        let metadata = Metadata {
            records_blake3: blake3::Hash::from(ended.mark.digest).to_hex().to_string(),
            generated: ended.generated,
            rows: now.rows - now.left_out,
            rejected: now.rejected,
            rated: job.condition.is_some().then_some(now.rows),
            kinds: ended.kinds,
            kept: ended.kept,
            kept_types: ended.kept_types,
            ..Metadata::from(Asked {
                inputs: with_digests(&job.found.sources, ended.digests),
                ..log.asked.clone()
            })
        };
        let metadata = match &self.addition {
            Some(_) => inherited(&job.found.sources, metadata)?,
            None => metadata,
        };
        control.observer.rendering(metadata.rows);
        let names = &job.request.names;
        let rendering = Rendering::begin(self.outputs, names, &metadata, log.if_exists)?;
        state.tally = Some(rendering.render(log)?);
        Ok(())
    }

    fn outcome(&self, state: JobState) -> Outcome {
        match state.tally {
            Some(tally) => Outcome::Done {
                tally,
                before: state.before,
            },
            None => Outcome::Interrupted {
                rows: state.now.rows + state.rows_ahead,
            },
        }
    }
}

impl DurableClassify<'_> {
    /// Reads and rates to the end of the inputs. Returns `Break` if stopped, and `Continue`
    /// without an end if it must be called again.
    fn fill(
        &self,
        state: &mut JobState,
        log: &mut Log,
        control: &mut Control,
    ) -> Result<ControlFlow<()>, Error> {
        let (job, stop) = (self.job, control.stop);
        let passed = state.points.iter().map(|point| point.mark);
        let feed = job.feed(passed.collect(), true);
        state.before = state.now.rows + state.known.rows();
        let at_work = LinesAtWork::default();
        let (ahead, saved) = unbounded();
        let finisher = BatchFinisher {
            sources: &job.found.sources,
            filter: self.filter.as_ref(),
            addition: self.addition.as_ref(),
            known: &state.known,
            at_work: &at_work,
            ahead,
        };
        let mut sink = JournalSink {
            job,
            progress: ClassifyProgress::new(job, state.before, feed.ahead.clone(), &at_work),
            now: &mut state.now,
            log,
            observer: control.observer,
            saved,
            ahead: state.known.numbers(),
            rows_ahead: state.known.rows(),
        };
        if state.points.is_empty() {
            let rejects = feed.unreadable_inputs().map(RecordResult::Reject);
            sink.take(RatedBatch::unread(rejects.collect()))?;
        }
        let fed = job.rate(&feed, &finisher, self.workers, stop, &mut sink);
        // What is finished is saved, also after an error.
        let saved = sink.save_all();
        state.rows_ahead = sink.rows_ahead;
        let fed = fed?;
        saved?;
        log.flush()?;
        match fed {
            Some(Ok(_)) if stop.load(Ordering::Relaxed) => Ok(ControlFlow::Break(())),
            Some(Ok(ended)) => {
                log.add(ClassifyFrame::End(ended.clone()), 0)?;
                state.end = Some(ended);
                log.flush().map(ControlFlow::Continue)
            }
            None | Some(Err(Stopped::QueueClosed)) => Ok(ControlFlow::Break(())),
            // Nothing was read of it, and another column or input makes another job.
            Some(Err(Stopped::Broken(_, error)))
                if error.is_bad_input() && state.now.mark.records == 0 =>
            {
                Err(error)
            }
            Some(Err(Stopped::Broken(input, error))) => {
                let name = job.found.sources[input].name.clone();
                log.add(ClassifyFrame::Broken(name), 0)?;
                Err(error)
            }
            Some(Err(Stopped::Changed(agreed))) => go_back(state, log, agreed),
        }
    }
}

/// Returns to the last point that agrees with the inputs. Only an input that was mended may
/// have changed: a checksum follows its data, so the error may be older than where it shows.
fn go_back(state: &mut JobState, log: &mut Log, agreed: usize) -> Result<ControlFlow<()>, Error> {
    let Some(broken) = state.broken.clone() else {
        let records = state.points[agreed].mark.records;
        return Err(Error::Changed {
            path: log.path().to_path_buf(),
            difference: format!("the first {records} input lines have changed"),
        });
    };
    state.points.truncate(agreed);
    state.now = state.points.last().copied().unwrap_or_default();
    state.before = state.now.rows;
    log.cut(state.now.offset)?;
    log.add(ClassifyFrame::Broken(broken), 0)?;
    log.flush().map(ControlFlow::Continue)
}

/// Appends results to the journal, and reports progress.
struct JournalSink<'a> {
    job: &'a Job,
    log: &'a mut Log,
    observer: &'a mut dyn Observer,
    now: &'a mut DurablePoint,
    progress: ClassifyProgress<'a>,
    /// Results that workers save ahead of their turn.
    saved: Receiver<ResultAhead>,
    /// The records after the position whose results the journal holds, with true for those that
    /// are rated puzzles.
    ahead: BTreeMap<u64, bool>,
    /// The number of these rated puzzles.
    rows_ahead: u64,
}

impl JournalSink<'_> {
    fn take(&mut self, batch: RatedBatch) -> Result<(), Error> {
        for result in &batch.entries {
            if let RecordResult::Reject(reject) = result
                && self.job.strict
            {
                // The line may be mended.
                self.log
                    .add(ClassifyFrame::Broken(reject.input.clone()), 0)?;
                return Err(Error::from(reject.clone()));
            }
            self.now.count(result);
            self.progress.count(result);
        }
        self.now.mark = batch.mark;
        while let Some(ahead) = self.ahead.first_entry()
            && *ahead.key() < batch.mark.records
        {
            self.rows_ahead -= u64::from(ahead.remove());
        }
        if !batch.entries.is_empty() {
            let frame = ClassifyFrame::Results(batch.entries, batch.mark);
            self.log.add(frame, batch.cost)?;
        }
        self.tick()
    }

    /// Adds a result ahead of its turn.
    fn save(&mut self, (id, result): ResultAhead) -> Result<(), Error> {
        let is_bad = matches!(result, RecordResult::Reject(_)) && self.job.strict;
        // A strict job stops at a bad line, which may be mended; and results that the workers
        // saved may have had their turn since.
        if is_bad || id.number < self.now.mark.records {
            return Ok(());
        }
        let is_rated = result.is_rated();
        let before = self.ahead.insert(id.number, is_rated).unwrap_or(false);
        self.rows_ahead = self.rows_ahead + u64::from(is_rated) - u64::from(before);
        let cost = result.cost();
        self.log.add(ClassifyFrame::Ahead(vec![(id, result)]), cost)
    }

    /// Adds all results that the workers have saved.
    fn save_all(&mut self) -> Result<(), Error> {
        while let Ok(result) = self.saved.try_recv() {
            self.save(result)?;
        }
        Ok(())
    }
}

impl Sink<RatedBatch> for JournalSink<'_> {
    type Error = Error;

    fn accept(&mut self, batch: RatedBatch) -> Result<ControlFlow<()>, Error> {
        self.take(batch).map(ControlFlow::Continue)
    }

    fn tick(&mut self) -> Result<(), Error> {
        self.save_all()?;
        self.progress.show(self.now, self.rows_ahead, self.observer);
        self.log.tick()
    }

    fn ahead(&mut self, batch: &mut RatedBatch) -> Result<(), Error> {
        batch
            .take_unsaved()
            .try_for_each(|result| self.save(result))
    }

    fn overdue(&mut self) -> Result<(), Error> {
        self.save_all()?;
        self.log.flush()?;
        self.observer.overdue(self.now.rows + self.rows_ahead);
        Ok(())
    }
}
