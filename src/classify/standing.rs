//! How far a classify job is, as an observer sees it.

use std::fmt;

use super::feed::{Mark, ReadAhead};
use super::frames::Point;
use super::job::Job;
use super::work::RatedBatch;
use crate::job::{Observer, Snapshot};
use crate::table::Row;
use gradus_engine::rating::{Name, Names};

/// How far a job is.
pub(crate) struct Standing<'a> {
    job: &'a Job,
    /// Where the inputs are.
    pub mark: Mark,
    /// Rows that are done.
    pub rows: u64,
    /// Those of them that are not written.
    pub left_out: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// How far the reader is.
    pub ahead: ReadAhead,
    rows_before: u64,
    hardest: Option<Row>,
}

impl<'a> Standing<'a> {
    /// A job that is at a point.
    pub(crate) fn new(job: &'a Job, point: Point) -> Standing<'a> {
        Standing {
            job,
            mark: point.mark,
            rows: point.rows,
            left_out: point.left_out,
            rejected: point.rejected,
            ahead: ReadAhead::default(),
            rows_before: point.rows,
            hardest: None,
        }
    }

    /// Counts a row, and keeps the hardest, of equals the first.
    pub(crate) fn count(&mut self, row: &Row) {
        self.rows += 1;
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref();
        if hardest.is_none_or(|hardest| hardness(names, row) > hardness(names, hardest)) {
            self.hardest = Some(row.clone());
        }
    }

    /// Counts a row that is not written.
    pub(crate) fn leave_out(&mut self) {
        self.rows += 1;
        self.left_out += 1;
    }

    /// Goes to where the inputs are after a batch.
    pub(crate) fn advance(&mut self, done: &RatedBatch) {
        self.mark = done.mark;
    }

    /// Shows an observer how far the job is.
    pub(crate) fn show(&self, observer: &mut dyn Observer) {
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref().map(|row| Hardest { row, names });
        observer.progress(&Snapshot {
            rows: self.rows,
            rows_before: self.rows_before,
            rejected: self.rejected,
            share: self.job.share(&self.mark, &self.ahead),
            note: hardest.as_ref().map(|hardest| hardest as _),
        });
    }
}

/// How hard a row is: its T&E depth, then its greatest rating.
fn hardness(names: &Names, row: &Row) -> (u8, u8) {
    let greatest = |depth: bool| {
        let ratings = names.iter().zip(&row.ratings);
        let ratings = ratings.filter(|(name, _)| (*name == Name::TE) == depth && !name.is_count());
        let values = ratings.filter_map(|(_, rating)| rating.value);
        values.max().unwrap_or(0)
    };
    (greatest(true), greatest(false))
}

/// The ratings of the hardest row.
struct Hardest<'a> {
    row: &'a Row,
    names: &'a Names,
}

impl fmt::Display for Hardest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hardest row {}:", self.row.row)?;
        for (name, rating) in self.names.iter().zip(&self.row.ratings) {
            match name.entry().words.and_then(|words| words.word(*rating)) {
                Some(word) => write!(f, " {name} {word}")?,
                None => write!(f, " {name} {rating}")?,
            }
        }
        Ok(())
    }
}
