//! Scales of the charts: from a quantity to a height, linear or logarithmic,
//! with round numbers for the ticks.

use crate::io::superscript;

/// A vertical scale for shares in percent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ShareScale {
    /// From bottom to top in equal steps.
    Linear { bottom: f64, top: f64, step: f64 },
    /// Powers of ten, by their exponents.
    Log { bottom: i32, top: i32 },
}

impl ShareScale {
    /// A linear scale with room for both values, with three to six steps from zero.
    pub(crate) fn between(smallest: f64, largest: f64) -> ShareScale {
        let span = (largest - smallest).max(f64::MIN_POSITIVE);
        let power = 10f64.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| span / step <= 5.5)
            .unwrap_or(10.0 * power);
        ShareScale::Linear {
            bottom: (smallest / step).floor() * step,
            top: (largest / step).ceil() * step,
            step,
        }
    }

    /// A logarithmic scale with room for both values, which must be positive.
    pub(crate) fn log(smallest: f64, largest: f64) -> ShareScale {
        let bottom = smallest.log10().floor() as i32;
        let top = (largest.log10().ceil() as i32).max(bottom + 1);
        ShareScale::Log { bottom, top }
    }

    /// The height of a value between the bottom (0) and the top (1); values below the
    /// bottom get 0.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let place = match *self {
            ShareScale::Linear { bottom, top, .. } => (value - bottom) / (top - bottom),
            ShareScale::Log { bottom, top } if value > 0.0 => {
                (value.log10() - f64::from(bottom)) / f64::from(top - bottom)
            }
            ShareScale::Log { .. } => 0.0,
        };
        place.clamp(0.0, 1.0)
    }

    pub(crate) fn ticks(&self) -> Vec<f64> {
        match *self {
            ShareScale::Linear { bottom, top, step } => {
                let count = ((top - bottom) / step).round() as i32;
                (0..=count).map(|k| bottom + f64::from(k) * step).collect()
            }
            ShareScale::Log { bottom, top } => (bottom..=top).map(|e| 10f64.powi(e)).collect(),
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
            let scale = ShareScale::between(0.0, largest);
            let ticks = scale.ticks();
            assert!((3..=7).contains(&ticks.len()), "{largest}: {ticks:?}");
            assert!(ticks[ticks.len() - 1] >= largest);
            assert_eq!(scale.place(0.0), 0.0);
        }
        let expected = [0.0, 10.0, 20.0, 30.0, 40.0];
        assert_eq!(ShareScale::between(0.0, 35.0842).ticks(), expected);
    }

    #[test]
    fn log_scales_run_over_whole_decades() {
        let scale = ShareScale::log(0.004, 35.0);
        assert_eq!(scale, ShareScale::Log { bottom: -3, top: 2 });
        assert_eq!(scale.place(100.0), 1.0);
        assert_eq!(scale.place(0.0), 0.0);
        assert!((scale.place(1.0) - 0.6).abs() < 1e-12);
        assert_eq!(
            ShareScale::log(1.0, 1.0),
            ShareScale::Log { bottom: 0, top: 1 }
        );
    }

    #[test]
    fn labels_are_plain_or_powers_of_ten() {
        let shown = [0.0, 20.0, 0.5, 0.001, 0.0001, 1e-12].map(tick_label);
        assert_eq!(shown, ["0", "20", "0.5", "0.001", "10⁻⁴", "10⁻¹²"]);
    }
}
