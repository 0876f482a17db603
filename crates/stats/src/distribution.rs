//! The distribution of one column: the number of puzzles with each entry, in
//! percent and cumulative, with the moments of the finite values.

use std::collections::BTreeMap;

use serde::Serialize;

use super::joint::Joint;
use super::moments::Moments;
use super::unbiased::{Estimate, shares};
use gradus_table::table::{Column, Entry};

/// One entry of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DistributionLine {
    /// The value, bound or word.
    pub entry: Entry,
    /// Number of puzzles with this entry.
    pub count: u64,
    /// Number of these whose value is an upper bound: a shorter path is not excluded.
    pub upper: u64,
    /// Percentage of the puzzles for which the column is defined.
    pub percent: f64,
    /// Cumulative percentage.
    pub cumulated: f64,
    /// Unbiased percentage, if it was requested.
    pub unbiased: Option<Estimate>,
}

/// The distribution of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// The column.
    pub column: Column,
    /// Puzzles for which the column is defined: the base of percentages.
    pub n: u64,
    /// Puzzles for which it is undefined.
    pub not_applicable: u64,
    /// The entries, in order: finite values, lower bounds, the rest.
    pub lines: Vec<DistributionLine>,
    /// Moments of the finite values, or `None` if there are none.
    pub moments: Option<Moments>,
}

impl Distribution {
    /// The distribution of a column, or `None` if the table lacks it.
    pub(crate) fn of(joint: &Joint, column: Column, unbiased: bool) -> Option<Distribution> {
        let marginal = joint.project([column])?;
        let moments = Moments::of(&joint.values(column)?);
        let mut classes: BTreeMap<Entry, (u64, u64)> = BTreeMap::new();
        let mut not_applicable = 0;
        for ([entry], count) in marginal {
            if entry == Entry::NotApplicable {
                not_applicable += count;
                continue;
            }
            let (all, upper) = classes.entry(entry.class()).or_default();
            *all += count;
            if matches!(entry, Entry::Upper(_)) {
                *upper += count;
            }
        }
        let n: u64 = classes.values().map(|(count, _)| count).sum();
        let weighed = unbiased.then(|| joint.project([Column::Clues, column]));
        let weighed = weighed.flatten().unwrap_or_default().into_iter();
        let class = |entry: Entry| (entry != Entry::NotApplicable).then(|| entry.class());
        let shares = shares(weighed.map(|([clues, entry], count)| (clues, class(entry), count)));
        let mut sum = 0;
        let line = |(entry, (count, upper)): (Entry, (u64, u64))| {
            sum += count;
            DistributionLine {
                entry,
                count,
                upper,
                percent: percent(count, n),
                cumulated: percent(sum, n),
                unbiased: shares.get(&entry).copied(),
            }
        };
        Some(Distribution {
            column,
            n,
            not_applicable,
            lines: classes.into_iter().map(line).collect(),
            moments,
        })
    }

    /// The lines, with empty ones for missing values: ratings begin at 0, other
    /// columns at their least value.
    pub fn without_gaps(&self) -> Vec<DistributionLine> {
        let mut lines = Vec::new();
        let mut next = matches!(self.column, Column::Rating(_)).then_some(0);
        let mut cumulated = 0.0;
        for line in &self.lines {
            if let Some(value) = line.entry.finite() {
                let gap = next.unwrap_or(value)..value;
                lines.extend(gap.map(|value| DistributionLine {
                    entry: Entry::Exact(value),
                    count: 0,
                    upper: 0,
                    percent: 0.0,
                    cumulated,
                    unbiased: None,
                }));
                next = Some(value + 1);
            }
            cumulated = line.cumulated;
            lines.push(*line);
        }
        lines
    }

    pub(crate) fn is_unbiased(&self) -> bool {
        self.lines.iter().any(|line| line.unbiased.is_some())
    }

    /// Number of puzzles with an entry that meets a condition.
    pub fn count(&self, meets: impl Fn(Entry) -> bool) -> u64 {
        let lines = self.lines.iter().filter(|line| meets(line.entry));
        lines.map(|line| line.count).sum()
    }

    pub(crate) fn upper(&self) -> u64 {
        self.lines.iter().map(|line| line.upper).sum()
    }

    pub(crate) fn lower(&self) -> u64 {
        self.count(|entry| matches!(entry, Entry::Lower(_)))
    }
}

/// A part as a percentage of the whole.
pub(super) fn percent(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        _ => 100.0 * part as f64 / whole as f64,
    }
}
