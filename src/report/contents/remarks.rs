//! Remarks about an extreme puzzle: the frequency of its value in the table, and how
//! it compares with published values.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::expression::{BoundKind, Formula, Number};
use crate::io::{counted, grouped};
use crate::stats::published::Largest;
use crate::stats::{Column, Entry, Extreme, Summary};

/// The values of a rating or a gap in a table.
pub(super) struct ValueRange<'a> {
    pub by: &'a Formula,
    /// The number of puzzles per finite value.
    counts: BTreeMap<i32, u64>,
}

impl<'a> ValueRange<'a> {
    pub(super) fn of(summary: &Summary, by: &'a Formula) -> ValueRange<'a> {
        let counts = match (by.column(), by.gap()) {
            (Some(column), _) => ratings(summary, column),
            (None, Some(gap)) => differences(summary, gap),
            _ => BTreeMap::new(),
        };
        ValueRange { by, counts }
    }

    pub(super) fn remarks(&self, extreme: &Extreme) -> Vec<String> {
        let value = extreme.measure.value();
        let known = extreme.measure.known;
        let remarks = match value {
            None => vec![self.infinite(extreme)],
            Some(value) => vec![bound(known), self.rank(value), self.published(value, known)],
        };
        remarks.into_iter().flatten().collect()
    }

    fn infinite(&self, extreme: &Extreme) -> Option<String> {
        let (larger, smaller) = self.by.gap()?;
        let value = extreme.entries.get(&smaller)?;
        Some(format!(
            "{} is infinite: no length solves the puzzle. {} is {}.",
            larger.heading(),
            smaller.heading(),
            value.shown(smaller)
        ))
    }

    /// The number of puzzles of the table with this value or a larger one.
    fn rank(&self, value: Number) -> Option<String> {
        let compared = |other: i32| Number::from(i64::from(other)).compare(value);
        let count = |wanted: Ordering| -> u64 {
            let counts = self.counts.iter();
            let counted = counts.filter(|(other, _)| compared(**other) == wanted);
            counted.map(|(_, count)| count).sum()
        };
        let (equal, more) = (count(Ordering::Equal), count(Ordering::Greater));
        let all: u64 = self.counts.values().sum();
        let next = self.counts.keys().rev();
        let next = next.copied().find(|other| compared(*other).is_lt());
        let next = next.map(|next| self.shown(next));
        let of = counted(all, "puzzle");
        match (equal, more, next) {
            (0, ..) => None,
            (1, 0, next) => {
                let next = next.map(|next| format!("; the next largest is {next}"));
                Some(format!("The only one of {of}{}.", next.unwrap_or_default()))
            }
            (equal, 0, _) => Some(format!(
                "One of {} with the largest value, of {of}.",
                grouped(equal)
            )),
            (equal, more, _) => Some(format!(
                "{} of {of} {} larger, {} {} equal.",
                grouped(more),
                is(more),
                grouped(equal - 1),
                is(equal - 1),
            )),
        }
    }

    fn shown(&self, value: i32) -> String {
        match (self.by.column(), u16::try_from(value)) {
            (Some(column), Ok(value)) => Entry::Exact(value).shown(column),
            _ => value.to_string(),
        }
    }

    fn published(&self, value: Number, known: BoundKind) -> Option<String> {
        let largest = Largest::published(self.by)?;
        let (printed, source) = (largest.value, &largest.source);
        match (value.compare(Number::from(i64::from(printed))), known) {
            (Ordering::Greater, BoundKind::Exact | BoundKind::Lower) => Some(format!(
                "The largest published value is {printed} ({source})."
            )),
            (Ordering::Equal, BoundKind::Exact | BoundKind::Lower) => {
                Some(format!("This is the largest published value ({source})."))
            }
            _ => None,
        }
    }
}

fn bound(known: BoundKind) -> Option<String> {
    match known {
        BoundKind::Upper => Some("A smaller value is not excluded.".to_string()),
        BoundKind::Lower => {
            Some("The search ended at a limit: the value may be larger.".to_string())
        }
        _ => None,
    }
}

fn is(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn ratings(summary: &Summary, column: Column) -> BTreeMap<i32, u64> {
    let distribution = summary.distribution(column).into_iter();
    let mut counts = BTreeMap::new();
    for line in distribution.flat_map(|distribution| &distribution.lines) {
        if let Some(value) = line.entry.number() {
            *counts.entry(value.into()).or_default() += line.count;
        }
    }
    counts
}

fn differences(summary: &Summary, (larger, smaller): (Column, Column)) -> BTreeMap<i32, u64> {
    let mut differences = summary.differences.iter();
    let found = differences.find(|difference| {
        difference.gap.minuend == larger && difference.gap.subtrahend == smaller
    });
    let lines = found.into_iter().flat_map(|difference| &difference.lines);
    lines.map(|line| (line.difference, line.count)).collect()
}
