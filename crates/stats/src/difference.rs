//! Differences of two ratings, such as W − B: their frequencies and sizes, and the
//! puzzles with the largest.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::distribution::percent;
use super::joint::Joint;
use super::unbiased::{Estimate, shares};
use gradus_engine::rating::Name;
use gradus_table::expression::Formula;
use gradus_table::table::{Column, Entry, UnknownColumn};

/// Two columns, the second to be subtracted from the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gap {
    /// The first column.
    pub minuend: Column,
    /// The column to subtract.
    pub subtrahend: Column,
}

impl Gap {
    /// The gaps between a rating and those that it never exceeds, such as W − B,
    /// for the columns of a table, as published for the collections.
    pub fn published(has: impl Fn(Column) -> bool) -> Vec<Gap> {
        let gaps = Name::all().flat_map(|smaller| {
            let larger = smaller.entry().at_most.iter();
            let larger = larger.filter_map(|column| column.parse().ok());
            larger.map(move |larger| Gap::of(larger, smaller))
        });
        gaps.filter(|gap| gap.columns().into_iter().all(&has))
            .collect()
    }

    /// The two columns.
    pub fn columns(self) -> [Column; 2] {
        [self.minuend, self.subtrahend]
    }

    const fn of(minuend: Name, subtrahend: Name) -> Gap {
        Gap {
            minuend: Column::Rating(minuend),
            subtrahend: Column::Rating(subtrahend),
        }
    }

    /// The gap as a formula.
    pub fn formula(self) -> Formula {
        self.minuend - self.subtrahend
    }

    /// The difference of two entries, if both are finite.
    pub(crate) fn between(self, minuend: Entry, subtrahend: Entry) -> Option<i32> {
        Some(i32::from(minuend.finite()?) - i32::from(subtrahend.finite()?))
    }

    /// The gap in the book's notation.
    pub(crate) fn heading(self) -> String {
        let (a, b) = (self.minuend.heading(), self.subtrahend.heading());
        format!("{a} − {b}")
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.minuend, self.subtrahend))
    }
}

impl Serialize for Gap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An error in parsing a gap.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoGap {
    /// No sign between two names.
    #[error("{0:?} is not a gap: give two columns with - between, such as w-b")]
    NoSign(String),
    /// An unknown name.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
}

impl FromStr for Gap {
    type Err = NoGap;

    fn from_str(text: &str) -> Result<Self, NoGap> {
        let formula = text.parse::<Formula>().ok();
        let names = formula.as_ref().and_then(Formula::minus);
        let (minuend, subtrahend) = names.ok_or_else(|| NoGap::NoSign(text.to_string()))?;
        Ok(Gap {
            minuend: minuend.parse()?,
            subtrahend: subtrahend.parse()?,
        })
    }
}

/// A puzzle in which two ratings are far apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The row number.
    pub row: u64,
    /// The puzzle.
    pub puzzle: String,
    /// The difference.
    pub difference: i32,
    /// The two entries.
    pub entries: [Entry; 2],
}

/// One value of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DifferenceLine {
    /// The difference.
    pub difference: i32,
    /// Number of puzzles with this difference.
    pub count: u64,
    /// Percentage of the puzzles whose two ratings are finite.
    pub percent: f64,
    /// Unbiased percentage, if it was requested.
    pub unbiased: Option<Estimate>,
}

/// The distribution of the difference of two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The columns.
    pub gap: Gap,
    /// Puzzles whose two entries are finite: the base of percentages.
    pub n: u64,
    /// Puzzles with an entry that is infinite, a lower bound or missing.
    pub incomparable: u64,
    /// Puzzles with a positive difference.
    pub greater: u64,
    /// Puzzles with a negative difference.
    pub smaller: u64,
    /// The differences, in order.
    pub lines: Vec<DifferenceLine>,
    /// The puzzles with the largest differences, if requested.
    pub examples: Vec<Example>,
}

impl Difference {
    /// The distribution of a difference, or `None` if the table lacks a column.
    pub(crate) fn of(joint: &Joint, gap: Gap, unbiased: bool) -> Option<Difference> {
        let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
        let mut incomparable = 0;
        for ([a, b], count) in joint.project([gap.minuend, gap.subtrahend])? {
            match gap.between(a, b) {
                Some(difference) => *counts.entry(difference).or_default() += count,
                None => incomparable += count,
            }
        }
        let columns = [Column::Clues, gap.minuend, gap.subtrahend];
        let weighed = unbiased.then(|| joint.project(columns)).flatten();
        let weighed = weighed.unwrap_or_default().into_iter();
        let shares =
            shares(weighed.map(|([clues, a, b], count)| (clues, gap.between(a, b), count)));
        let n = counts.values().sum();
        let part = |holds: fn(&i32) -> bool| -> u64 {
            let part = counts.iter().filter(|(difference, _)| holds(difference));
            part.map(|(_, count)| count).sum()
        };
        let line = |(&difference, &count): (&i32, &u64)| DifferenceLine {
            difference,
            count,
            percent: percent(count, n),
            unbiased: shares.get(&difference).copied(),
        };
        Some(Difference {
            gap,
            n,
            incomparable,
            greater: part(|difference| *difference > 0),
            smaller: part(|difference| *difference < 0),
            lines: counts.iter().map(line).collect(),
            examples: Vec::new(),
        })
    }
}
