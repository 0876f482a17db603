//! The progress of a classify job, as an observer sees it.

use std::fmt;

use super::entry::RecordResult;
use super::journal::DurablePoint;
use super::spec::Job;
use crate::job::feed::{ReadAhead, fraction_done};
use crate::job::{Observer, Snapshot};
use crate::table::Row;
use gradus_engine::rating::{Name, Names};

/// The progress of a run.
pub(crate) struct ClassifyProgress<'a> {
    job: &'a Job,
    ahead: ReadAhead,
    rows_before: u64,
    hardest: Option<Row>,
}

impl<'a> ClassifyProgress<'a> {
    /// A run that starts at a point.
    pub(crate) fn new(job: &'a Job, start: &DurablePoint, ahead: ReadAhead) -> Self {
        ClassifyProgress {
            job,
            ahead,
            rows_before: start.rows,
            hardest: None,
        }
    }

    /// Keeps the hardest row, the first of equals.
    pub(crate) fn count(&mut self, result: &RecordResult) {
        let RecordResult::Row(row) = result else {
            return;
        };
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref();
        if hardest.is_none_or(|hardest| hardness(names, row) > hardness(names, hardest)) {
            self.hardest = Some(row.clone());
        }
    }

    /// Reports the progress to an observer.
    pub(crate) fn show(&self, now: &DurablePoint, observer: &mut dyn Observer) {
        let Job { found, limit, .. } = self.job;
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref().map(|row| Hardest { row, names });
        observer.progress(&Snapshot {
            rows: now.rows,
            rows_before: self.rows_before,
            rejected: now.rejected,
            share: fraction_done(found, *limit, &now.mark, &self.ahead),
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
            write!(f, " {name} {}", name.entry().text(*rating))?;
        }
        Ok(())
    }
}
