//! Sets of labels that have few of a large set's words: the words that they have, and the
//! bits in each.

use gradus_csp::Label;

/// A word of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) word: u32,
    pub(super) bits: u64,
}

/// Takes the bits of some pieces out of a row.
#[inline]
pub(super) fn strike(pieces: &[Piece], row: &mut [u64]) {
    for piece in pieces {
        row[piece.word as usize] &= !piece.bits;
    }
}

/// Sets, one after the other.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pieces: Vec<Piece>,
    /// Where each ends.
    ends: Vec<u32>,
}

impl Rows {
    /// Adds a set of labels in ascending order.
    pub(super) fn push(&mut self, labels: impl IntoIterator<Item = Label>) {
        let start = self.pieces.len();
        for label in labels {
            let (word, bit) = ((label.index() / 64) as u32, 1 << (label.index() % 64));
            match self.pieces[start..].last_mut() {
                Some(last) if last.word == word => last.bits |= bit,
                _ => self.pieces.push(Piece { word, bits: bit }),
            }
        }
        self.ends.push(self.pieces.len() as u32);
    }

    /// The words of a set.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &[Piece] {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        &self.pieces[start as usize..self.ends[index] as usize]
    }
}
