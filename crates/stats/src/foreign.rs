//! Numeric columns that a table keeps of its inputs, next to its ratings: does the rating of
//! another program correlate with W?

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::correlation::{FEWEST, weighted_pearson};
use super::scan::TableSet;
use gradus_table::table::{Column, Entry, Rows};

/// Different pairs of values that are counted, at most: such numbers as those of lines have one
/// for each row, and correlate with nothing.
const MOST_PAIRS: usize = 1 << 20;

/// The correlation of a kept column with a rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForeignCorrelation {
    /// The kept column.
    pub column: String,
    /// The rating, or the number of clues.
    pub with: Column,
    /// The number of puzzles where both values are finite.
    pub n: u64,
    /// Pearson's coefficient, or `None` if a side is constant.
    pub pearson: Option<f64>,
    /// Spearman's coefficient.
    pub spearman: Option<f64>,
}

/// Counts the pairs of values of a kept column and each rating.
#[derive(Debug)]
pub(super) struct ForeignCounter {
    name: String,
    with: Vec<Column>,
    /// For each rating, pairs of values and the number of rows that have them; `None` if there
    /// are too many.
    pairs: Vec<Option<FxHashMap<(u64, u16), u64>>>,
}

impl ForeignCounter {
    pub(super) fn new(name: &str, tables: &TableSet) -> ForeignCounter {
        let mut with = tables.columns();
        with.retain(|column| column.is_narrow() && column.words().is_none());
        ForeignCounter {
            name: name.to_string(),
            pairs: vec![Some(FxHashMap::default()); with.len()],
            with,
        }
    }

    pub(super) fn look_at(&mut self, rows: &Rows) {
        let Some(texts) = rows.texts(&self.name) else {
            return;
        };
        let number = |text: Option<&str>| text?.parse::<f64>().ok().filter(|n| n.is_finite());
        let numbers: Vec<Option<f64>> = texts.iter().map(number).collect();
        for (column, slot) in self.with.iter().zip(&mut self.pairs) {
            let Some(pairs) = slot else {
                continue;
            };
            for (number, code) in numbers.iter().zip(rows.codes(*column)) {
                if let (Some(number), Some(value)) = (number, Entry::from(*code).finite()) {
                    *pairs.entry((number.to_bits(), value)).or_default() += 1;
                }
            }
            if pairs.len() > MOST_PAIRS {
                *slot = None;
            }
        }
    }

    pub(super) fn finish(self) -> Vec<ForeignCorrelation> {
        let pairs = self.with.into_iter().zip(self.pairs);
        let found = pairs.filter_map(|(with, pairs)| {
            // In order, so that sums do not depend on how the pairs are stored.
            let mut pairs: Vec<(f64, f64, u64)> = pairs?
                .into_iter()
                .map(|((number, value), count)| (f64::from_bits(number), value.into(), count))
                .collect();
            pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            let n = pairs.iter().map(|(_, _, count)| count).sum();
            if n < FEWEST {
                return None;
            }
            let plain = pairs.iter().map(|(a, b, count)| (*a, *b, *count as f64));
            let [first, second] = [
                ranks(pairs.iter().map(|p| (p.0, p.2))),
                ranks(pairs.iter().map(|p| (p.1, p.2))),
            ];
            let rank = |ranks: &BTreeMap<Ordered, f64>, value| ranks[&Ordered(value)];
            let ranked = pairs
                .iter()
                .map(|(a, b, count)| (rank(&first, *a), rank(&second, *b), *count as f64));
            Some(ForeignCorrelation {
                column: self.name.clone(),
                with,
                n,
                pearson: weighted_pearson(&plain.collect::<Vec<_>>()),
                spearman: weighted_pearson(&ranked.collect::<Vec<_>>()),
            })
        });
        found.collect()
    }
}

/// A number that is not NaN.
#[derive(Clone, Copy, Debug)]
struct Ordered(f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Ordered) -> bool {
        self.0.total_cmp(&other.0).is_eq()
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The mean ranks of values.
fn ranks(values: impl Iterator<Item = (f64, u64)>) -> BTreeMap<Ordered, f64> {
    let mut counts: BTreeMap<Ordered, u64> = BTreeMap::new();
    for (value, count) in values {
        *counts.entry(Ordered(value)).or_default() += count;
    }
    let mut below = 0;
    let rank = |(value, count): (Ordered, u64)| {
        let rank = below as f64 + (count as f64 + 1.0) / 2.0;
        below += count;
        (value, rank)
    };
    counts.into_iter().map(rank).collect()
}
