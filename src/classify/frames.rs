//! What the journal of a classify job holds, and what is known of a job from it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::description::Description;
use super::entry::Entry;
use super::feed::{Ended, Mark};
use crate::io::overwrite::Existing;
use crate::job::journal::Place;
use crate::job::{Error, Journal};

/// A part of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// What the job is. If it comes again, the last one holds.
    Job(Description),
    /// Entries in order, and where the inputs are after them.
    Entries(Vec<Entry>, Mark),
    /// The job stopped at a fault of the input of this name, which may be mended.
    Broken(String),
    /// All inputs are done.
    End(Ended),
    /// The outputs may replace what is there.
    Replaces,
}

/// A point up to which a job is durable.
#[derive(Clone, Copy, Default)]
pub(crate) struct Point {
    /// Where the inputs are.
    pub mark: Mark,
    /// Rows so far.
    pub rows: u64,
    /// Those of them that are not written.
    pub left_out: u64,
    /// Rejected lines so far.
    pub rejected: u64,
    /// Where it is in the journal.
    pub place: Place,
}

/// What a journal holds, but for its entries.
pub(crate) struct Recovered {
    /// What the job is.
    pub job: Description,
    /// Where entries became durable, in order.
    pub points: Vec<Point>,
    /// The input at whose fault the job stopped.
    pub broken: Option<String>,
    /// The end of the job, if it was reached.
    pub end: Option<Ended>,
    /// What becomes of other files where the outputs should go.
    pub existing: Existing,
}

impl Recovered {
    /// Opens the journal of a job that was interrupted; none if the job was interrupted
    /// before it had begun.
    pub(crate) fn open(path: &Path) -> Result<Option<(Journal<Frame>, Recovered)>, Error> {
        let mut recovered: Option<Recovered> = None;
        let journal = Journal::reopen(path, |frame, place| match (&mut recovered, frame) {
            (None, Frame::Job(job)) => recovered = Some(Recovered::new(job)),
            (None, _) => {}
            (Some(recovered), frame) => recovered.add(frame, place),
        })?;
        Ok(journal.zip(recovered))
    }

    /// What a journal holds that was just begun.
    pub(crate) fn new(job: Description) -> Recovered {
        Recovered {
            job,
            points: Vec::new(),
            broken: None,
            end: None,
            existing: Existing::Keep,
        }
    }

    /// Where to go on.
    pub(crate) fn last(&self) -> Point {
        self.points.last().copied().unwrap_or_default()
    }

    fn add(&mut self, frame: Frame, place: Place) {
        match frame {
            // Whether the input was mended is not known before more of it is read.
            Frame::Job(job) => self.job = job,
            Frame::Entries(entries, mark) => {
                self.broken = None;
                let last = self.last();
                let mut point = Point {
                    mark,
                    place,
                    ..last
                };
                for entry in &entries {
                    match entry {
                        Entry::Row(_) => point.rows += 1,
                        Entry::Reject(_) => point.rejected += 1,
                        Entry::LeftOut(_) => {
                            point.rows += 1;
                            point.left_out += 1;
                        }
                    }
                }
                self.points.push(point);
            }
            Frame::Broken(input) => self.broken = Some(input),
            Frame::End(ended) => {
                self.broken = None;
                self.end = Some(ended);
            }
            Frame::Replaces => self.existing = Existing::Replace,
        }
    }
}
