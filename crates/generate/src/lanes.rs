//! One bit for each of 256 things done side by side.

/// Number of things side by side.
pub(crate) const LANES: usize = 64 * WORDS;

/// Number of machine words that hold their bits.
pub(crate) const WORDS: usize = 4;

/// A set of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DealLanes(pub(crate) [u64; WORDS]);

impl DealLanes {
    /// No lane.
    pub(crate) const NONE: DealLanes = DealLanes([0; WORDS]);
    /// All lanes.
    pub(crate) const ALL: DealLanes = DealLanes([u64::MAX; WORDS]);

    #[inline(always)]
    fn zip(self, other: DealLanes, operation: impl Fn(u64, u64) -> u64) -> DealLanes {
        DealLanes(std::array::from_fn(|i| operation(self.0[i], other.0[i])))
    }

    /// The lanes of either.
    #[inline(always)]
    pub(crate) fn or(self, other: DealLanes) -> DealLanes {
        self.zip(other, |a, b| a | b)
    }

    /// The lanes of both.
    #[inline(always)]
    pub(crate) fn and(self, other: DealLanes) -> DealLanes {
        self.zip(other, |a, b| a & b)
    }

    /// The lanes of this but not of the other.
    #[inline(always)]
    pub(crate) fn without(self, other: DealLanes) -> DealLanes {
        self.zip(other, |a, b| a & !b)
    }

    /// Returns true if the lane is in the set.
    pub(crate) fn has(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// The lanes in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * i + bit)
            })
        })
    }
}
