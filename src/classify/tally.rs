//! The counts of values: the small table at the end of a job.

use std::collections::BTreeMap;
use std::fmt;

use super::entry::LeftOut;
use crate::job::rejects::Reject;
use crate::table::{Entry, Row};
use gradus_engine::rating::{Name, Names};

/// Counts of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows.
    pub rows: u64,
    /// Rows left out by the condition.
    pub left_out: u64,
    /// Those of them with a missing value.
    pub missing: u64,
    /// Those of them with a text that is not a number.
    pub no_number: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// The first of them.
    pub first: Vec<Reject>,
    /// For each rating in the order of the columns, how often each value was met.
    counts: Vec<(Name, BTreeMap<Entry, u64>)>,
}

/// Rejected lines that are shown.
const FIRST: usize = 3;

impl Tally {
    /// Nothing yet, for a table with these ratings.
    pub fn new(names: &Names) -> Tally {
        Tally {
            counts: names.iter().map(|name| (name, BTreeMap::new())).collect(),
            ..Default::default()
        }
    }

    /// Counts a rejected line.
    pub fn reject(&mut self, reject: &Reject) {
        self.rejected += 1;
        if self.first.len() < FIRST {
            self.first.push(reject.clone());
        }
    }

    /// Counts a row that is not written.
    pub(crate) fn leave_out(&mut self, why: LeftOut) {
        self.left_out += 1;
        self.missing += u64::from(why == LeftOut::Missing);
        self.no_number += u64::from(why == LeftOut::NoNumber);
    }

    /// Puzzles that were rated, whether or not they are written.
    pub fn rated(&self) -> u64 {
        self.rows + self.left_out
    }

    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        for ((_, counts), &rating) in self.counts.iter_mut().zip(&row.ratings) {
            *counts.entry(Entry::from(rating).class()).or_default() += 1;
        }
    }
}

/// A line for each value, a column for each rating.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.counts.iter().flat_map(|(_, counts)| counts.keys());
        let values: std::collections::BTreeSet<_> = all.collect();
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
