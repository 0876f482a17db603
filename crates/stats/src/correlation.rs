//! Correlation coefficients of columns, over the puzzles where both have finite
//! values: Pearson's, and Spearman's with mean ranks for ties.

use std::collections::BTreeMap;

use serde::Serialize;

use super::joint::Joint;
use gradus_table::table::Column;

/// Minimum number of puzzles for a correlation: two always lie on a line.
pub(super) const FEWEST: u64 = 3;

/// Correlations of every column with every other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Correlations {
    /// The columns, in the order of the matrices.
    pub columns: Vec<Column>,
    /// The number of puzzles where both values are finite.
    pub n: Vec<Vec<u64>>,
    /// Pearson's coefficients, or `None` where a column is constant.
    pub pearson: Vec<Vec<Option<f64>>>,
    /// Spearman's coefficients.
    pub spearman: Vec<Vec<Option<f64>>>,
}

impl Correlations {
    /// The correlations of all columns that have at least two finite values.
    pub(crate) fn of(joint: &Joint) -> Correlations {
        let varies = |column: &Column| {
            let values = joint.values(*column).unwrap_or_default();
            values.iter().any(|(value, _)| *value != values[0].0)
        };
        let columns: Vec<Column> = joint.columns().into_iter().filter(varies).collect();
        let size = columns.len();
        let mut result = Correlations {
            n: vec![vec![0; size]; size],
            pearson: vec![vec![None; size]; size],
            spearman: vec![vec![None; size]; size],
            columns,
        };
        for a in 0..size {
            for b in a..size {
                let pairs = joint.finite([result.columns[a], result.columns[b]]);
                let pairs = pairs.unwrap_or_default();
                let n = pairs.iter().map(|(_, count)| count).sum();
                let is_enough = n >= FEWEST;
                let pearson = pearson(&pairs).filter(|_| is_enough);
                let spearman = spearman(&pairs).filter(|_| is_enough);
                for (a, b) in [(a, b), (b, a)] {
                    result.n[a][b] = n;
                    result.pearson[a][b] = pearson;
                    result.spearman[a][b] = spearman;
                }
            }
        }
        result
    }
}

/// Two finite values and the number of puzzles that have them.
type Pair = ([u16; 2], u64);

/// Pearson's coefficient of pairs with counts, or `None` if a side is constant.
fn pearson(pairs: &[Pair]) -> Option<f64> {
    let weighted = |([x, y], count): &Pair| (f64::from(*x), f64::from(*y), *count as f64);
    weighted_pearson(&pairs.iter().map(weighted).collect::<Vec<_>>())
}

/// Spearman's coefficient: Pearson's of the ranks.
fn spearman(pairs: &[Pair]) -> Option<f64> {
    let [first, second] = [0, 1].map(|side| {
        let values = pairs.iter().map(|(values, count)| (values[side], *count));
        ranks(values)
    });
    let ranked = |([x, y], count): &Pair| (first[x], second[y], *count as f64);
    weighted_pearson(&pairs.iter().map(ranked).collect::<Vec<_>>())
}

/// Pearson's coefficient of pairs with weights, or `None` if a side is constant.
pub(super) fn weighted_pearson(pairs: &[(f64, f64, f64)]) -> Option<f64> {
    let all: f64 = pairs.iter().map(|(_, _, weight)| weight).sum();
    let mean = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        let term = |(x, y, weight): &(f64, f64, f64)| term(*x, *y) * weight;
        pairs.iter().map(term).sum::<f64>() / all
    };
    let (first, second) = (mean(&|x, _| x), mean(&|_, y| y));
    let variances = [
        mean(&|x, _| (x - first).powi(2)),
        mean(&|_, y| (y - second).powi(2)),
    ];
    let covariance = mean(&|x, y| (x - first) * (y - second));
    let product = variances[0] * variances[1];
    (product > 0.0).then(|| (covariance / product.sqrt()).clamp(-1.0, 1.0))
}

fn ranks(values: impl Iterator<Item = (u16, u64)>) -> BTreeMap<u16, f64> {
    let mut counts: BTreeMap<u16, u64> = BTreeMap::new();
    for (value, count) in values {
        *counts.entry(value).or_default() += count;
    }
    let mut below = 0;
    let rank = |(value, count): (u16, u64)| {
        let rank = below as f64 + (count as f64 + 1.0) / 2.0;
        below += count;
        (value, rank)
    };
    counts.into_iter().map(rank).collect()
}
