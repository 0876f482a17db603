//! A value with its 95 % interval, for error bars.

use serde::{Deserialize, Serialize};

use super::unbiased::Estimate;

/// Half the width of a 95 % interval, in standard errors.
const TWO_SIDED_95: f64 = 1.959_963_985;

/// A value with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval around a value; `error` is 0 for an exact value.
    pub fn around(value: f64, error: f64) -> Interval {
        let half = TWO_SIDED_95 * error;
        Interval {
            value,
            low: value - half,
            high: value + half,
        }
    }

    /// A share in percent with Wilson's interval, or `None` if `all` is zero.
    pub fn wilson(count: u64, all: u64) -> Option<Interval> {
        if all == 0 {
            return None;
        }
        let (n, z) = (all as f64, TWO_SIDED_95);
        let share = count as f64 / n;
        let scale = 1.0 + z * z / n;
        let middle = (share + z * z / (2.0 * n)) / scale;
        let half = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        Some(Interval {
            value: 100.0 * share,
            low: 100.0 * (middle - half).clamp(0.0, share),
            high: 100.0 * (middle + half).clamp(share, 1.0),
        })
    }
}

/// The interval of a share or a count, which is never negative.
impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Interval {
        let around = Interval::around(estimate.value, estimate.error);
        Interval {
            low: around.low.max(0.0),
            ..around
        }
    }
}
