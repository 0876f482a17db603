//! Fisher's exact test of the hypothesis that two samples, in each of which a part
//! was counted, come from one source.
//!
//! Given the total count in both samples, the count in the first has a
//! hypergeometric distribution, for any common share. The p-value is the
//! probability of all counts that are at most as likely as the observed one.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proportion {
    pub hits: u64,
    pub size: u64,
}

/// Two counts this close in likelihood are considered equally likely: they may differ by rounding.
const TIE: f64 = 1.0 + 1e-7;

/// Terms smaller than the observed one by this factor do not change the sum.
const NEGLIGIBLE: f64 = 1e-18;

/// The expected count in the smaller of two samples.
pub(crate) fn expected([first, second]: [Proportion; 2]) -> f64 {
    let share = (first.hits + second.hits) as f64 / (first.size + second.size).max(1) as f64;
    share * first.size.min(second.size) as f64
}

/// The two-sided p-value. A sample has at least as many puzzles as its count.
pub(crate) fn p_value([first, second]: [Proportion; 2]) -> f64 {
    let law = Hypergeometric {
        hits: first.hits + second.hits,
        draws: first.size,
        rest: second.size,
    };
    let (low, high) = law.range();
    let mode = law.mode().clamp(low, high);
    // All likelihoods are relative to that of the mode, so that nothing overflows.
    let found = first.hits;
    let observed = if found >= mode {
        (mode..found).fold(1.0, |weight, hits| weight * law.up(hits))
    } else {
        (found..mode)
            .rev()
            .fold(1.0, |weight, hits| weight / law.up(hits))
    };
    let (mut all, mut tails) = (1.0, if TIE * observed >= 1.0 { 1.0 } else { 0.0 });
    let mut add = |weight: f64| {
        all += weight;
        if weight <= TIE * observed {
            tails += weight;
        }
        weight > NEGLIGIBLE * observed
    };
    let mut weight = 1.0;
    for hits in mode..high {
        weight *= law.up(hits);
        if !add(weight) {
            break;
        }
    }
    let mut weight = 1.0;
    for hits in (low..mode).rev() {
        weight /= law.up(hits);
        if !add(weight) {
            break;
        }
    }
    (tails / all).min(1.0)
}

/// The distribution of the hits in the first sample, given the total.
struct Hypergeometric {
    hits: u64,
    draws: u64,
    rest: u64,
}

impl Hypergeometric {
    /// The least and the greatest possible number.
    fn range(&self) -> (u64, u64) {
        let low = self.hits.saturating_sub(self.rest);
        (low, self.hits.min(self.draws))
    }

    fn mode(&self) -> u64 {
        let (hits, draws) = (u128::from(self.hits) + 1, u128::from(self.draws) + 1);
        let all = u128::from(self.draws) + u128::from(self.rest) + 2;
        (hits * draws / all) as u64
    }

    /// The likelihood ratio of one more hit.
    fn up(&self, hits: u64) -> f64 {
        let left = (self.hits - hits) as f64 * (self.draws - hits) as f64;
        // More hits than the second sample can hold are in the first.
        let outside = (self.rest + hits + 1 - self.hits) as f64;
        left / ((hits + 1) as f64 * outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(n: u64, k: u64) -> u128 {
        let (n, k) = (u128::from(n), u128::from(k));
        (1..=k).fold(1, |product, i| product * (n + 1 - i) / i)
    }

    /// The p-value by integer arithmetic.
    fn brute_force([first, second]: [Proportion; 2]) -> f64 {
        let hits = first.hits + second.hits;
        let ways = |x: u64| {
            if x <= first.size && hits - x <= second.size {
                choose(first.size, x) * choose(second.size, hits - x)
            } else {
                0
            }
        };
        let observed = ways(first.hits);
        let all: u128 = (0..=hits).map(ways).sum();
        let tails: u128 = (0..=hits).map(ways).filter(|w| *w <= observed).sum();
        tails as f64 / all as f64
    }

    fn pair(hits: [u64; 2], size: [u64; 2]) -> [Proportion; 2] {
        [0, 1].map(|place| Proportion {
            hits: hits[place],
            size: size[place],
        })
    }

    #[test]
    fn all_small_tables_are_as_counted_by_hand() {
        for sizes in [[1, 1], [3, 9], [7, 7], [12, 5], [10, 30]] {
            for (a, b) in (0..=sizes[0]).flat_map(|a| (0..=sizes[1]).map(move |b| (a, b))) {
                let pair = pair([a, b], sizes);
                let (p, expected) = (p_value(pair), brute_force(pair));
                assert!((p / expected - 1.0).abs() < 1e-12, "{pair:?}");
            }
        }
    }

    #[test]
    fn rare_classes_are_not_surprising() {
        // One where 0.02 are expected is 6.4 standard errors, but has p = 1/50.
        let p = p_value(pair([1, 6], [20_000, 5_926_343]));
        let first = 20_000.0 / 5_946_343.0;
        assert!((p - (1.0 - (1.0_f64 - first).powi(7))).abs() < 1e-6, "{p}");
        assert_eq!(p_value(pair([0, 6], [20_000, 5_926_343])), 1.0);
        assert_eq!(p_value(pair([0, 0], [20_000, 20_000])), 1.0);
        // A difference that cannot be chance has a small p.
        let p = p_value(pair([10_000, 10], [20_000, 5_926_343]));
        assert!((0.0..1e-200).contains(&p), "{p}");
    }
}
