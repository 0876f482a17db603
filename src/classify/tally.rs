//! How many puzzles got which rating: the small table at the end of a job.

use std::collections::BTreeMap;
use std::fmt;

use super::entry::LeftOut;
use crate::job::rejects::Reject;
use crate::table::Row;
use gradus_engine::rating::{Name, Names, Rating, Status};

/// Counts of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows.
    pub rows: u64,
    /// Rows that are not written because a condition does not hold.
    pub left_out: u64,
    /// Those of them that have nothing to compare.
    pub missing: u64,
    /// Those of them that have a text which is no number.
    pub no_number: u64,
    /// Rejected lines.
    pub rejected: u64,
    /// The first of them.
    pub first: Vec<Reject>,
    /// For each rating in the order of the columns, how often each value was met.
    counts: Vec<(Name, BTreeMap<Value, u64>)>,
}

/// Rejected lines that are shown.
const FIRST: usize = 3;

/// A value with its status, in the order of the lines of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    /// Known, or as good as known: a path of this length exists.
    Found(u8),
    /// Not less than this.
    AtLeast(u8),
    /// No length solves.
    Infinite,
    /// Not defined.
    None,
}

impl From<Rating> for Value {
    fn from(rating: Rating) -> Value {
        match (rating.status, rating.value) {
            (Status::Exact | Status::Upper, Some(value)) => Value::Found(value),
            (Status::Lower, Some(value)) => Value::AtLeast(value),
            (Status::NotApplicable, _) => Value::None,
            _ => Value::Infinite,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Value::Found(value) => value.to_string(),
            Value::AtLeast(value) => format!("≥{value}"),
            Value::Infinite => "∞".to_string(),
            Value::None => "-".to_string(),
        })
    }
}

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
    pub fn leave_out(&mut self, why: LeftOut) {
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
            *counts.entry(rating.into()).or_default() += 1;
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
