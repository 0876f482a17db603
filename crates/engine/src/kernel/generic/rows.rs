//! Sets of labels that have few of a large set's words: the words that they have, and the
//! bits in each.

use gradus_csp::Label;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetWord {
    pub(super) word: u32,
    pub(super) bits: u64,
}

/// Removes the bits of a set from a row.
#[inline]
pub(super) fn strike(set: &[SetWord], row: &mut [u64]) {
    for piece in set {
        row[piece.word as usize] &= !piece.bits;
    }
}

/// Sets, one after the other.
#[derive(Debug, Default)]
pub(super) struct SetRows {
    pieces: Vec<SetWord>,
    ends: Vec<u32>,
}

impl SetRows {
    /// Adds a set of labels in ascending order.
    pub(super) fn push(&mut self, labels: impl IntoIterator<Item = Label>) {
        let start = self.pieces.len();
        for label in labels {
            let (word, bit) = ((label.index() / 64) as u32, 1 << (label.index() % 64));
            match self.pieces[start..].last_mut() {
                Some(last) if last.word == word => last.bits |= bit,
                _ => self.pieces.push(SetWord { word, bits: bit }),
            }
        }
        self.ends.push(self.pieces.len() as u32);
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> &[SetWord] {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        &self.pieces[start as usize..self.ends[index] as usize]
    }
}
