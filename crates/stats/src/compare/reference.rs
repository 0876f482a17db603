//! A reference kept in memory, in a compact form: found by puzzle, taken row by
//! row.

use rustc_hash::FxHashMap;

use crate::layout::ScanOrder;
use crate::repeats::{RepeatSearch, Repeats, cells};
use crate::scan::Tables;
use gradus_table::table::Column;
use gradus_table::table::Entry;
use gradus_table::table::ReadError;

/// The rows of the reference, by their puzzles.
pub(super) struct Reference {
    width: usize,
    /// Row after row, an entry for each column.
    entries: Vec<Entry>,
    /// The first row of a puzzle that is not yet taken.
    first: FxHashMap<u128, u32>,
    /// The next row with the same puzzle.
    next: Vec<u32>,
    /// Puzzles that it has more than once.
    pub(super) repeats: Repeats,
}

/// No row.
const NONE: u32 = u32::MAX;

impl Reference {
    /// Reads the reference.
    pub(super) fn read(tables: &Tables, columns: &[Column]) -> Result<Reference, ReadError> {
        let mut prints = Vec::new();
        let mut entries = Vec::new();
        let mut repeats = RepeatSearch::default();
        let order = ScanOrder {
            columns,
            puzzles: true,
            texts: &[],
        };
        tables.scan(order, |batch| {
            repeats.look_at(batch);
            let lists: Vec<&[Entry]> = columns.iter().map(|&column| batch.column(column)).collect();
            for place in 0..batch.len() {
                prints.push(fingerprint(batch.puzzles.get(place)));
                entries.extend(lists.iter().map(|list| list[place]));
            }
        })?;
        let mut first = FxHashMap::default();
        let mut next = vec![NONE; prints.len()];
        // Backwards, so that each list begins with the first row of its puzzle.
        for (row, print) in prints.iter().enumerate().rev() {
            next[row] = first.insert(*print, row as u32).unwrap_or(NONE);
        }
        Ok(Reference {
            width: columns.len(),
            entries,
            first,
            next,
            repeats: repeats.finish(),
        })
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.next.len() as u64
    }

    /// The entries of the next row with a puzzle, which is then taken.
    pub(super) fn take(&mut self, puzzle: &str) -> Option<Vec<Entry>> {
        let first = self.first.get_mut(&fingerprint(puzzle))?;
        let row = *first as usize;
        *first = *self.next.get(row)?;
        let start = row * self.width;
        Some(self.entries[start..start + self.width].to_vec())
    }
}

/// A puzzle in 16 bytes, whatever stands for an empty cell. That two puzzles of a
/// collection have the same is out of the question.
pub fn fingerprint(puzzle: &str) -> u128 {
    let cells: Vec<u8> = cells(puzzle).collect();
    let mut print = [0; 16];
    print.copy_from_slice(&blake3::hash(&cells).as_bytes()[..16]);
    u128::from_le_bytes(print)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_all_kinds_are_the_same() {
        assert_eq!(fingerprint("1.3"), fingerprint(" 103"));
        assert_ne!(fingerprint("1.3"), fingerprint("13."));
    }
}
