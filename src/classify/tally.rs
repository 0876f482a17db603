//! The counts of values, printed as a small table at the end of a job, and its progress, as
//! an observer sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::addition::Skip;
use super::journal::{DurablePoint, LeftOut, RecordResult};
use super::spec::Job;
use crate::job::feed::ReadAhead;
use crate::job::inputs::fraction_done;
use crate::job::records::Reject;
use crate::job::waiting::LinesAtWork;
use crate::job::{Observer, Snapshot};
use crate::table::{Column, Entry, Row};
use gradus_engine::rating::{Name, Names};

/// Counts of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows.
    pub rows: u64,
    /// Rows left out by the condition.
    pub left_out: u64,
    /// Rows left out because a compared value is missing.
    pub missing: u64,
    /// Rows left out because a compared text is not a number.
    pub no_number: u64,
    /// Rows to which no rating was added, by the reason.
    pub(crate) skipped: BTreeMap<Skip, u64>,
    /// Rejected lines.
    pub rejected: u64,
    /// The first rejected lines.
    pub(crate) first: Vec<Reject>,
    /// The number of rejected lines by reason.
    pub reasons: BTreeMap<String, u64>,
    /// For each rating in the order of the columns, the count of each value.
    counts: Vec<(Name, BTreeMap<Entry, u64>)>,
}

/// Number of rejected lines to show.
const FIRST: usize = 3;

impl Tally {
    /// The counts of an empty table with these ratings.
    pub(crate) fn new(names: &Names) -> Tally {
        Tally {
            counts: names.iter().map(|name| (name, BTreeMap::new())).collect(),
            ..Default::default()
        }
    }

    /// Counts a result.
    pub(crate) fn add(&mut self, result: &RecordResult) {
        match result {
            RecordResult::Row(row) | RecordResult::Skipped(row, _) => {
                if let RecordResult::Skipped(_, skip) = result {
                    *self.skipped.entry(*skip).or_default() += 1;
                }
                self.rows += 1;
                for ((_, counts), &rating) in self.counts.iter_mut().zip(&row.ratings) {
                    *counts.entry(Entry::from(rating).class()).or_default() += 1;
                }
            }
            RecordResult::Reject(reject) => {
                self.rejected += 1;
                *self.reasons.entry(reject.bad.reason.clone()).or_default() += 1;
                if self.first.len() < FIRST {
                    self.first.push(reject.clone());
                }
            }
            RecordResult::LeftOut(why) => {
                self.left_out += 1;
                self.missing += u64::from(*why == LeftOut::Missing);
                self.no_number += u64::from(*why == LeftOut::NoNumber);
            }
        }
    }

    /// For each rating, the values as text with their counts, in order.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, Vec<(String, u64)>)> {
        self.counts.iter().map(|(name, counts)| {
            let column = Column::Rating(*name);
            let counts = counts
                .iter()
                .map(|(value, count)| (value.shown(column), *count));
            (name.column(), counts.collect())
        })
    }

    /// The number of rated puzzles, written or not.
    pub(crate) fn rated(&self) -> u64 {
        self.rows + self.left_out - self.skipped.values().sum::<u64>()
    }
}

/// A line for each value, a column for each rating.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.counts.iter().flat_map(|(_, counts)| counts.keys());
        let values: BTreeSet<_> = all.collect();
        let width = self.rows.to_string().len().max(4) + 2;
        write!(f, "{:>6}", "")?;
        for (name, _) in &self.counts {
            write!(f, "{name:>width$}", name = name.column())?;
        }
        for value in values {
            write!(f, "\n{value:>6}")?;
            for (_, counts) in &self.counts {
                match counts.get(value) {
                    Some(count) => write!(f, "{count:>width$}")?,
                    None => write!(f, "{:>width$}", "")?,
                }
            }
        }
        Ok(())
    }
}

/// The progress of a run.
pub(super) struct ClassifyProgress<'a> {
    job: &'a Job,
    ahead: ReadAhead,
    at_work: &'a LinesAtWork,
    rows_before: u64,
    hardest: Option<Row>,
}

impl<'a> ClassifyProgress<'a> {
    /// A run after some rows.
    pub(super) fn new(
        job: &'a Job,
        rows_before: u64,
        ahead: ReadAhead,
        at_work: &'a LinesAtWork,
    ) -> Self {
        ClassifyProgress {
            job,
            ahead,
            at_work,
            rows_before,
            hardest: None,
        }
    }

    /// Keeps the hardest row, the first of equals.
    pub(super) fn count(&mut self, result: &RecordResult) {
        let RecordResult::Row(row) = result else {
            return;
        };
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref();
        if hardest.is_none_or(|hardest| hardness(names, row) > hardness(names, hardest)) {
            self.hardest = Some(row.clone());
        }
    }

    /// Reports the progress to an observer; some rows may be ahead of the point.
    pub(super) fn show(&self, now: &DurablePoint, rows_ahead: u64, observer: &mut dyn Observer) {
        let found = &self.job.found;
        let end = self.job.reading.end(self.job.limit);
        self.ahead.report_columns(observer);
        let names = &self.job.request.names;
        let hardest = self.hardest.as_ref().map(|row| Hardest { row, names });
        observer.progress(&Snapshot {
            rows: now.rows + rows_ahead,
            rows_before: self.rows_before,
            rejected: now.rejected,
            share: fraction_done(found, end, &now.mark, &self.ahead),
            waiting: self.at_work.first(&found.sources),
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
