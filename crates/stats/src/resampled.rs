//! Unbiased quantiles and correlations, with standard errors by the bootstrap, as
//! no formula gives them.

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

/// Quantiles and correlations of all minimal puzzles, estimated from a controlled-bias sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Resampled {
    /// Column by column.
    pub quantiles: Vec<UnbiasedQuantiles>,
    /// Pair by pair, except pairs of numbers of candidates: the clues of such pairs
    /// are not counted.
    pub correlations: Vec<UnbiasedCorrelation>,
}

impl Resampled {
    pub(crate) fn of(joint: &Joint) -> Resampled {
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
    let mut cells = joint.finite([column, Column::Clues])?;
    // Exact values and bounds of one column are two entries of the same number.
    cells.sort_by_key(|([value, _], _)| *value);
    let counts: Vec<u64> = cells.iter().map(|(_, count)| *count).collect();
    let kinds = cells
        .iter()
        .map(|([value, clues], _)| (*value, correction(*clues)));
    let kinds: Vec<(u16, f64)> = kinds.collect();
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

fn correlation(joint: &Joint, [a, b]: [Column; 2]) -> Option<UnbiasedCorrelation> {
    let cells = joint.finite([Column::Clues, a, b])?;
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
