//! A reference kept in memory, in a compact form: found by puzzle, taken row by
//! row.

use rustc_hash::FxHashMap;

use crate::repeats::{RepeatSearch, Repeats, cells};
use crate::scan::{ScanOrder, TableSet};
use gradus_table::table::{Column, Entry, ReadError};

pub(super) struct Reference {
    width: usize,
    /// Row after row, an entry for each column.
    entries: Vec<Entry>,
    index: PuzzleIndex,
    /// Duplicate puzzles.
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
            for place in 0..rows.height() {
                prints.push(fingerprint(rows.puzzle(place)));
                entries.extend(lists.iter().map(|list| Entry::from(list[place])));
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

    /// Takes the next row with a puzzle and returns its entries.
    pub(super) fn take(&mut self, puzzle: &str) -> Option<Vec<Entry>> {
        let start = self.index.take(fingerprint(puzzle))? * self.width;
        Some(self.entries[start..start + self.width].to_vec())
    }
}

/// The rows of a table by puzzle. A puzzle that occurs several times is taken in the order
/// of its rows.
#[derive(Debug)]
pub struct PuzzleIndex {
    /// The first row of a puzzle that has not been taken.
    first: FxHashMap<u128, u32>,
    /// The next row with the same puzzle.
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl PuzzleIndex {
    /// Indexes the rows by the fingerprints of their puzzles.
    pub fn new(prints: &[u128]) -> PuzzleIndex {
        let mut first = FxHashMap::default();
        let mut next = vec![NONE; prints.len()];
        // Backwards, so that each list begins with the first row of its puzzle.
        for (row, print) in prints.iter().enumerate().rev() {
            next[row] = first.insert(*print, row as u32).unwrap_or(NONE);
        }
        PuzzleIndex { first, next }
    }

    pub(crate) fn rows(&self) -> usize {
        self.next.len()
    }

    /// Takes the next row with a puzzle.
    pub fn take(&mut self, print: u128) -> Option<usize> {
        let first = self.first.get_mut(&print)?;
        let row = *first as usize;
        *first = *self.next.get(row)?;
        Some(row)
    }
}

/// A puzzle in 16 bytes, for any way of writing empty cells. A collision is practically
/// impossible.
pub fn fingerprint(puzzle: &str) -> u128 {
    let cells: Vec<u8> = cells(puzzle).collect();
    let mut print = [0; 16];
    print.copy_from_slice(&blake3::hash(&cells).as_bytes()[..16]);
    u128::from_le_bytes(print)
}
