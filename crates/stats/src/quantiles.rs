//! Quantiles of a distribution of numbers: the value that is not exceeded by a
//! given part of the numbers.

use serde::Serialize;

/// The parts, in percent.
pub const PERCENTS: [u16; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/// Quantiles of numbers. A quantile is the least of the numbers that is not exceeded
/// by at least that part of them: always one of the numbers, never a mean of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Quantiles {
    /// Number of values.
    pub n: u64,
    /// The quantiles, in the order of [`PERCENTS`].
    pub values: [u16; PERCENTS.len()],
}

impl Quantiles {
    /// The quantiles of numbers with their counts, or `None` if there are no numbers.
    pub(crate) fn of(counts: &[(u16, u64)]) -> Option<Quantiles> {
        let mut counts = counts.to_vec();
        counts.sort_unstable();
        let n: u64 = counts.iter().map(|(_, count)| count).sum();
        let quantile = |percent: u16| {
            let wanted = (n * u64::from(percent)).div_ceil(100);
            let mut sum = 0;
            let mut reached = counts.iter().filter(|(_, count)| {
                sum += count;
                sum >= wanted && *count > 0
            });
            reached.next().map_or(0, |(value, _)| *value)
        };
        (n > 0).then(|| Quantiles {
            n,
            values: PERCENTS.map(quantile),
        })
    }

    pub(crate) fn median(&self) -> u16 {
        self.values[PERCENTS.len() / 2]
    }
}

/// The quantiles of numbers with weights, in ascending order, or `None` if empty.
pub(crate) fn weighted_quantiles(
    weights: impl Iterator<Item = (u16, f64)> + Clone,
) -> Option<[u16; PERCENTS.len()]> {
    let all: f64 = weights.clone().map(|(_, weight)| weight).sum();
    let quantile = |percent: u16| {
        // A sum of weights is rounded, so allow for the rounding error.
        let wanted = all * f64::from(percent) / 100.0 * (1.0 - 1e-12);
        let mut sum = 0.0;
        let mut reached = weights.clone().filter(|(_, weight)| {
            sum += weight;
            sum >= wanted && *weight > 0.0
        });
        reached.next().map_or(0, |(value, _)| value)
    };
    (all > 0.0).then(|| PERCENTS.map(quantile))
}
