//! The reader of a job: the inputs as one stream of numbered records, cut into batches.
//!
//! Each batch carries a digest of all records so far. A resumed job reads its inputs again,
//! skips the records that are done, and continues only if their digests agree. The digests
//! of the files are computed on the way, so that a first run reads them once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::kept_columns::{KeptColumns, moved};
use super::observe::Observer;
use super::pump::{Queue, QueueClosed};
use super::rejects::Reject;
use super::shard::Shard;
use crate::input::LONGEST_SHOWN;
use crate::input::{BadLine, PuzzleRecord, ReadOptions, open};
use crate::io::{BytesRead, FileDigest, FoundInputs, Source, shown};
use gradus_csp::Instance;
use gradus_puzzles::sudoku::is_sudoku;

/// Records per batch: few, so that cores share even a short list of hard puzzles.
const BATCH: usize = 16;

/// The progress of the reader, ahead of the workers.
#[derive(Clone, Default, Debug)]
pub(crate) struct ReadAhead {
    /// Bytes read of the stored inputs.
    pub position: BytesRead,
    records: Arc<AtomicU64>,
}

impl ReadAhead {
    /// The number of records read.
    pub(crate) fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }
}

/// The position of the inputs after a record.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The number of records, including bad ones and those of other shards.
    pub records: u64,
    /// The number of puzzles, which is the number of the next row.
    pub rows: u64,
    /// BLAKE3 of the records.
    pub digest: [u8; 32],
}

/// A record with its position.
pub struct Numbered {
    /// The row of the puzzle, or the row that it would have had.
    pub row: u64,
    /// The index of the input.
    pub input: usize,
    /// The number of the line, from 1.
    pub line: u64,
    /// The puzzle, or the bad line.
    pub content: Result<PuzzleRecord, BadLine>,
}

/// Consecutive records, without those of other shards.
pub struct Batch {
    /// The records.
    pub records: Vec<Numbered>,
    /// The position of the inputs after it.
    pub mark: Mark,
    /// The kept columns of the inputs up to there.
    pub kept: Arc<Vec<String>>,
}

impl Batch {
    /// Approximate memory in bytes of the batch, and later of its results.
    pub fn cost(&self) -> usize {
        let size = |record: &Numbered| match &record.content {
            Ok(given) => {
                let texts = given.kept.iter().chain([&given.comment]).flatten();
                texts.map(|text| text.len() + size_of::<String>()).sum()
            }
            Err(bad) => bad.text.len() + bad.reason.len(),
        };
        self.records
            .iter()
            .map(|record| RECORD + size(record))
            .sum()
    }
}

/// Approximate size in bytes of a record without its comment.
const RECORD: usize = 400;

/// Reads the inputs of a job.
pub(crate) struct RecordFeed<'a> {
    /// The inputs, in order.
    pub sources: &'a [Source],
    /// Files that were found but cannot be read, each with the reason.
    pub unreadable: &'a [(String, String)],
    /// The shard to read.
    pub shard: Shard,
    /// How tables are read.
    pub reading: &'a ReadOptions,
    /// The number of puzzles to read at most.
    pub limit: u64,
    /// Positions that an earlier run has reached: everything before the last one is skipped.
    pub passed: Vec<Mark>,
    /// How far the reader is.
    pub ahead: ReadAhead,
    /// True if the digests of the files are wanted.
    pub digests: bool,
}

/// The end of the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ended {
    /// The position after all records.
    pub mark: Mark,
    /// What the generators of the puzzles recorded about them.
    pub generated: Vec<String>,
    /// The kinds of the puzzles in the order of the inputs, if some are not 9×9 Sudokus.
    pub kinds: Vec<String>,
    /// The columns of the inputs that are kept.
    pub kept: Vec<String>,
    /// The kept columns that no input has.
    pub missing: Vec<String>,
    /// The digests of the inputs, if these are wanted.
    pub digests: Vec<Option<String>>,
}

/// Why reading stopped early.
pub(crate) enum Stopped {
    /// The input with this index could not be read.
    Broken(usize, Error),
    /// Only this many of the earlier positions agree with the records.
    Changed(usize),
    /// The queue was closed.
    QueueClosed,
}

impl From<QueueClosed> for Stopped {
    fn from(_: QueueClosed) -> Stopped {
        Stopped::QueueClosed
    }
}

impl RecordFeed<'_> {
    /// Reads all inputs and puts their batches into a queue until it closes.
    pub(crate) fn run(&self, queue: &mut Queue<Batch>) -> Result<Ended, Stopped> {
        let mut reading = FeedReader {
            feed: self,
            queue,
            hasher: blake3::Hasher::new(),
            mark: Mark::default(),
            agreed: self.passed.iter().filter(|m| m.records == 0).count(),
            pending: Vec::new(),
            kept: KeptColumns::new(&self.reading.keep),
            generated: Vec::new(),
            kinds: Kinds::default(),
            digests: Vec::new(),
        };
        for (input, source) in self.sources.iter().enumerate() {
            if reading.mark.rows >= self.limit {
                break;
            }
            reading.source(input, source)?;
        }
        reading.send()?;
        if reading.agreed < self.passed.len() {
            return Err(Stopped::Changed(reading.agreed));
        }
        Ok(Ended {
            digests: reading.digests()?,
            mark: reading.mark(),
            missing: reading.kept.missing(),
            kept: reading.kept.names.to_vec(),
            kinds: reading.kinds.names(),
            generated: reading.generated,
        })
    }

    /// The rejects of inputs that cannot be read.
    pub(crate) fn unreadable_inputs(&self) -> impl Iterator<Item = Reject> {
        let reject = |(input, reason): &(String, String)| Reject {
            row: 0,
            input: input.clone(),
            line: 0,
            bad: BadLine {
                reason: format!("cannot be read: {reason}"),
                text: String::new(),
            },
        };
        let here = self.shard.has(0).then_some(self.unreadable);
        here.into_iter().flatten().map(reject)
    }
}

/// A feed that is being read.
struct FeedReader<'a, 'h> {
    feed: &'a RecordFeed<'a>,
    queue: &'a mut Queue<'h, Batch>,
    hasher: blake3::Hasher,
    mark: Mark,
    /// The number of earlier positions that agree with the records so far.
    agreed: usize,
    pending: Vec<Numbered>,
    kept: KeptColumns,
    generated: Vec<String>,
    kinds: Kinds,
    /// The digests of the files so far.
    digests: Vec<FileDigest>,
}

/// The kind of Sudokus of all sizes.
const SUDOKU: &str = "sudoku";

/// The kinds of the puzzles read so far.
#[derive(Default)]
struct Kinds {
    names: Vec<&'static str>,
    /// True if a puzzle is not a 9×9 Sudoku.
    has_others: bool,
}

impl Kinds {
    fn add(&mut self, puzzle: &dyn Instance) {
        let kind = puzzle.kind();
        if !self.names.contains(&kind) {
            self.names.push(kind);
        }
        // The model of another kind may have to be built for this.
        self.has_others |= kind != SUDOKU || !is_sudoku(puzzle);
    }

    fn names(&self) -> Vec<String> {
        let names = self.names.iter().filter(|_| self.has_others);
        names.map(|name| name.to_string()).collect()
    }
}

impl FeedReader<'_, '_> {
    fn source(&mut self, input: usize, source: &Source) -> Result<(), Stopped> {
        let mut line = 0;
        let broken = |line, error| {
            let name = source.name.clone();
            Stopped::Broken(
                input,
                Error::Input {
                    name,
                    line,
                    source: error,
                },
            )
        };
        let mut places = Vec::new();
        let mut position = self.feed.ahead.position.clone();
        if self.feed.digests {
            let digest = FileDigest::default();
            position = position.hashing(digest.clone());
            self.digests.push(digest);
        }
        let reading = self.feed.reading;
        let mut records = match open(source, &position, self.queue.closed(), reading) {
            Err(_) if self.queue.is_closed() => return Err(Stopped::QueueClosed),
            records => records.map_err(|error| broken(0, error))?,
        };
        while self.mark.rows < self.feed.limit {
            let fields = match records.next() {
                Ok(Some(fields)) => fields,
                Ok(None) => break,
                Err(_) if self.queue.is_closed() => return Err(Stopped::QueueClosed),
                Err(error) => {
                    // The records before it count.
                    self.send()?;
                    return Err(broken(line, error));
                }
            };
            line = fields.line;
            self.hasher.update(fields.puzzle);
            self.hasher.update(b"\n");
            self.hasher.update(fields.comment.unwrap_or_default());
            self.hasher.update(b"\n");
            for value in fields.kept.iter().flat_map(|kept| kept.iter()) {
                self.hasher.update(value.as_bytes());
                self.hasher.update(b"\n");
            }
            let mut content = fields.parse();
            for name in &records.kept()[places.len()..] {
                self.hasher.update(name.as_bytes());
                self.hasher.update(b"\n");
                places.push(self.kept.place(name));
            }
            if let Ok(given) = &mut content {
                self.kinds.add(given.puzzle.as_ref());
                given.kept = moved(std::mem::take(&mut given.kept), &places);
            }
            let record = Numbered {
                row: self.mark.rows,
                input,
                line,
                content,
            };
            self.take(record)?;
        }
        self.generated.extend_from_slice(records.generated());
        Ok(())
    }

    /// The digests of the inputs. Files that were not read to their end are read for that.
    fn digests(&mut self) -> Result<Vec<Option<String>>, Stopped> {
        if !self.feed.digests {
            return Ok(Vec::new());
        }
        let sources = self.feed.sources;
        self.digests.resize_with(sources.len(), FileDigest::default);
        let mut digests = Vec::with_capacity(sources.len());
        for (place, (source, digest)) in sources.iter().zip(&self.digests).enumerate() {
            let path = source.path.as_ref().filter(|_| source.length.is_some());
            let finished = path.map(|path| digest.finish(path, || self.queue.is_closed()));
            digests.push(match finished.transpose() {
                Ok(None) => None,
                Ok(Some(Some(blake3))) => Some(blake3),
                Ok(Some(None)) => return Err(Stopped::QueueClosed),
                Err(error) => {
                    let (name, line) = (source.name.clone(), self.mark.records);
                    let source = error;
                    return Err(Stopped::Broken(place, Error::Input { name, line, source }));
                }
            });
        }
        Ok(digests)
    }

    fn take(&mut self, record: Numbered) -> Result<(), Stopped> {
        // After a stop, the last record may be incomplete.
        if self.queue.is_closed() {
            return Err(Stopped::QueueClosed);
        }
        self.mark.records += 1;
        self.feed
            .ahead
            .records
            .store(self.mark.records, Ordering::Relaxed);
        self.mark.rows += u64::from(record.content.is_ok());
        if let Some(passed) = self.feed.passed.get(self.agreed) {
            return self.pass(passed);
        }
        if self.feed.shard.has(record.row) {
            self.pending.push(record);
        }
        match self.pending.len() == BATCH {
            true => self.send(),
            false => Ok(()),
        }
    }

    /// Skips a record before an earlier position.
    fn pass(&mut self, mark: &Mark) -> Result<(), Stopped> {
        if self.mark.records == mark.records {
            if self.mark() != *mark {
                return Err(Stopped::Changed(self.agreed));
            }
            self.agreed += 1;
        }
        Ok(())
    }

    fn mark(&self) -> Mark {
        Mark {
            digest: *self.hasher.finalize().as_bytes(),
            ..self.mark
        }
    }

    fn send(&mut self) -> Result<(), Stopped> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let batch = Batch {
            records: std::mem::take(&mut self.pending),
            mark: self.mark(),
            kept: self.kept.names.clone(),
        };
        let cost = batch.cost();
        Ok(self.queue.put(batch, cost)?)
    }
}

/// Applies a function to the puzzle of a record. Returns a reject if the record has no
/// puzzle, or if the function fails.
pub(crate) fn run_on_record<T, E: ToString>(
    sources: &[Source],
    record: Numbered,
    work: impl FnOnce(&dyn Instance) -> Result<T, E>,
) -> Result<(PuzzleRecord, T), Reject> {
    let reject = |bad| Reject {
        row: record.row,
        input: sources[record.input].name.clone(),
        line: record.line,
        bad,
    };
    let given = record.content.map_err(reject)?;
    let reason = match work(given.puzzle.as_ref()) {
        Ok(answer) => return Ok((given, answer)),
        Err(reason) => reason.to_string(),
    };
    let mut text = given.puzzle.to_string();
    if let Some(comment) = &given.comment {
        text = format!("{text} {}", shown(comment.as_bytes(), LONGEST_SHOWN));
    }
    Err(reject(BadLine { reason, text }))
}

/// Skipped files that are named.
const MOST_NAMED: usize = 10;

/// Reports the files that were found and are not read.
pub(crate) fn report_skipped(found: &FoundInputs, observer: &mut dyn Observer) {
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

/// The fraction of the inputs that is done. The number of all records is estimated from the
/// records read ahead and their bytes, or is the limit.
pub(crate) fn fraction_done(
    found: &FoundInputs,
    limit: Option<u64>,
    done: &Mark,
    ahead: &ReadAhead,
) -> Option<f64> {
    let total: Option<u64> = found.sources.iter().map(|source| source.length).sum();
    let fraction = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let of_records = total.map(|total| {
        let read = fraction(ahead.position.bytes(), total).min(1.0);
        read * fraction(done.records, ahead.records())
    });
    let of_rows = limit.map(|limit| fraction(done.rows, limit));
    of_records.into_iter().chain(of_rows).reduce(f64::max)
}
