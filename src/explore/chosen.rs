//! A set of rows: one bit per row.

use rayon::prelude::*;

use crate::job::pool;

/// A set of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    words: Vec<u64>,
    rows: usize,
}

/// Rows that a thread works on at a time, a multiple of the bits of a word.
const PIECE: usize = 1 << 16;

impl Chosen {
    pub(super) fn all(rows: usize) -> Chosen {
        let mut words = vec![u64::MAX; rows.div_ceil(64)];
        if let (Some(last), 1..) = (words.last_mut(), rows % 64) {
            *last = (1 << (rows % 64)) - 1;
        }
        Chosen { words, rows }
    }

    /// The rows that a function chooses. It is called on all cores, with the first row of a
    /// piece and the flags to set. An error ends the search.
    pub(super) fn by<E: Send>(
        rows: usize,
        choose: impl Fn(usize, &mut [bool]) -> Result<(), E> + Sync,
    ) -> Result<Chosen, E> {
        let mut words = vec![0; rows.div_ceil(64)];
        let fill = |(piece, words): (usize, &mut [u64])| -> Result<(), E> {
            let first = piece * PIECE;
            let mut holds = vec![false; PIECE.min(rows - first)];
            choose(first, &mut holds)?;
            for (word, holds) in words.iter_mut().zip(holds.chunks(64)) {
                let bits = holds.iter().enumerate();
                *word = bits.fold(0, |word, (bit, &holds)| word | u64::from(holds) << bit);
            }
            Ok(())
        };
        let pieces = words.par_chunks_mut(PIECE / 64).enumerate();
        pool::install(|| pieces.try_for_each(fill))?;
        Ok(Chosen { words, rows })
    }

    pub(super) fn and(mut self, other: &Chosen) -> Chosen {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
        self
    }

    pub(super) fn has(&self, row: usize) -> bool {
        self.words[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn count(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    pub(super) fn is_all(&self) -> bool {
        self.count() == self.rows
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(place, &word)| {
            std::iter::successors(Some(word), |word| Some(word & (word - 1)))
                .take_while(|word| *word != 0)
                .map(move |word| place * 64 + word.trailing_zeros() as usize)
        })
    }
}
