//! Whether numbers agree: tests for counts and distributions, and standard errors
//! where no formula holds.

pub(crate) mod bootstrap;
pub(crate) mod chi_square;
pub(crate) mod fisher;
mod linear;

pub use chi_square::ChiSquare;
pub(crate) use fisher::Proportion;

/// The probability that a normal variable is at least this many standard errors from
/// its mean, on either side.
pub(crate) fn normal_tails(sigmas: f64) -> f64 {
    libm::erfc(sigmas.abs() / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_tails_are_those_of_the_tables() {
        for (sigmas, tails) in [(0.0, 1.0), (1.959_963_985, 0.05), (-3.290_526_731, 0.001)] {
            assert!(
                (normal_tails(sigmas) / tails - 1.0).abs() < 1e-8,
                "{sigmas}"
            );
        }
    }
}
