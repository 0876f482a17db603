//! Moments of a distribution of numbers: mean, standard deviation, skewness,
//! kurtosis.

use serde::Serialize;

/// Summary statistics of a distribution. The standard deviation is that of the
/// collection itself (divided by n), as in published tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Moments {
    /// Number of values.
    pub n: u64,
    /// Minimum.
    pub min: u16,
    /// Maximum.
    pub max: u16,
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// Skewness, or `None` if all numbers are the same.
    pub skewness: Option<f64>,
    /// Excess kurtosis, or `None` if all numbers are the same.
    pub kurtosis: Option<f64>,
}

impl Moments {
    /// Computes the moments of numbers with their counts, or `None` if there are no numbers.
    pub(crate) fn of(counts: &[(u16, u64)]) -> Option<Moments> {
        let present = || counts.iter().filter(|(_, count)| *count > 0);
        let n: u64 = present().map(|(_, count)| count).sum();
        let min = present().map(|(value, _)| *value).min()?;
        let max = present().map(|(value, _)| *value).max()?;
        let products = present().map(|(value, count)| u64::from(*value) * count);
        let sum: u64 = products.sum();
        let mean = sum as f64 / n as f64;
        let central = |power| {
            let term = |(value, count): &(u16, u64)| {
                (f64::from(*value) - mean).powi(power) * *count as f64
            };
            present().map(term).sum::<f64>() / n as f64
        };
        let variance = central(2);
        let scaled = |power: i32| {
            (min < max).then(|| central(power) / variance.powf(f64::from(power) / 2.0))
        };
        Some(Moments {
            n,
            min,
            max,
            mean,
            sd: variance.sqrt(),
            skewness: scaled(3),
            kurtosis: scaled(4).map(|kurtosis| kurtosis - 3.0),
        })
    }
}
