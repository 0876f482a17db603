//! The reader of a job: the inputs as one stream of numbered records, cut into batches.
//!
//! Each batch carries a digest of all records so far. A resumed job reads its inputs again,
//! skips the records that are done, and continues only if their digests agree. The digests
//! of the files are computed on the way, so that a first run reads them once.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::inputs::file;
use super::pump::{Queue, QueueClosed};
use super::records::{InputCheckpoint, NumberedRecord, RecordBatch, Reject};
use super::{Observer, Shard};
use crate::input::{BadLine, KeptValues, ReadOptions, open};
use crate::io::{BytesRead, FileDigest, FoundInputs, Source};
use crate::table::{Keep, KeptType, Spelling, TypeSearch, kept_name, own_types};
use gradus_puzzles::sudoku::is_sudoku;

/// Records per batch: few, so that cores share even a short list of hard puzzles.
const BATCH: usize = 16;

/// The progress of the reader, ahead of the workers.
#[derive(Clone, Default, Debug)]
pub(crate) struct ReadAhead {
    /// Bytes read of the stored inputs.
    pub position: BytesRead,
    records: Arc<AtomicU64>,
    /// Columns of puzzles that were chosen by their content, each with the first input.
    chosen: Arc<Mutex<ChosenColumns>>,
}

/// Columns that were chosen by their content.
#[derive(Default, Debug)]
struct ChosenColumns {
    /// Their names.
    known: Vec<String>,
    /// What was not yet said about them.
    notes: Vec<String>,
}

impl ReadAhead {
    /// The number of records read.
    pub(crate) fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    /// Notes that an input has its puzzles in a column that was not named.
    pub(crate) fn note_column(&self, input: &str, column: &str) {
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if !chosen.known.iter().any(|known| known == column) {
            let column = column.to_string();
            chosen.notes.push(format!(
                "{input}: the puzzles are read from the column {column}"
            ));
            chosen.known.push(column);
        }
    }

    /// Reports the columns that were chosen since the last call.
    pub(crate) fn report_columns(&self, observer: &mut dyn Observer) {
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        for note in chosen.notes.drain(..) {
            observer.note(&note);
        }
    }
}

/// Reads the inputs of a job.
pub(crate) struct RecordFeed<'a> {
    /// The inputs, in order.
    pub found: &'a FoundInputs,
    /// How tables are read.
    pub reading: &'a ReadOptions,
    /// The row to stop at.
    pub end: Option<u64>,
    /// The shard to read.
    pub shard: Shard,
    /// Positions that an earlier run has reached: everything before the last one is skipped.
    pub passed: Vec<InputCheckpoint>,
    /// How far the reader is.
    pub ahead: ReadAhead,
    /// True if the digests of the files are requested.
    pub digests: bool,
}

/// The end of the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FeedEnd {
    /// The position after all records.
    pub mark: InputCheckpoint,
    /// The footers of generated inputs.
    pub generated: Vec<String>,
    /// The kinds of the puzzles in the order of the inputs, if some are not 9×9 Sudokus.
    pub kinds: Vec<String>,
    /// The columns of the inputs that are kept.
    pub kept: Vec<String>,
    /// Their types.
    pub kept_types: Vec<KeptType>,
    /// Those whose inputs have types that do not fit together.
    pub mixed: Vec<String>,
    /// The kept columns that no input has.
    pub missing: Vec<String>,
    /// The digests of the inputs, if requested.
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

impl<'a> RecordFeed<'a> {
    /// The feed of a complete job from its start, without digests.
    pub(crate) fn new(
        found: &'a FoundInputs,
        reading: &'a ReadOptions,
        limit: Option<u64>,
    ) -> Self {
        RecordFeed {
            found,
            reading,
            end: reading.end(limit),
            shard: Shard::WHOLE,
            passed: Vec::new(),
            ahead: ReadAhead::default(),
            digests: false,
        }
    }

    /// Reads all inputs and puts their batches into a queue until it closes.
    pub(crate) fn run(&self, queue: &mut Queue<RecordBatch>) -> Result<FeedEnd, Stopped> {
        let mut reading = FeedReader {
            feed: self,
            queue,
            hasher: blake3::Hasher::new(),
            mark: InputCheckpoint::default(),
            agreed: self.passed.iter().filter(|m| m.records == 0).count(),
            pending: Vec::new(),
            kept: KeptColumns::new(&self.reading.keep),
            spelled: Vec::new(),
            generated: Vec::new(),
            kinds: Vec::new(),
            has_other_kinds: false,
            digests: Vec::new(),
        };
        for (input, source) in self.found.sources.iter().enumerate() {
            if reading.has_more() {
                reading.source(input, source)?;
            }
        }
        reading.send()?;
        if reading.agreed < self.passed.len() {
            return Err(Stopped::Changed(reading.agreed));
        }
        let kinds = reading.kinds.iter().filter(|_| reading.has_other_kinds);
        Ok(FeedEnd {
            kinds: kinds.map(|name| name.to_string()).collect(),
            digests: reading.digests()?,
            mark: reading.mark(),
            missing: reading.kept.missing(),
            mixed: reading.kept.mixed(),
            kept_types: reading.kept.types(),
            kept: reading.kept.names.to_vec(),
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
        let here = self.shard.has(0).then_some(&self.found.unreadable);
        here.into_iter().flatten().map(reject)
    }
}

/// A feed that is being read.
struct FeedReader<'a, 'h> {
    feed: &'a RecordFeed<'a>,
    queue: &'a mut Queue<'h, RecordBatch>,
    hasher: blake3::Hasher,
    mark: InputCheckpoint,
    /// The number of earlier positions that agree with the records so far.
    agreed: usize,
    pending: Vec<NumberedRecord>,
    kept: KeptColumns,
    /// How the kept values of the current record are spelled.
    spelled: Vec<Option<Spelling>>,
    generated: Vec<String>,
    /// The kinds of the puzzles.
    kinds: Vec<&'static str>,
    /// True if a puzzle is not a 9×9 Sudoku.
    has_other_kinds: bool,
    /// The digests of the files so far.
    digests: Vec<FileDigest>,
}

/// The kind of Sudokus of all sizes.
const SUDOKU: &str = "sudoku";

impl FeedReader<'_, '_> {
    /// Returns true unless the end is reached.
    fn has_more(&self) -> bool {
        self.feed.end.is_none_or(|end| self.mark.rows < end)
    }

    fn source(&mut self, input: usize, source: &Source) -> Result<(), Stopped> {
        let mut line = 0;
        let mut is_noted = false;
        let broken = |line, error| Stopped::Broken(input, Error::input(&source.name, line, error));
        let (mut places, mut is_declared) = (Vec::new(), Vec::new());
        let mut position = self.feed.ahead.position.clone();
        if self.feed.digests {
            let digest = FileDigest::default();
            position.digest = Some(digest.clone());
            self.digests.push(digest);
        }
        let reading = &self.feed.reading;
        // Text tables say the types of their columns beside them.
        let known = match file(source).filter(|_| reading.keep == Keep::Whole) {
            Some(path) => own_types(path).map_err(|error| broken(0, error.into_io()))?,
            None => Vec::new(),
        };
        let mut records = match open(source, &position, self.queue.closed(), reading) {
            Err(_) if self.queue.is_closed() => return Err(Stopped::QueueClosed),
            records => records.map_err(|error| broken(0, error))?,
        };
        while self.has_more() {
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
            self.hash(fields.puzzle);
            self.hash(fields.comment.unwrap_or_default());
            for value in fields.kept.iter().flat_map(|kept| kept.iter()) {
                self.hash(value.unwrap_or_default().as_bytes());
            }
            let mut content = fields.parse();
            let values = fields.kept.filter(|_| content.is_ok());
            let spelled = values.into_iter().flat_map(KeptValues::spelled);
            self.spelled.clear();
            self.spelled
                .extend(spelled.map(|value| value.map(|(_, spelling)| spelling)));
            if let Some(column) = records.chosen_column().filter(|_| !is_noted) {
                self.feed.ahead.note_column(&source.name, column);
                is_noted = true;
            }
            for name in &records.kept()[places.len()..] {
                self.hash(name.as_bytes());
                let place = self.kept.place(name);
                let declared = records.kept_types().map(|types| &types[places.len()]);
                let known = || known.iter().find(|(known, _)| known == name);
                if let Some(kind) = declared.or_else(|| known().map(|(_, kind)| kind)) {
                    self.kept.declare(place, kind);
                    is_declared.push(true);
                } else {
                    is_declared.push(false);
                }
                places.push(place);
            }
            if let Ok(given) = &mut content {
                let values = given.kept.iter().zip(&self.spelled);
                for ((value, spelling), (&place, is_declared)) in
                    values.zip(places.iter().zip(&is_declared))
                {
                    if let (Some(value), Some(spelling), false) = (value, spelling, is_declared) {
                        self.kept.types[place].add(value, *spelling);
                    }
                }
                let kind = given.puzzle.kind();
                if !self.kinds.contains(&kind) {
                    self.kinds.push(kind);
                }
                // The model of another kind may have to be built for this.
                self.has_other_kinds |= kind != SUDOKU || !is_sudoku(given.puzzle.as_ref());
                given.kept = moved(std::mem::take(&mut given.kept), &places);
            }
            self.take(NumberedRecord {
                number: self.mark.records,
                row: self.mark.rows,
                input,
                line,
                content,
            })?;
        }
        self.generated.extend_from_slice(records.generated());
        Ok(())
    }

    fn hash(&mut self, text: &[u8]) {
        self.hasher.update(text).update(b"\n");
    }

    /// The digests of the inputs. Files that were not read to their end are read for that.
    fn digests(&mut self) -> Result<Vec<Option<String>>, Stopped> {
        if !self.feed.digests {
            return Ok(Vec::new());
        }
        let sources = &self.feed.found.sources;
        self.digests.resize_with(sources.len(), FileDigest::default);
        let mut digests = Vec::with_capacity(sources.len());
        for (place, (source, digest)) in sources.iter().zip(&self.digests).enumerate() {
            let finish = |path: &PathBuf| digest.finish(path, || self.queue.is_closed());
            let finished = file(source).map(finish);
            digests.push(match finished.transpose() {
                Ok(None) => None,
                Ok(Some(Some(blake3))) => Some(blake3),
                Ok(Some(None)) => return Err(Stopped::QueueClosed),
                Err(error) => {
                    let error = Error::input(&source.name, self.mark.records, error);
                    return Err(Stopped::Broken(place, error));
                }
            });
        }
        Ok(digests)
    }

    fn take(&mut self, record: NumberedRecord) -> Result<(), Stopped> {
        // After a stop, the last record may be incomplete.
        if self.queue.is_closed() {
            return Err(Stopped::QueueClosed);
        }
        self.mark.records += 1;
        let ahead = &self.feed.ahead.records;
        ahead.store(self.mark.records, Ordering::Relaxed);
        self.mark.rows += u64::from(record.content.is_ok());
        if let Some(passed) = self.feed.passed.get(self.agreed) {
            return self.pass(passed);
        }
        if record.row >= self.feed.reading.skip && self.feed.shard.has(record.row) {
            self.pending.push(record);
        }
        if self.pending.len() == BATCH {
            self.send()
        } else {
            Ok(())
        }
    }

    /// Skips a record before an earlier position.
    fn pass(&mut self, mark: &InputCheckpoint) -> Result<(), Stopped> {
        if self.mark.records == mark.records {
            if self.mark() != *mark {
                return Err(Stopped::Changed(self.agreed));
            }
            self.agreed += 1;
        }
        Ok(())
    }

    fn mark(&self) -> InputCheckpoint {
        InputCheckpoint {
            digest: *self.hasher.finalize().as_bytes(),
            ..self.mark
        }
    }

    fn send(&mut self) -> Result<(), Stopped> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let batch = RecordBatch {
            records: std::mem::take(&mut self.pending),
            mark: self.mark(),
            kept: self.kept.names.clone(),
            kept_types: self.kept.declared.clone(),
        };
        let cost = batch.cost();
        Ok(self.queue.put(batch, cost)?)
    }
}

/// The kept columns of the inputs read so far.
struct KeptColumns {
    names: Arc<Vec<String>>,
    /// True for the columns of an input that was read.
    met: Vec<bool>,
    types: Vec<TypeSearch>,
    /// The types that inputs declare; all other columns have texts so far.
    declared: Arc<Vec<KeptType>>,
}

impl KeptColumns {
    /// The requested columns, or none so far.
    fn new(keep: &Keep) -> KeptColumns {
        let mut kept = KeptColumns {
            names: Arc::default(),
            met: Vec::new(),
            types: Vec::new(),
            declared: Arc::default(),
        };
        if let Keep::Columns(names) = keep {
            for name in names {
                kept.place(&kept_name(name));
            }
            kept.met.fill(false);
        }
        kept
    }

    /// The place of a column that an input has.
    fn place(&mut self, name: &str) -> usize {
        let same = |known: &String| known.eq_ignore_ascii_case(name);
        let place = self.names.iter().position(same).unwrap_or_else(|| {
            Arc::make_mut(&mut self.names).push(name.to_string());
            self.met.push(true);
            self.types.push(TypeSearch::default());
            Arc::make_mut(&mut self.declared).push(KeptType::Text);
            self.met.len() - 1
        });
        self.met[place] = true;
        place
    }

    /// Notes the type that an input declares.
    fn declare(&mut self, place: usize, kind: &KeptType) {
        self.types[place].declare(kind);
        Arc::make_mut(&mut self.declared)[place] = self.types[place].finish().0;
    }

    /// The types of the columns.
    fn types(&self) -> Vec<KeptType> {
        let types = self.types.iter();
        types.map(|search| search.finish().0).collect()
    }

    /// The columns whose inputs have types that do not fit together.
    fn mixed(&self) -> Vec<String> {
        let mixed = self.names.iter().zip(&self.types);
        let mixed = mixed.filter(|(_, search)| search.finish().1);
        mixed.map(|(name, _)| name.clone()).collect()
    }

    /// The columns that no input has.
    fn missing(&self) -> Vec<String> {
        let missing = self.names.iter().zip(&self.met).filter(|(_, met)| !**met);
        missing.map(|(name, _)| name.clone()).collect()
    }
}

/// The values of an input's columns at their places in the table.
fn moved(values: Vec<Option<String>>, places: &[usize]) -> Vec<Option<String>> {
    if places.iter().copied().eq(0..places.len()) {
        return values;
    }
    let length = places.iter().max().map_or(0, |place| place + 1);
    let mut moved = vec![None; length];
    for (value, &place) in values.into_iter().zip(places) {
        moved[place] = value;
    }
    moved
}
