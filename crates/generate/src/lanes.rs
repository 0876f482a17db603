//! One bit for each of 256 things done side by side.

/// Number of things side by side.
pub const LANES: usize = 64 * WORDS;

/// Number of machine words that hold their bits.
pub const WORDS: usize = 4;

/// A set of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes(pub [u64; WORDS]);

impl Lanes {
    /// No lane.
    pub const NONE: Lanes = Lanes([0; WORDS]);
    /// All lanes.
    pub const ALL: Lanes = Lanes([u64::MAX; WORDS]);

    #[inline(always)]
    fn zip(self, other: Lanes, operation: impl Fn(u64, u64) -> u64) -> Lanes {
        Lanes(std::array::from_fn(|i| operation(self.0[i], other.0[i])))
    }

    /// The lanes of either.
    #[inline(always)]
    pub fn or(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a | b)
    }

    /// The lanes of both.
    #[inline(always)]
    pub fn and(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a & b)
    }

    /// The lanes of this but not of the other.
    #[inline(always)]
    pub fn without(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether the lane is in the set.
    pub fn has(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// The lanes in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * i + bit)
            })
        })
    }
}
