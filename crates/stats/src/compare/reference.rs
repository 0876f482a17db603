//! A reference kept in memory, in a compact form: found by puzzle, taken row by
//! row.

use super::puzzle_index::{PuzzleIndex, fingerprint};
use crate::repeats::{RepeatSearch, Repeats};
use crate::scan::{ScanOrder, TableSet};
use gradus_table::table::Column;
use gradus_table::table::Entry;
use gradus_table::table::ReadError;

/// The rows of the reference, by their puzzles.
pub(super) struct Reference {
    width: usize,
    /// Row after row, an entry for each column.
    entries: Vec<Entry>,
    index: PuzzleIndex,
    /// Puzzles that it has more than once.
    pub(super) repeats: Repeats,
}

impl Reference {
    pub(super) fn read(tables: &TableSet, columns: &[Column]) -> Result<Reference, ReadError> {
        let mut prints = Vec::new();
        let mut entries = Vec::new();
        let mut repeats = RepeatSearch::default();
        let order = ScanOrder {
            columns,
            puzzles: true,
            texts: &[],
        };
        tables.scan(order, |rows| {
            repeats.look_at(rows);
            let lists: Vec<&[u32]> = columns.iter().map(|&column| rows.codes(column)).collect();
            for place in 0..rows.len() {
                prints.push(fingerprint(rows.puzzle(place)));
                entries.extend(lists.iter().map(|list| Entry::from_code(list[place])));
            }
        })?;
        Ok(Reference {
            width: columns.len(),
            entries,
            index: PuzzleIndex::new(&prints),
            repeats: repeats.finish(),
        })
    }

    pub(super) fn rows(&self) -> u64 {
        self.index.rows() as u64
    }

    /// The entries of the next row with a puzzle, which is then taken.
    pub(super) fn take(&mut self, puzzle: &str) -> Option<Vec<Entry>> {
        let start = self.index.take(fingerprint(puzzle))? * self.width;
        Some(self.entries[start..start + self.width].to_vec())
    }
}
