//! The frames of a classify job's journal, and its progress.

use serde::{Deserialize, Serialize};

use super::entry::RecordResult;
use super::tally::Tally;
use crate::job::durable::JournalFrame;
use crate::job::feed::{Ended, Mark};
use crate::job::journal::Offset;

/// A frame of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// Results in order, and the position of the inputs after them.
    Results(Vec<RecordResult>, Mark),
    /// The job stopped at an error in the input of this name, which may be mended.
    Broken(String),
    /// All inputs are read.
    End(Ended),
}

impl JournalFrame for Frame {
    fn absorb(&mut self, next: Frame) -> Option<Frame> {
        match (self, next) {
            (Frame::Results(results, mark), Frame::Results(more, after)) => {
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
    pub mark: Mark,
    /// The number of rated rows.
    pub rows: u64,
    /// Those of them that are not written.
    pub left_out: u64,
    /// The number of rejected lines.
    pub rejected: u64,
    /// The offset in the journal.
    pub offset: Offset,
}

impl DurablePoint {
    /// Counts a result.
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
    pub end: Option<Ended>,
    /// The current point.
    pub now: DurablePoint,
    /// The number of rows of earlier runs.
    pub before: u64,
    /// The counts of the table, once it is written.
    pub tally: Option<Tally>,
}

impl JobState {
    /// Adds a frame of the journal that ends at this offset.
    pub(crate) fn replay(&mut self, frame: Frame, offset: Offset) {
        match frame {
            Frame::Results(results, mark) => {
                self.broken = None;
                results.iter().for_each(|result| self.now.count(result));
                self.now = DurablePoint {
                    mark,
                    offset,
                    ..self.now
                };
                self.points.push(self.now);
            }
            // Only more records show if the input was mended.
            Frame::Broken(input) => self.broken = Some(input),
            Frame::End(ended) => {
                self.broken = None;
                self.end = Some(ended);
            }
        }
        self.before = self.now.rows;
    }
}
