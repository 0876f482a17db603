//! Orders of targets. Whips and g-whips are not confluent (PBCS 5.5 and 7.5): the order of
//! eliminations may matter, so orders other than that of the labels are worth a try.

use gradus_csp::{Label, Labels, Model};

/// An order of targets; 0 is that of the labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TargetOrder(pub(crate) u64);

impl TargetOrder {
    pub(crate) fn of<S: Labels>(self, model: &Model, labels: &S) -> Vec<Label> {
        let mut labels: Vec<Label> = labels.iter().collect();
        self.sort(model, &mut labels);
        labels
    }

    pub(crate) fn sort(self, model: &Model, labels: &mut [Label]) {
        let prime = prime_beyond(model.label_count() as u64);
        labels.sort_unstable_by_key(|label| {
            // Every multiple modulo a prime beyond all labels is another order.
            (label.index() as u64 + 1) * (self.0 * 2 + 1) % prime
        });
    }
}

/// The mixing function of SplitMix64.
pub(crate) fn splitmix64(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A prime larger than the number of labels: 1009, or the next one beyond it.
fn prime_beyond(labels: u64) -> u64 {
    let is_prime = |n: &u64| {
        (2..)
            .take_while(|d| d * d <= *n)
            .all(|d| !n.is_multiple_of(d))
    };
    (labels.max(1008) + 1..).find(is_prime).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prime_is_beyond_all_labels() {
        assert_eq!([729, 3375, 1009].map(prime_beyond), [1009, 3389, 1013]);
    }
}
