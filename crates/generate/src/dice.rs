//! Random numbers that are part of the results: the algorithm is pinned here (PCG, the
//! multiplicative 128-bit kind), and every unit of work has a stream of its own, so that
//! neither threads nor interruptions can change what is drawn.

use gradus_puzzles::sudoku::symmetry::Symmetry;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// The stream of a unit of work: any two of seed, purpose and number that differ give
    /// unrelated streams.
    pub fn new(seed: u64, purpose: &str, number: u64) -> Dice {
        let mut hash = blake3::Hasher::new();
        hash.update(&seed.to_le_bytes());
        hash.update(&number.to_le_bytes());
        hash.update(purpose.as_bytes());
        let mut state = [0; 16];
        state.copy_from_slice(&hash.finalize().as_bytes()[..16]);
        Dice(Pcg64Mcg::from_seed(state))
    }

    /// A stream of its own, for one of many small things inside a unit.
    pub fn fork(&mut self) -> Dice {
        Dice::from_halves([self.word(), self.word()])
    }

    /// The stream of one of many small things, quickly made from a random key and a number
    /// (by the mixing function of SplitMix64).
    pub(crate) fn derived(key: u64, number: u64) -> Dice {
        let mixed = |counter: u64| {
            let mut z = key.wrapping_add(counter.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        Dice::from_halves([mixed(2 * number), mixed(2 * number + 1)])
    }

    #[inline(always)]
    fn from_halves([high, low]: [u64; 2]) -> Dice {
        Dice(Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low)))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, all equally likely but for one part in 2⁶⁴.
    #[inline(always)]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A random symmetry of Sudoku.
    pub fn symmetry(&mut self) -> Symmetry {
        Symmetry::random(|bound| self.below(bound))
    }
}
