//! The results of a classify job, the frames of its journal, and its progress.
//!
//! Results that wait for a slow puzzle go to the journal ahead of their turn, as `Ahead` frames,
//! and once more in their turn: the table is written from the results in order alone, and a resumed
//! job takes those ahead from here instead of rating the puzzles again. There are never more of
//! them than the window of the pump admits, whatever number of runs it takes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::addition::Skip;
use super::tally::Tally;
use crate::job::durable::JournalFrame;
use crate::job::feed::FeedEnd;
use crate::job::journal::Offset;
use crate::job::records::{InputCheckpoint, NumberedRecord, Reject};
use crate::table::Row;

/// The result of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RecordResult {
    /// A puzzle that was rated.
    Row(Row),
    /// A line that is not a puzzle, or a puzzle that cannot be rated.
    Reject(Reject),
    /// A puzzle that was rated and does not satisfy the condition of the job.
    LeftOut(LeftOut),
    /// A row that is written, but not rated, because ratings are added to others only.
    Skipped(Row, Skip),
}

/// Why a rated row is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LeftOut {
    /// The condition does not hold.
    Fails,
    /// A compared value is missing.
    Missing,
    /// A compared text is not a number.
    NoNumber,
}

impl RecordResult {
    /// Returns true if a puzzle was rated, whether its row is written or not.
    pub(crate) fn is_rated(&self) -> bool {
        !matches!(self, RecordResult::Reject(_))
    }

    /// Approximate memory in bytes.
    pub(super) fn cost(&self) -> usize {
        let texts = match self {
            RecordResult::Row(row) | RecordResult::Skipped(row, _) => {
                let kept = row.kept.iter().flatten().map(String::len).sum::<usize>();
                row.puzzle.len() + row.comment.as_ref().map_or(0, String::len) + kept
            }
            RecordResult::Reject(reject) => reject.bad.reason.len() + reject.bad.text.len(),
            RecordResult::LeftOut(_) => 0,
        };
        size_of::<RecordResult>() + texts
    }
}

/// Identifies a record of the inputs: its number, and a digest of all that its result depends on,
/// because inputs may be mended between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordId {
    /// The number of records before it.
    pub number: u64,
    digest: u64,
}

impl RecordId {
    /// The record with these kept columns.
    pub(super) fn of(record: &NumberedRecord, kept: &[String]) -> RecordId {
        let mut hasher = blake3::Hasher::new();
        let mut add = |text: Option<&[u8]>| {
            let length = text.map_or(u64::MAX, |text| text.len() as u64);
            hasher.update(&length.to_le_bytes());
            hasher.update(text.unwrap_or_default());
        };
        for number in [record.row, record.input as u64, record.line] {
            add(Some(&number.to_le_bytes()));
        }
        match &record.content {
            Ok(given) => {
                add(Some(given.puzzle.to_string().as_bytes()));
                add(given.comment.as_ref().map(String::as_bytes));
                for (name, value) in kept.iter().zip(&given.kept) {
                    add(Some(name.as_bytes()));
                    add(value.as_ref().map(String::as_bytes));
                }
            }
            Err(bad) => {
                add(None);
                add(Some(bad.reason.as_bytes()));
                add(Some(bad.text.as_bytes()));
            }
        }
        let digest = hasher.finalize();
        let (digest, _) = digest.as_bytes().as_chunks::<8>();
        RecordId {
            number: record.number,
            digest: u64::from_le_bytes(digest[0]),
        }
    }
}

/// Results ahead of their turn, by the numbers of their records.
#[derive(Debug, Default)]
pub(crate) struct KnownResults(BTreeMap<u64, (RecordId, RecordResult)>);

impl KnownResults {
    /// The result of a record, if it is known.
    pub(super) fn get(&self, id: RecordId) -> Option<&RecordResult> {
        let (known, result) = self.0.get(&id.number)?;
        (*known == id).then_some(result)
    }

    /// Drops the results of the records before a position.
    fn drop_before(&mut self, number: u64) {
        while let Some(known) = self.0.first_entry()
            && *known.key() < number
        {
            known.remove();
        }
    }

    /// The number of rated puzzles.
    pub(super) fn rows(&self) -> u64 {
        let rows = self.0.values().filter(|(_, result)| result.is_rated());
        rows.count() as u64
    }

    /// The numbers of the records, with true for those that are rated puzzles.
    pub(super) fn numbers(&self) -> BTreeMap<u64, bool> {
        let known = self.0.iter();
        known
            .map(|(number, (_, result))| (*number, result.is_rated()))
            .collect()
    }
}

/// A frame of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ClassifyFrame {
    /// Results in order, and the position of the inputs after them.
    Results(Vec<RecordResult>, InputCheckpoint),
    /// The job stopped at an error in the input of this name, which may be mended.
    Broken(String),
    /// All inputs are read.
    End(FeedEnd),
    /// Results ahead of their turn.
    Ahead(Vec<(RecordId, RecordResult)>),
}

impl JournalFrame for ClassifyFrame {
    fn absorb(&mut self, next: ClassifyFrame) -> Option<ClassifyFrame> {
        match (self, next) {
            (ClassifyFrame::Results(results, mark), ClassifyFrame::Results(more, after)) => {
                results.extend(more);
                *mark = after;
                None
            }
            (ClassifyFrame::Ahead(results), ClassifyFrame::Ahead(more)) => {
                results.extend(more);
                None
            }
            (_, next) => Some(next),
        }
    }
}

/// The counts of a job up to a position.
#[derive(Clone, Copy, Default)]
pub(crate) struct DurablePoint {
    /// The position of the inputs.
    pub mark: InputCheckpoint,
    /// The number of rated rows.
    pub rows: u64,
    /// The number of these that are not written.
    pub left_out: u64,
    /// The number of rejected lines.
    pub rejected: u64,
    /// The offset in the journal.
    pub offset: Offset,
}

impl DurablePoint {
    pub(crate) fn count(&mut self, result: &RecordResult) {
        match result {
            RecordResult::Row(_) | RecordResult::Skipped(..) => self.rows += 1,
            RecordResult::Reject(_) => self.rejected += 1,
            RecordResult::LeftOut(_) => {
                self.rows += 1;
                self.left_out += 1;
            }
        }
    }
}

/// The progress of a job.
#[derive(Default)]
pub(crate) struct JobState {
    /// The points that the journal holds, in order.
    pub points: Vec<DurablePoint>,
    /// The input at whose error the job stopped.
    pub broken: Option<String>,
    /// The end of the inputs, if it was reached.
    pub end: Option<FeedEnd>,
    /// The current point.
    pub now: DurablePoint,
    /// The results after it that the journal holds from earlier runs.
    pub known: KnownResults,
    /// The number of rated puzzles after it.
    pub rows_ahead: u64,
    /// The number of rows of earlier runs.
    pub before: u64,
    /// The counts of the table, once it is written.
    pub tally: Option<Tally>,
}

impl JobState {
    /// Adds a frame of the journal that ends at this offset.
    pub(crate) fn replay(&mut self, frame: ClassifyFrame, offset: Offset) {
        match frame {
            ClassifyFrame::Results(results, mark) => {
                self.broken = None;
                results.iter().for_each(|result| self.now.count(result));
                (self.now.mark, self.now.offset) = (mark, offset);
                self.points.push(self.now);
                self.known.drop_before(mark.records);
            }
            ClassifyFrame::Ahead(results) => {
                let results = results.into_iter();
                let ahead = results.filter(|(id, _)| id.number >= self.now.mark.records);
                let known = ahead.map(|(id, result)| (id.number, (id, result)));
                self.known.0.extend(known);
            }
            // Only more records show if the input was mended.
            ClassifyFrame::Broken(input) => self.broken = Some(input),
            ClassifyFrame::End(ended) => {
                self.broken = None;
                self.end = Some(ended);
            }
        }
        self.before = self.now.rows;
    }
}
