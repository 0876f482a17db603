//! A job from its beginning, or from where it was interrupted, to its table.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::description::{Description, input};
use super::feed::{Feed, Mark, ReadAhead};
use super::filter::RowFilter;
use super::frames::{Frame, Recovered};
use super::outputs::Outputs;
use super::render::Rendering;
use super::sink::JournalSink;
use super::tally::Tally;
use super::work::{LocalThreads, RatingWorkers, Work};
use crate::expression::Condition;
use crate::input::Reading;
use crate::io::Found;
use crate::io::atomic;
use crate::io::lock::Lock;
use crate::io::overwrite::{Existing, refuse_inputs};
use crate::job::pump::Pump;
use crate::job::{Before, Error, Journal, Observer, Shard, refuse};
use crate::table::Metadata;
use crate::table::metadata::Options;
use gradus_engine::rating::Request;

/// Bytes under way, read and not yet in the journal: some 200,000 puzzles.
const WINDOW: usize = 96 << 20;

/// Files that are skipped and named.
const MOST_NAMED: usize = 10;

/// What is to be done.
#[derive(Debug)]
pub struct Job {
    /// Where the puzzles are.
    pub found: Found,
    /// How tables are read.
    pub reading: Reading,
    /// What is asked of each.
    pub request: Request,
    /// What must hold for a row to be written.
    pub condition: Option<Condition>,
    /// The part of the rows that is classified.
    pub shard: Shard,
    /// Puzzles to read at most.
    pub limit: Option<u64>,
    /// Whether a bad line stops the job.
    pub strict: bool,
    /// Workers.
    pub threads: usize,
}

/// How a job ended.
#[derive(Debug)]
pub enum End {
    /// The table is there.
    Done {
        /// What is in it.
        tally: Tally,
        /// Rows that were done by earlier runs.
        before: u64,
    },
    /// The table was there already.
    WasDone {
        /// Lines that were rejected then.
        rejected: u64,
    },
    /// The job was asked to stop, and can be resumed.
    Interrupted {
        /// Rows that are done.
        rows: u64,
    },
}

impl Job {
    /// What the job is, with the digests of its inputs.
    fn description(&self) -> Result<Description, Error> {
        let inputs = self.found.sources.iter().map(input);
        Ok(Description {
            version: env!("CARGO_PKG_VERSION").to_string(),
            options: self.options(),
            max_depth: self.request.limits.max_depth as u64,
            inputs: inputs.collect::<Result<_, _>>()?,
            unreadable: self.found.unreadable.clone(),
            shard: self.shard.to_string(),
            kind: self.reading.kind.clone(),
        })
    }

    /// What is asked for.
    pub(crate) fn options(&self) -> Options {
        Options {
            condition: self.condition.as_ref().map(Condition::to_string),
            column: self.reading.column.clone(),
            keep: self.reading.keep.clone(),
            ..Options::new(&self.request, self.limit)
        }
    }

    /// What to read after what led to these marks.
    pub fn feed(&self, passed: Vec<Mark>) -> Feed<'_> {
        Feed {
            sources: &self.found.sources,
            unreadable: &self.found.unreadable,
            shard: self.shard,
            reading: &self.reading,
            limit: self.limit.unwrap_or(u64::MAX),
            passed,
            ahead: ReadAhead::default(),
        }
    }

    /// The workers.
    pub fn pump<'a>(&self, stop: &'a AtomicBool) -> Pump<'a> {
        Pump {
            threads: self.threads,
            window: WINDOW,
            stop,
        }
    }

    /// The share of the inputs that is done.
    pub(crate) fn share(&self, done: &Mark, ahead: &ReadAhead) -> Option<f64> {
        share(&self.found, self.limit, done, ahead)
    }
}

/// Reports which of the files that were found are not read, and why.
pub(crate) fn introduce(found: &Found, observer: &mut dyn Observer) {
    for (name, reason) in &found.unreadable {
        observer.warn(&format!("{name} cannot be read: {reason}"));
    }
    for (name, reason) in found.skipped.iter().take(MOST_NAMED) {
        observer.note(&format!("{name} is skipped: {reason}"));
    }
    if let Some(more @ 1..) = found.skipped.len().checked_sub(MOST_NAMED) {
        observer.note(&format!("{more} more files are skipped"));
    }
}

/// The share of inputs that is done. How many records there are is known from those that
/// were read ahead and the bytes that they took; or how many puzzles are to be read at
/// most.
pub(crate) fn share(
    found: &Found,
    limit: Option<u64>,
    done: &Mark,
    ahead: &ReadAhead,
) -> Option<f64> {
    let total: Option<u64> = found.sources.iter().map(|source| source.length).sum();
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let of_records = total.map(|total| {
        let read = share(ahead.position.bytes(), total).min(1.0);
        read * share(done.records, ahead.records())
    });
    let of_rows = limit.map(|limit| share(done.rows, limit));
    of_records.into_iter().chain(of_rows).reduce(f64::max)
}

/// Runs a job into files, with threads of this process.
pub fn run(
    job: &Job,
    outputs: &Outputs,
    before: Before,
    work: impl Work,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let threads = job.threads;
    run_by(
        job,
        outputs,
        before,
        &LocalThreads { threads, work },
        stop,
        observer,
    )
}

/// Runs a job into files. Its bytes do not depend on who rates.
pub fn run_by(
    job: &Job,
    outputs: &Outputs,
    before: Before,
    workers: &impl RatingWorkers,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let _lock = Lock::take(&outputs.table)?;
    let inputs = job.found.sources.iter();
    let inputs = inputs.filter_map(|source| source.path.as_deref());
    refuse_inputs(inputs, &outputs.all())?;
    let filter = RowFilter::of(job)?;
    let description = job.description()?;
    let path = outputs.journal();
    let begun = match before {
        Before::Resume if path.exists() => resume(&path, &description)?,
        Before::Resume if outputs.table.exists() => {
            let rejected = was_done(outputs, &description)?;
            return Ok(End::WasDone { rejected });
        }
        Before::Overwrite => None,
        Before::Resume | Before::Refuse => {
            refuse(Some(&path), &outputs.finals())?;
            None
        }
    };
    let (journal, mut recovered) = match begun {
        Some(begun) => begun,
        None => begin(&path, &description, before)?,
    };
    if let Some(repaired) = journal.repaired() {
        observer.warn(&repaired);
    }
    introduce(&job.found, observer);
    let mut sink = JournalSink::new(job, journal, &recovered, observer);
    let ended = match recovered.end.take() {
        Some(end) => end,
        None => match sink.fill(&mut recovered, workers, filter.as_ref(), stop)? {
            Some(end) => end,
            None => {
                let rows = sink.standing.rows;
                return Ok(End::Interrupted { rows });
            }
        },
    };
    RowFilter::confirm(job, &ended.kept)?;
    for name in &ended.missing {
        sink.observer
            .warn(&format!("no input has a column to be kept as {name}"));
    }
    let metadata = Metadata {
        version: description.version,
        options: description.options,
        max_depth: description.max_depth,
        inputs: description.inputs,
        records_blake3: blake3::Hash::from(ended.mark.digest).to_hex().to_string(),
        generated: ended.generated,
        kind: description.kind,
        kinds: ended.kinds,
        kept: ended.kept,
        hunt: None,
        rows: sink.standing.rows - sink.standing.left_out,
        rejected: sink.standing.rejected,
        rated: job.condition.is_some().then_some(sink.standing.rows),
        shard: (job.shard != Shard::WHOLE).then(|| job.shard.to_string()),
    };
    sink.observer.rendering(metadata.rows);
    let mut rendering = Rendering::begin(outputs, &job.request.names, &metadata)?;
    rendering.existing = recovered.existing;
    let tally = rendering.render(&sink.journal)?;
    atomic::remove(&path).map_err(Error::writing(&path))?;
    let before = recovered.last().rows;
    Ok(End::Done { tally, before })
}

/// Begins the journal of a job.
fn begin(
    path: &Path,
    now: &Description,
    before: Before,
) -> Result<(Journal<Frame>, Recovered), Error> {
    let mut journal = Journal::begin(path, &Frame::Job(now.clone()))?;
    let mut recovered = Recovered::new(now.clone());
    if before == Before::Overwrite {
        // A job that goes on later still knows it.
        journal.append(&Frame::Replaces)?;
        recovered.existing = Existing::Replace;
    }
    Ok((journal, recovered))
}

/// Opens the journal of the same job. If it stopped at a fault of an input, that
/// input may have been mended since.
fn resume(path: &Path, now: &Description) -> Result<Option<(Journal<Frame>, Recovered)>, Error> {
    let Some((mut journal, mut recovered)) = Recovered::open(path)? else {
        return Ok(None);
    };
    if let Some(difference) = recovered.job.difference(now, recovered.broken.as_deref()) {
        let path = path.to_path_buf();
        return Err(Error::Changed { path, difference });
    }
    if recovered.job != *now {
        journal.append(&Frame::Job(now.clone()))?;
        recovered.job = now.clone();
    }
    Ok(Some((journal, recovered)))
}

/// Sees that the table which is there is that of the job; the lines that were
/// rejected then.
fn was_done(outputs: &Outputs, now: &Description) -> Result<u64, Error> {
    let path = outputs.table.clone();
    if let Some(missing) = outputs.metadata().filter(|path| !path.exists()) {
        let reason = format!(
            "without {}, which is missing, nothing shows whether it is the table of this job",
            missing.display()
        );
        return Err(Error::read(&path, reason));
    }
    let metadata =
        Metadata::of(&path, outputs.format).map_err(|error| Error::read(&path, error))?;
    let then = Description {
        version: metadata.version,
        options: metadata.options,
        max_depth: metadata.max_depth,
        inputs: metadata.inputs,
        unreadable: now.unreadable.clone(),
        shard: metadata.shard.unwrap_or_else(|| Shard::WHOLE.to_string()),
        kind: metadata.kind,
    };
    match then.difference(now, None) {
        None => Ok(metadata.rejected),
        Some(difference) => Err(Error::Changed { path, difference }),
    }
}
