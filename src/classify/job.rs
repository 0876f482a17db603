//! A job from its beginning, or from where it was interrupted, to its table.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::description::{Description, input};
use super::feed::{Feed, Mark};
use super::frames::{Frame, Recovered};
use super::outputs::Outputs;
use super::render::render;
use super::sink::JournalSink;
use super::tally::Tally;
use super::work::Work;
use crate::io::Found;
use crate::io::atomic;
use crate::io::lock::Lock;
use crate::job::pump::Pump;
use crate::job::{Before, Error, Journal, Observer, Shard, refuse};
use crate::table::Metadata;
use crate::table::metadata::Options;
use gradus_engine::rating::Request;

/// Bytes under way, read and not yet in the journal: some 200,000 puzzles.
const WINDOW: usize = 96 << 20;

/// What is to be done.
#[derive(Debug)]
pub struct Job {
    /// Where the puzzles are.
    pub found: Found,
    /// What is asked of each.
    pub request: Request,
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
            options: Options::new(&self.request, self.limit),
            inputs: inputs.collect::<Result<_, _>>()?,
            unreadable: self.found.unreadable.clone(),
            shard: self.shard.to_string(),
        })
    }

    /// What to read after what led to these marks.
    pub fn feed(&self, passed: Vec<Mark>) -> Feed<'_> {
        Feed {
            sources: &self.found.sources,
            unreadable: &self.found.unreadable,
            shard: self.shard,
            limit: self.limit.unwrap_or(u64::MAX),
            passed,
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

    /// The share of the inputs that is done: of their bytes as they are stored, or
    /// of the puzzles that are to be read at most.
    pub fn share(&self, bytes: u64, rows: u64) -> Option<f64> {
        let total: Option<u64> = self.found.sources.iter().map(|source| source.length).sum();
        let share = |done: u64, total: u64| done as f64 / total.max(1) as f64;
        let of_bytes = total.map(|total| share(bytes, total));
        let of_rows = self.limit.map(|limit| share(rows, limit));
        of_bytes.into_iter().chain(of_rows).reduce(f64::max)
    }
}

/// Runs a job into files.
pub fn run(
    job: &Job,
    outputs: &Outputs,
    before: Before,
    work: impl Work,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let _lock = Lock::take(&outputs.table)?;
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
            refuse(Some(&path), &[&outputs.table, &outputs.rejects])?;
            None
        }
    };
    let (journal, mut recovered) = match begun {
        Some(begun) => begun,
        None => (
            Journal::begin(&path, &Frame::Job(description.clone()))?,
            Recovered::new(description.clone()),
        ),
    };
    if let Some(repaired) = journal.repaired() {
        observer.warn(&repaired);
    }
    for (name, reason) in &job.found.unreadable {
        observer.warn(&format!("{name} cannot be read: {reason}"));
    }
    let mut sink = JournalSink::new(job, journal, &recovered, observer);
    let (mark, generated) = match recovered.end.take() {
        Some(end) => end,
        None => match sink.fill(&mut recovered, &work, stop)? {
            Some(end) => end,
            None => {
                let rows = sink.standing.rows;
                return Ok(End::Interrupted { rows });
            }
        },
    };
    let metadata = Metadata {
        version: description.version,
        options: description.options,
        inputs: description.inputs,
        records_blake3: blake3::Hash::from(mark.digest).to_hex().to_string(),
        generated,
        rows: sink.standing.rows,
        rejected: sink.standing.rejected,
        shard: (job.shard != Shard::WHOLE).then(|| job.shard.to_string()),
    };
    sink.observer.rendering(metadata.rows);
    let tally = render(&sink.journal, outputs, &job.request.names, &metadata)?;
    atomic::remove(&path).map_err(Error::writing(&path))?;
    let before = recovered.last().rows;
    Ok(End::Done { tally, before })
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
    let metadata =
        Metadata::of(&path, outputs.format).map_err(|error| Error::read(&path, error))?;
    let then = Description {
        version: metadata.version,
        options: metadata.options,
        inputs: metadata.inputs,
        unreadable: now.unreadable.clone(),
        shard: metadata.shard.unwrap_or_else(|| Shard::WHOLE.to_string()),
    };
    match then.difference(now, None) {
        None => Ok(metadata.rejected),
        Some(difference) => Err(Error::Changed { path, difference }),
    }
}
