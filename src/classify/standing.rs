//! How far a classify job is, as an observer sees it.

use std::fmt;

use super::feed::Mark;
use super::frames::Point;
use super::job::Job;
use super::work::Done;
use crate::job::{Observer, Snapshot};
use crate::rating::{Name, Names, Rating, Status};
use crate::table::Row;

/// How far a job is.
pub struct Standing<'a> {
    job: &'a Job,
    /// Where the inputs are.
    pub mark: Mark,
    /// Rows that are done.
    pub rows: u64,
    /// Rejected lines.
    pub rejected: u64,
    rows_before: u64,
    bytes: u64,
    hardest: Option<Row>,
}

impl<'a> Standing<'a> {
    /// A job that is at a point.
    pub fn new(job: &'a Job, point: Point) -> Standing<'a> {
        Standing {
            job,
            mark: point.mark,
            rows: point.rows,
            rejected: point.rejected,
            rows_before: point.rows,
            bytes: 0,
            hardest: None,
        }
    }

    /// Counts a row, and keeps the hardest, of equals the first.
    pub fn count(&mut self, row: &Row) {
        self.rows += 1;
        let hardest = self.hardest.as_ref();
        if hardest.is_none_or(|hardest| hardness(row) > hardness(hardest)) {
            self.hardest = Some(row.clone());
        }
    }

    /// Goes to where the inputs are after a batch.
    pub fn advance(&mut self, done: &Done) {
        (self.mark, self.bytes) = (done.mark, done.bytes);
    }

    /// Shows an observer how far the job is.
    pub fn show(&self, observer: &mut dyn Observer) {
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref().map(|row| Hardest { row, names });
        observer.progress(&Snapshot {
            rows: self.rows,
            rows_before: self.rows_before,
            rejected: self.rejected,
            share: self.job.share(self.bytes, self.mark.rows),
            note: hardest.as_ref().map(|hardest| hardest as _),
        });
    }
}

/// How hard a row is: its T&E depth, then its greatest rating.
fn hardness(row: &Row) -> (u8, u8) {
    let value = |rating: &Rating| match rating.status {
        Status::Infinite => 0,
        _ => rating.value.unwrap_or(0),
    };
    (
        row.te.unwrap_or(0),
        row.ratings.iter().map(value).max().unwrap_or(0),
    )
}

/// The ratings of the hardest row.
struct Hardest<'a> {
    row: &'a Row,
    names: &'a Names,
}

impl fmt::Display for Hardest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hardest row {}:", self.row.row)?;
        let mut ratings = self.row.ratings.iter();
        for name in self.names.iter() {
            match (name, self.row.te) {
                (Name::Te, Some(te)) => write!(f, " te {te}")?,
                (Name::Te, None) => write!(f, " te -")?,
                _ => {
                    let rating = ratings.next().copied().unwrap_or(Rating::INFINITE);
                    write!(f, " {name} {rating}")?;
                }
            }
        }
        Ok(())
    }
}
