//! The results of a classify job, the frames of its journal, and its progress.

use serde::{Deserialize, Serialize};

use super::tally::Tally;
use crate::job::durable::JournalFrame;
use crate::job::feed::FeedEnd;
use crate::job::journal::Offset;
use crate::job::records::{InputCheckpoint, Reject};
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

/// A frame of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ClassifyFrame {
    /// Results in order, and the position of the inputs after them.
    Results(Vec<RecordResult>, InputCheckpoint),
    /// The job stopped at an error in the input of this name, which may be mended.
    Broken(String),
    /// All inputs are read.
    End(FeedEnd),
}

impl JournalFrame for ClassifyFrame {
    fn absorb(&mut self, next: ClassifyFrame) -> Option<ClassifyFrame> {
        match (self, next) {
            (ClassifyFrame::Results(results, mark), ClassifyFrame::Results(more, after)) => {
                results.extend(more);
                *mark = after;
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
            RecordResult::Row(_) => self.rows += 1,
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
