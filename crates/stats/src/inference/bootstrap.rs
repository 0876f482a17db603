//! The bootstrap: standard errors where no formula holds, such as those of quantiles and
//! of weighted correlations.
//!
//! A sample is redrawn from itself many times, and the spread of a statistic over these
//! samples is its standard error. The numbers of puzzles of each kind are drawn from a
//! multinomial distribution, which takes as long for millions of puzzles as for thousands. The
//! random numbers depend only on the purpose, so the same table always has the same errors.

use rand_distr::{Binomial, Distribution};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// Number of samples. The error of an error is then about 4 %.
pub(crate) const REPLICATES: usize = 300;

pub(crate) struct Resampler(Pcg64Mcg);

impl Resampler {
    pub(crate) fn new(purpose: &str) -> Resampler {
        let mut seed = [0; 16];
        seed.copy_from_slice(&blake3::hash(purpose.as_bytes()).as_bytes()[..16]);
        Resampler(Pcg64Mcg::from_seed(seed))
    }

    /// Draws a sample of the same size with replacement: the number of each kind.
    pub(crate) fn draw(&mut self, counts: &[u64]) -> Vec<u64> {
        let mut wanted: u64 = counts.iter().sum();
        let mut left = wanted;
        let draw = |&count: &u64| {
            let share = count as f64 / left.max(1) as f64;
            // The last nonempty kind takes the rest.
            let drawn = if count == left {
                wanted
            } else {
                Binomial::new(wanted, share).map_or(0, |law| law.sample(&mut self.0))
            };
            left -= count;
            wanted -= drawn;
            drawn
        };
        counts.iter().map(draw).collect()
    }

    /// The standard errors of some statistics of kinds of puzzles with these
    /// counts, or `None` if a statistic is undefined for some of the samples.
    pub(crate) fn errors<const N: usize>(
        mut self,
        counts: &[u64],
        statistics: impl Fn(&[u64]) -> Option<[f64; N]>,
    ) -> Option<[f64; N]> {
        let replicates: Option<Vec<[f64; N]>> = (0..REPLICATES)
            .map(|_| statistics(&self.draw(counts)))
            .collect();
        let replicates = replicates?;
        Some(std::array::from_fn(|place| {
            let values = || replicates.iter().map(|values| values[place]);
            let mean = values().sum::<f64>() / REPLICATES as f64;
            let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
            (squares / (REPLICATES - 1) as f64).sqrt()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_drawn_as_there_were() {
        let counts = [3, 0, 500, 1, 1_000_000, 0];
        let mut resampler = Resampler::new("test");
        for _ in 0..50 {
            let drawn = resampler.draw(&counts);
            assert_eq!(drawn.iter().sum::<u64>(), 1_000_504);
            assert_eq!(
                (drawn[1], drawn[5]),
                (0, 0),
                "what is not there is not drawn"
            );
        }
        assert_eq!(resampler.draw(&[0, 7, 0]), [0, 7, 0]);
        assert!(resampler.draw(&[]).is_empty());
    }

    #[test]
    fn errors_of_means_are_those_of_the_formula() {
        let values = [0.0, 1.0, 2.0, 5.0];
        let counts = [400, 300, 200, 100];
        let mean = |counts: &[u64]| {
            let n: u64 = counts.iter().sum();
            let sum: f64 = values.iter().zip(counts).map(|(x, n)| x * *n as f64).sum();
            Some([sum / n as f64])
        };
        let [error] = Resampler::new("mean").errors(&counts, mean).expect("means");
        // The standard deviation is the root of 3.6 − 1.2².
        let formula = ((3.6_f64 - 1.44) / 1000.0).sqrt();
        assert!((error / formula - 1.0).abs() < 0.12, "{error} {formula}");
        let again = Resampler::new("mean").errors(&counts, mean);
        assert_eq!(again, Some([error]), "the same purpose, the same error");
        assert_ne!(Resampler::new("other").errors(&counts, mean), again);
        let never = Resampler::new("none").errors(&counts, |_| None::<[f64; 1]>);
        assert_eq!(never, None);
    }
}
