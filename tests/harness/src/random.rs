//! A small deterministic random generator.

/// SplitMix64: enough for tests, and the same sequence on every machine.
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 random bits.
    #[expect(
        clippy::should_implement_trait,
        reason = "endless, so an Option would be noise"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// The numbers from 0 to N - 1 in random order.
    pub fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut items: [usize; N] = std::array::from_fn(|i| i);
        self.shuffle(&mut items);
        items
    }
}
