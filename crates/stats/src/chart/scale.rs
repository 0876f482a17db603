//! Scales of charts: from a quantity to a height, linear or logarithmic, with round numbers for
//! the ticks.

use gradus_table::io::superscript;

/// A vertical scale.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scale {
    /// From bottom to top in equal steps.
    Linear { bottom: f64, top: f64, step: f64 },
    /// Powers of ten, by their exponents.
    Log { bottom: i32, top: i32 },
    /// Powers of ten from 1 to this count. A single row still has a height.
    LogCount { top: f64 },
}

/// Where a count of 0 would be on a logarithmic scale, in decades below 1.
const FOOT: f64 = 0.3;

impl Scale {
    /// A linear scale with room for both values, with three to six steps from zero, which are at
    /// least `finest`.
    pub(super) fn between(smallest: f64, largest: f64, finest: f64) -> Scale {
        let span = (largest - smallest).max(f64::MIN_POSITIVE);
        let power = 10f64.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| span / step <= 5.5)
            .unwrap_or(10.0 * power)
            .max(finest);
        Scale::Linear {
            bottom: (smallest / step).floor() * step,
            top: (largest / step).ceil() * step,
            step,
        }
    }

    /// A logarithmic scale with room for both values, which must be positive.
    pub(super) fn log(smallest: f64, largest: f64) -> Scale {
        let bottom = smallest.log10().floor() as i32;
        let top = (largest.log10().ceil() as i32).max(bottom + 1);
        Scale::Log { bottom, top }
    }

    /// The height of a value between the bottom (0) and the top (1); values below the
    /// bottom get 0.
    pub(super) fn place(&self, value: f64) -> f64 {
        let place = match *self {
            Scale::Linear { bottom, top, .. } => (value - bottom) / (top - bottom),
            Scale::Log { bottom, top } if value > 0.0 => {
                (value.log10() - f64::from(bottom)) / f64::from(top - bottom)
            }
            Scale::LogCount { top } if value > 0.0 => {
                (value.log10() + FOOT) / (top.max(1.0).log10() + FOOT)
            }
            Scale::Log { .. } | Scale::LogCount { .. } => 0.0,
        };
        place.clamp(0.0, 1.0)
    }

    pub(super) fn ticks(&self) -> Vec<f64> {
        match *self {
            Scale::Linear { bottom, top, step } => {
                let count = ((top - bottom) / step).round() as i32;
                (0..=count).map(|k| bottom + f64::from(k) * step).collect()
            }
            Scale::Log { bottom, top } => (bottom..=top).map(|e| 10f64.powi(e)).collect(),
            Scale::LogCount { top } => {
                let decades = top.max(1.0).log10() as i32;
                let every = decades / 4 + 1;
                let exponents = (0..=decades).step_by(every as usize);
                exponents.map(|e| 10f64.powi(e)).collect()
            }
        }
    }
}

/// The label of a tick: plain if that is short, else a power of ten.
pub(super) fn tick_label(value: f64) -> String {
    let exponent = value.abs().log10().round() as i32;
    if value != 0.0 && !(-3..6).contains(&exponent) {
        return format!("10{}", superscript(exponent));
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_scales_have_round_ticks_and_room_for_all() {
        for largest in [0.004, 0.9, 1.0, 7.3, 35.0842, 100.0] {
            let scale = Scale::between(0.0, largest, 0.0);
            let ticks = scale.ticks();
            assert!((3..=7).contains(&ticks.len()), "{largest}: {ticks:?}");
            assert!(ticks[ticks.len() - 1] >= largest);
            assert_eq!(scale.place(0.0), 0.0);
        }
        let expected = [0.0, 10.0, 20.0, 30.0, 40.0];
        assert_eq!(Scale::between(0.0, 35.0842, 0.0).ticks(), expected);
        // Counts have no fractions.
        assert_eq!(Scale::between(0.0, 2.0, 1.0).ticks(), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn log_scales_run_over_whole_decades() {
        let scale = Scale::log(0.004, 35.0);
        assert_eq!(scale, Scale::Log { bottom: -3, top: 2 });
        assert_eq!(scale.place(100.0), 1.0);
        assert_eq!(scale.place(0.0), 0.0);
        assert!((scale.place(1.0) - 0.6).abs() < 1e-12);
        assert_eq!(Scale::log(1.0, 1.0), Scale::Log { bottom: 0, top: 1 });
    }

    #[test]
    fn a_single_row_has_a_height() {
        let scale = Scale::LogCount { top: 1_000_000.0 };
        assert!(scale.place(1.0) > 0.03 && scale.place(0.0) == 0.0);
        assert_eq!(scale.ticks(), [1.0, 100.0, 10_000.0, 1_000_000.0]);
        assert_eq!(Scale::LogCount { top: 1.0 }.place(1.0), 1.0);
    }

    #[test]
    fn labels_are_plain_or_powers_of_ten() {
        let shown = [0.0, 20.0, 0.5, 0.001, 0.0001, 1e-12].map(tick_label);
        assert_eq!(shown, ["0", "20", "0.5", "0.001", "10⁻⁴", "10⁻¹²"]);
    }
}
