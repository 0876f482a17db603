//! The bits of a word, one by one.

use super::ids::Label;

/// The positions of the set bits of a word, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// The labels of a row of bits, in ascending order.
#[inline]
pub(super) fn labels_in(row: &[u64]) -> impl Iterator<Item = Label> + '_ {
    let words = row.iter().enumerate();
    words
        .flat_map(|(index, &word)| Bits(word).map(move |bit| Label::new(index * 64 + bit as usize)))
}
