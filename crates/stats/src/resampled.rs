//! Unbiased quantiles and correlations. No formula gives their standard errors; the
//! bootstrap does.

use serde::Serialize;

use super::correlation::weighted_pearson;
use super::inference::bootstrap::Resampler;
use super::joint::Joint;
use super::quantiles::{PERCENTS, weighted_quantiles};
use super::unbiased::{Estimate, correction};
use gradus_table::table::Column;

/// The unbiased quantiles of a column over its finite values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnbiasedQuantiles {
    /// The column.
    pub column: Column,
    /// The puzzles that have a finite value.
    pub n: u64,
    /// The quantiles, in the order of [`PERCENTS`].
    pub values: [Estimate; PERCENTS.len()],
}

/// Pearson's coefficient of two columns for all minimal puzzles, over those where both
/// are finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnbiasedCorrelation {
    /// The columns.
    pub columns: [Column; 2],
    /// The coefficient.
    pub pearson: Estimate,
}

/// What a controlled-bias sample says of the order of all minimal puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Resampled {
    /// Column by column.
    pub quantiles: Vec<UnbiasedQuantiles>,
    /// Pair by pair. Pairs of numbers of candidates are left out: the clues of such
    /// pairs are not counted.
    pub correlations: Vec<UnbiasedCorrelation>,
}

impl Resampled {
    /// The unbiased quantiles and correlations of all columns.
    pub fn of(joint: &Joint) -> Resampled {
        let columns = joint.columns();
        let pairs = columns.iter().enumerate().flat_map(|(place, &b)| {
            let before = columns[..place].iter();
            before.map(move |&a| [a, b])
        });
        let quantiles = columns.iter();
        Resampled {
            quantiles: quantiles.filter_map(|&c| quantiles_of(joint, c)).collect(),
            correlations: pairs.filter_map(|pair| correlation(joint, pair)).collect(),
        }
    }

    /// The correlation of two columns, in either order.
    pub fn correlation(&self, a: Column, b: Column) -> Option<Estimate> {
        let mut pairs = self.correlations.iter();
        let found = pairs.find(|of| of.columns == [a, b] || of.columns == [b, a]);
        found.map(|found| found.pearson)
    }
}

fn quantiles_of(joint: &Joint, column: Column) -> Option<UnbiasedQuantiles> {
    let cells = joint.project([column, Column::Clues])?;
    let finite = cells.iter().filter_map(|([entry, clues], count)| {
        let weight = correction(clues.finite()?);
        Some(((entry.finite()?, weight), *count))
    });
    let (mut kinds, mut counts): (Vec<(u16, f64)>, Vec<u64>) = finite.unzip();
    sort_together(&mut kinds, &mut counts);
    let quantiles = |counts: &[u64]| {
        let puzzles = kinds.iter().zip(counts);
        let puzzles = puzzles.map(|((value, weight), count)| (*value, weight * *count as f64));
        weighted_quantiles(puzzles)
    };
    let values = quantiles(&counts)?;
    let numbers = |counts: &[u64]| Some(quantiles(counts)?.map(f64::from));
    let errors = Resampler::new(&format!("quantiles {column}")).errors(&counts, numbers)?;
    Some(UnbiasedQuantiles {
        column,
        n: counts.iter().sum(),
        values: std::array::from_fn(|place| Estimate {
            value: values[place].into(),
            error: errors[place],
        }),
    })
}

/// Exact values and bounds of one column are two entries of the same number.
fn sort_together(kinds: &mut Vec<(u16, f64)>, counts: &mut Vec<u64>) {
    let mut both: Vec<_> = kinds.drain(..).zip(counts.drain(..)).collect();
    both.sort_by_key(|((value, _), _)| *value);
    for (kind, count) in both {
        kinds.push(kind);
        counts.push(count);
    }
}

fn correlation(joint: &Joint, [a, b]: [Column; 2]) -> Option<UnbiasedCorrelation> {
    // A pair that has the clues in it is counted even if the other column is wide.
    let cells: Vec<([u16; 3], u64)> = match [a, b].contains(&Column::Clues) {
        true => {
            let other = if a == Column::Clues { b } else { a };
            let cells = joint.project([Column::Clues, other])?.into_iter();
            let finite = cells.filter_map(|([clues, other], count)| {
                let clues = clues.finite()?;
                Some(([clues, clues, other.finite()?], count))
            });
            finite.collect()
        }
        false => {
            let cells = joint.project([Column::Clues, a, b])?.into_iter();
            let finite = cells.filter_map(|([clues, a, b], count)| {
                Some(([clues.finite()?, a.finite()?, b.finite()?], count))
            });
            finite.collect()
        }
    };
    let counts: Vec<u64> = cells.iter().map(|(_, count)| *count).collect();
    let coefficient = |counts: &[u64]| {
        let puzzles = cells.iter().zip(counts).map(|(([clues, a, b], _), count)| {
            let weight = correction(*clues) * *count as f64;
            (f64::from(*a), f64::from(*b), weight)
        });
        weighted_pearson(&puzzles.collect::<Vec<_>>())
    };
    let value = coefficient(&counts)?;
    let resampler = Resampler::new(&format!("correlation {a} {b}"));
    let [error] = resampler.errors(&counts, |counts| Some([coefficient(counts)?]))?;
    Some(UnbiasedCorrelation {
        columns: [a, b],
        pearson: Estimate { value, error },
    })
}
