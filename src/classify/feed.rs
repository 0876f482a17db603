//! The reader of a job: the inputs as one stream of numbered records, cut into
//! batches.
//!
//! A digest of all records so far goes with every batch. A resumed job reads its
//! inputs again, passes over what is done, and compares: only if the same records
//! led there does it go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Reject};
use super::kept::{Kept, moved};
use super::work::RatedBatch;
use crate::input::{BadLine, Given, Reading as Tables, open};
use crate::io::{Position, Source};
use crate::job::pump::{Queue, QueueClosed};
use crate::job::{Error, Shard};
use gradus_csp::Instance;
use gradus_puzzles::sudoku::is_sudoku;

/// Records of a batch: few, so that cores share even a short list of hard puzzles.
const BATCH: usize = 16;

/// How far the reader is, ahead of the workers.
#[derive(Clone, Default, Debug)]
pub struct ReadAhead {
    /// Bytes of the inputs read, as they are stored.
    pub position: Position,
    records: Arc<AtomicU64>,
}

impl ReadAhead {
    /// Records read.
    pub fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }
}

/// How far the inputs have been read, after a record.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Records read, bad ones and those of other shards included.
    pub records: u64,
    /// Puzzles read; the number of the next row.
    pub rows: u64,
    /// BLAKE3 of the records.
    pub digest: [u8; 32],
}

/// A record with its place.
pub struct Numbered {
    /// The row of the puzzle, or the row that it would have had.
    pub row: u64,
    /// The input, by its place in the list.
    pub input: usize,
    /// The number of the line, from 1.
    pub line: u64,
    /// What was read.
    pub content: Result<Given, BadLine>,
}

/// Some records in a row, those of other shards left out.
pub struct Batch {
    /// The records.
    pub records: Vec<Numbered>,
    /// Where the inputs are after it.
    pub mark: Mark,
    /// The kept columns of the inputs read so far.
    pub kept: Arc<Vec<String>>,
}

impl Batch {
    /// About how much memory the batch takes, and its entries after it.
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

/// About what a record takes without its comment.
const RECORD: usize = 400;

/// What to read.
pub struct Feed<'a> {
    /// The inputs, in order.
    pub sources: &'a [Source],
    /// Files that were found and cannot be read: they are rejected as wholes.
    pub unreadable: &'a [(String, String)],
    /// Whose rows to hand out.
    pub shard: Shard,
    /// How tables are read.
    pub reading: &'a Tables,
    /// Puzzles to read at most.
    pub limit: u64,
    /// Marks of what is done: all before the last of them is passed over.
    pub passed: Vec<Mark>,
    /// How far the reader is.
    pub ahead: ReadAhead,
}

/// How the inputs ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// After all records.
    pub mark: Mark,
    /// What the generators of the puzzles said of them.
    pub generated: Vec<String>,
    /// The kinds of the puzzles, in the order in which they came, if some are no 9×9
    /// Sudokus.
    pub kinds: Vec<String>,
    /// The columns of the inputs that are kept.
    pub kept: Vec<String>,
    /// Those of them that are in no input.
    pub missing: Vec<String>,
}

/// Why the inputs ended early.
pub enum Stopped {
    /// An input, by its place in the list, could not be read.
    Broken(usize, Error),
    /// Only this many of the marks that were passed agree with the records.
    Changed(usize),
    /// The queue was closed.
    QueueClosed,
}

impl From<QueueClosed> for Stopped {
    fn from(_: QueueClosed) -> Stopped {
        Stopped::QueueClosed
    }
}

impl Feed<'_> {
    /// Reads all inputs and hands on their batches, as long as they are wanted.
    pub fn run(&self, queue: &mut Queue<Batch>) -> Result<Ended, Stopped> {
        let mut reading = Reading {
            feed: self,
            queue,
            hasher: blake3::Hasher::new(),
            mark: Mark::default(),
            agreed: self.passed.iter().filter(|m| m.records == 0).count(),
            pending: Vec::new(),
            kept: Kept::new(&self.reading.keep),
            generated: Vec::new(),
            kinds: Kinds::default(),
        };
        for (input, source) in self.sources.iter().enumerate() {
            if reading.mark.rows >= self.limit {
                break;
            }
            reading.source(input, source)?;
        }
        reading.send()?;
        match reading.agreed == self.passed.len() {
            true => Ok(Ended {
                mark: reading.mark(),
                missing: reading.kept.missing(),
                kept: reading.kept.names.to_vec(),
                kinds: reading.kinds.names(),
                generated: reading.generated,
            }),
            false => Err(Stopped::Changed(reading.agreed)),
        }
    }

    /// Rejects that stand for inputs as wholes.
    pub fn unreadable_inputs(&self) -> impl Iterator<Item = Reject> {
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

    /// What comes before the first record.
    pub fn first(&self) -> RatedBatch {
        RatedBatch {
            entries: self.unreadable_inputs().map(Entry::Reject).collect(),
            mark: Mark::default(),
            kept: Arc::default(),
            cost: 0,
        }
    }
}

/// A feed on its way.
struct Reading<'a, 'h> {
    feed: &'a Feed<'a>,
    queue: &'a mut Queue<'h, Batch>,
    hasher: blake3::Hasher,
    mark: Mark,
    /// How many of the marks that are passed agree with the records so far.
    agreed: usize,
    pending: Vec<Numbered>,
    kept: Kept,
    generated: Vec<String>,
    kinds: Kinds,
}

/// The kind of 9×9 Sudokus, which other sizes share.
const SUDOKU: &str = "sudoku";

/// The kinds of the puzzles that were read.
#[derive(Default)]
struct Kinds {
    names: Vec<&'static str>,
    /// Whether a puzzle is no 9×9 Sudoku.
    has_others: bool,
}

impl Kinds {
    fn add(&mut self, puzzle: &dyn Instance) {
        let kind = puzzle.kind();
        if !self.names.contains(&kind) {
            self.names.push(kind);
        }
        // The model of another kind may have to be built first.
        self.has_others |= kind != SUDOKU || !is_sudoku(puzzle);
    }

    fn names(&self) -> Vec<String> {
        let names = self.names.iter().filter(|_| self.has_others);
        names.map(|name| name.to_string()).collect()
    }
}

impl Reading<'_, '_> {
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
        let (position, reading) = (&self.feed.ahead.position, self.feed.reading);
        let mut records = match open(source, position, self.queue.closed(), reading) {
            Err(_) if self.queue.is_closed() => return Err(Stopped::QueueClosed),
            records => records.map_err(|error| broken(0, error))?,
        };
        while self.mark.rows < self.feed.limit {
            let fields = match records.next() {
                Ok(Some(fields)) => fields,
                Ok(None) => break,
                Err(_) if self.queue.is_closed() => return Err(Stopped::QueueClosed),
                Err(error) => {
                    // What was read before counts.
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

    fn take(&mut self, record: Numbered) -> Result<(), Stopped> {
        // What is read after a stop may be half a line.
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

    /// Passes over a record on the way to a mark.
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
