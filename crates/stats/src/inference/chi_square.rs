//! The chi-square test of the hypothesis that a sample and a published one come from one source.
//!
//! The sample may be weighted, as a controlled-bias sample is. The statistic is the
//! quadratic form of the differences of the shares in the inverse of their
//! covariances. Without weights these are those of a multinomial distribution, and
//! the statistic is Pearson's for the table with two lines.

use serde::Serialize;

use crate::unbiased::Weight;

/// Minimum expected number of puzzles, in either sample, for a class that is not pooled.
pub(crate) const FEWEST_EXPECTED: f64 = 10.0;

#[derive(Clone, Copy, Debug)]
pub(crate) struct CountClass {
    pub ours: Weight,
    pub published: f64,
}

/// The result of a chi-square test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChiSquare {
    /// The statistic.
    pub statistic: f64,
    /// Its degrees of freedom: the number of classes after pooling, minus one.
    pub freedom: usize,
    /// The probability of a statistic at least as large.
    pub p: f64,
}

impl ChiSquare {
    pub(crate) fn of(statistic: f64, freedom: usize) -> ChiSquare {
        ChiSquare {
            statistic,
            freedom,
            p: upper_tail(statistic, freedom),
        }
    }

    /// Compares the classes of two samples, in order. `published_size` is the size
    /// of an unweighted sample as precise as the published one. Returns `None` if
    /// fewer than two classes remain after pooling.
    pub(crate) fn homogeneity(classes: &[CountClass], published_size: f64) -> Option<ChiSquare> {
        let ours = |class: &CountClass| class.ours;
        let all: Weight = classes.iter().map(ours).sum();
        let published: f64 = classes.iter().map(|class| class.published).sum();
        if all.sum() <= 0.0 || published <= 0.0 {
            return None;
        }
        let ratio = all.effective_size() / published_size;
        let shared = |class: &CountClass| ClassShare::of(class, &all, published, ratio);
        let mut pooled: Vec<CountClass> = Vec::new();
        let mut is_full = true;
        for class in classes {
            match pooled.last_mut() {
                Some(last) if !is_full => *last = last.with(class),
                _ => pooled.push(*class),
            }
            is_full = pooled
                .last()
                .is_some_and(|last| shared(last).expected(&all, ratio) >= FEWEST_EXPECTED);
        }
        if !is_full && pooled.len() > 1 {
            let rest = pooled.pop();
            if let (Some(last), Some(rest)) = (pooled.last_mut(), rest) {
                *last = last.with(&rest);
            }
        }
        let shares: Vec<ClassShare> = pooled.iter().map(shared).collect();
        let freedom = shares.len().checked_sub(1).filter(|freedom| *freedom > 0)?;
        // The shares sum to 1, so the last one is redundant.
        let differences: Vec<f64> = shares[..freedom].iter().map(|s| s.difference).collect();
        let scale = (1.0 + ratio) / all.sum();
        let covariances = covariances(&shares, freedom, scale);
        let statistic = inverse_form(&covariances, &differences)?;
        Some(ChiSquare::of(statistic, freedom))
    }
}

impl CountClass {
    fn with(&self, other: &CountClass) -> CountClass {
        CountClass {
            ours: [self.ours, other.ours].into_iter().sum(),
            published: self.published + other.published,
        }
    }
}

#[derive(Clone, Copy)]
struct ClassShare {
    /// The pooled estimate of both samples.
    share: f64,
    /// Ours minus the published one.
    difference: f64,
    /// The mean weight of its puzzles, each counted by its weight.
    heaviness: f64,
}

impl ClassShare {
    fn of(class: &CountClass, all: &Weight, published: f64, ratio: f64) -> ClassShare {
        let ours = class.ours.sum() / all.sum();
        let published = class.published / published;
        // A class without puzzles of ours gets the mean weight of the sample.
        let heaviness = if class.ours.sum() > 0.0 {
            class.ours.heaviness()
        } else {
            all.heaviness()
        };
        ClassShare {
            share: (ours * ratio + published) / (ratio + 1.0),
            difference: ours - published,
            heaviness,
        }
    }

    /// The expected number of puzzles in the smaller sample.
    fn expected(&self, all: &Weight, ratio: f64) -> f64 {
        self.share * all.sum() / self.heaviness / ratio.max(1.0)
    }
}

fn covariances(shares: &[ClassShare], size: usize, scale: f64) -> Matrix {
    let mean: f64 = shares.iter().map(|s| s.share * s.heaviness).sum();
    let covariance = |i: usize, j: usize| {
        let (a, b) = (shares[i], shares[j]);
        let own = if i == j { a.share * a.heaviness } else { 0.0 };
        scale * (own + a.share * b.share * (mean - a.heaviness - b.heaviness))
    };
    let row = |i: usize| (0..size).map(|j| covariance(i, j)).collect();
    (0..size).map(row).collect()
}

/// The probability that a chi-square variable is at least this large: a finite sum,
/// for integer degrees of freedom.
pub(crate) fn upper_tail(statistic: f64, freedom: usize) -> f64 {
    if freedom == 0 || statistic <= 0.0 {
        return 1.0;
    }
    let half = statistic / 2.0;
    // The terms e^−h h^a / Γ(a + 1), for a from 0 or from 1/2 on.
    let (mut sum, mut term, mut a) = if freedom.is_multiple_of(2) {
        (0.0, libm::exp(-half), 0.0)
    } else {
        let first = libm::exp(-half) * (half / std::f64::consts::PI).sqrt() * 2.0;
        (libm::erfc(half.sqrt()), first, 0.5)
    };
    for _ in 0..freedom / 2 {
        sum += term;
        a += 1.0;
        term *= half / a;
    }
    sum.min(1.0)
}

/// The probability that a normal variable is at least this many standard errors from
/// its mean, on either side.
pub(crate) fn normal_tails(sigmas: f64) -> f64 {
    libm::erfc(sigmas.abs() / std::f64::consts::SQRT_2)
}

type Matrix = Vec<Vec<f64>>;

/// xᵀ A⁻¹ x by Cholesky's decomposition, or `None` if A is not positive definite.
fn inverse_form(matrix: &Matrix, vector: &[f64]) -> Option<f64> {
    let size = vector.len();
    let mut lower = vec![vec![0.0; size]; size];
    let mut solved = vec![0.0; size];
    for i in 0..size {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
            let rest: f64 = matrix[i][j] - dot;
            lower[i][j] = match i == j {
                true if rest > 0.0 => rest.sqrt(),
                true => return None,
                false => rest / lower[j][j],
            };
        }
        let dot: f64 = (0..i).map(|k| lower[i][k] * solved[k]).sum();
        solved[i] = (vector[i] - dot) / lower[i][i];
    }
    Some(solved.iter().map(|x| x * x).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(puzzles: &[(f64, u64)]) -> Weight {
        puzzles.iter().copied().collect()
    }

    fn classes(counts: &[(u64, f64)]) -> Vec<CountClass> {
        let class = |&(count, published): &(u64, f64)| CountClass {
            ours: weights(&[(1.0, count)]),
            published,
        };
        counts.iter().map(class).collect()
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        // The quantiles exceeded with probability 0.05, 0.01 and 0.001.
        let printed = [
            (1, 0.05, 3.841_458_820_694_124),
            (2, 0.05, 5.991_464_547_107_979),
            (3, 0.01, 11.344_866_730_144_37),
            (9, 0.05, 16.918_977_604_620_45),
            (10, 0.001, 29.588_298_445_074_42),
            (30, 0.01, 50.892_181_311_517_09),
        ];
        for (freedom, p, point) in printed {
            let tail = upper_tail(point, freedom);
            assert!((tail / p - 1.0).abs() < 1e-9, "{freedom}: {tail}");
        }
        for (sigmas, tails) in [(0.0, 1.0), (1.959_963_985, 0.05), (-3.290_526_731, 0.001)] {
            assert!(
                (normal_tails(sigmas) / tails - 1.0).abs() < 1e-8,
                "{sigmas}"
            );
        }
        assert_eq!(upper_tail(0.0, 3), 1.0);
        assert!(upper_tail(1e6, 4) == 0.0);
    }

    #[test]
    fn a_form_of_order_two() {
        // The inverse of ((4, 2), (2, 3)) is ((3, −2), (−2, 4)) / 8.
        let matrix = vec![vec![4.0, 2.0], vec![2.0, 3.0]];
        let form = inverse_form(&matrix, &[1.0, 5.0]).expect("it is definite");
        assert!((form - (3.0 - 20.0 + 100.0) / 8.0).abs() < 1e-12);
        assert_eq!(
            inverse_form(&vec![vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 0.0]),
            None
        );
    }

    /// Pearson's statistic of a table with two lines, from its definition.
    fn pearson(first: &[f64], second: &[f64]) -> f64 {
        let (n, m): (f64, f64) = (first.iter().sum(), second.iter().sum());
        let cells = first.iter().zip(second).map(|(a, b)| {
            let share = (a + b) / (n + m);
            (a - n * share).powi(2) / (n * share) + (b - m * share).powi(2) / (m * share)
        });
        cells.sum()
    }

    fn test(counts: &[(u64, f64)], size: f64) -> Option<ChiSquare> {
        ChiSquare::homogeneity(&classes(counts), size)
    }

    #[test]
    fn without_weights_it_is_pearsons_test() {
        let (ours, theirs) = ([210, 480, 300, 10], [390.0, 1010.0, 560.0, 40.0]);
        let shares: Vec<_> = ours.into_iter().zip(theirs.map(|m| m / 2000.0)).collect();
        let found = test(&shares, 2000.0).expect("there are classes");
        let expected = pearson(&ours.map(|n| n as f64), &theirs);
        assert_eq!(found.freedom, 3);
        assert!((found.statistic / expected - 1.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn small_classes_are_pooled_with_their_neighbours() {
        // At both ends.
        let shares = [0.0001, 0.0049, 0.3, 0.69, 0.004, 0.001];
        let counts: Vec<_> = [1, 4, 300, 690, 4, 1].into_iter().zip(shares).collect();
        assert_eq!(test(&counts, 1e6).expect("two are left").freedom, 1);
        let few = test(&counts[..2], 1e6);
        assert_eq!(few, None, "five puzzles are no distribution");
    }

    #[test]
    fn equal_weights_count_for_nothing() {
        let counts = [(210, 0.2), (480, 0.5), (310, 0.3)];
        let heavy = counts.map(|(count, published)| CountClass {
            ours: weights(&[(2.5, count)]),
            published,
        });
        let plain = test(&counts, 5000.0).expect("a test");
        let heavy = ChiSquare::homogeneity(&heavy, 5000.0).expect("a test");
        assert!((plain.statistic - heavy.statistic).abs() < 1e-9);
    }

    /// Under the hypothesis, the statistic of a weighted sample has the mean and
    /// the variance of its distribution.
    #[test]
    fn weighted_samples_have_the_same_law() {
        // Three classes, each with puzzles of up to two weights.
        let kinds = [(0, 0.5), (0, 3.0), (1, 1.0), (1, 2.0), (2, 4.0)];
        let counts = [300, 60, 400, 100, 80];
        let by_class = |counts: &[u64]| -> Vec<Weight> {
            let of = |class: usize| {
                let kinds = kinds.iter().zip(counts);
                let mine = kinds.filter(|((c, _), _)| *c == class);
                mine.map(|((_, weight), count)| (*weight, *count)).collect()
            };
            (0..3).map(of).collect()
        };
        let truth = by_class(&counts);
        let all: f64 = truth.iter().map(Weight::sum).sum();
        let mut resampler = super::super::bootstrap::Resampler::new("weighted samples");
        let mut statistic = |_| {
            let drawn = by_class(&resampler.draw(&counts)).into_iter().zip(&truth);
            let class = |(ours, truth): (Weight, &Weight)| CountClass {
                ours,
                published: truth.sum() / all,
            };
            let test = ChiSquare::homogeneity(&drawn.map(class).collect::<Vec<_>>(), 1e12);
            test.expect("three classes").statistic
        };
        let statistics: Vec<f64> = (0..2000).map(&mut statistic).collect();
        let mean = statistics.iter().sum::<f64>() / 2000.0;
        let above = statistics.iter().filter(|x| **x > 5.991).count();
        assert!((mean - 2.0).abs() < 0.2, "{mean}");
        assert!((60..150).contains(&above), "{above} of 2000");
    }
}
