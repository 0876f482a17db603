//! A memory of incidences without targets.
//!
//! The patterns of a matrix depend only on its incidence. The same few incidences come back
//! again and again, in other states and other matrices, and nearly all have no targets: those
//! are remembered, each at the place given by its hash.

use gradus_csp::{Incidence, WIDEST};

/// Incidences that are remembered for one state, and for a whole round of trials.
pub(super) const FEW: usize = 1 << 7;
pub(super) const MANY: usize = 1 << 12;

/// Incidences without targets up to some size.
pub(super) struct TargetlessMemory {
    /// A power of two of them.
    places: Vec<(Incidence, usize)>,
}

/// Odd numbers without pattern, for hashing.
const FACTORS: [u64; WIDEST / 4] = [
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0xd6e8_feb8_6659_fd93,
];

impl TargetlessMemory {
    /// A memory with this many places, a power of two. An empty incidence has no targets of any
    /// size.
    pub(super) fn new(places: usize, largest: usize) -> Self {
        TargetlessMemory {
            places: vec![(Incidence::default(), largest); places],
        }
    }

    fn place(&self, incidence: &Incidence) -> usize {
        let mut hash = 0u64;
        for (masks, factor) in incidence.0.as_chunks::<4>().0.iter().zip(FACTORS) {
            let word = masks
                .iter()
                .rev()
                .fold(0, |word, &mask| word << 16 | u64::from(mask));
            hash = hash.wrapping_add(word.wrapping_mul(factor));
        }
        (hash >> 32) as usize & (self.places.len() - 1)
    }

    pub(super) fn knows(&self, incidence: &Incidence, size: usize) -> bool {
        let (known, up_to) = &self.places[self.place(incidence)];
        known == incidence && *up_to >= size
    }

    pub(super) fn note(&mut self, incidence: &Incidence, size: usize) {
        let place = self.place(incidence);
        self.places[place] = (*incidence, size);
    }
}
