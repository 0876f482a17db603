//! A reference kept in memory, in a compact form: found by puzzle, taken row by
//! row.

use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::repeats::{RepeatSearch, Repeats, cells};
use crate::scan::{ScanOrder, TableSet};
use gradus_table::table::{Column, PUZZLE, ReadError, Rows};

pub(super) struct Reference {
    /// The codes of the entries of each column.
    pub codes: Vec<Vec<u32>>,
    pub index: PuzzleIndex,
    /// Duplicate puzzles.
    pub repeats: Repeats,
    /// The digests of the duplicate puzzles whose rows have different numbers.
    pub in_conflict: FxHashSet<u64>,
}

impl Reference {
    pub(super) fn read(tables: &TableSet, columns: &[Column]) -> Result<Reference, ReadError> {
        let mut prints = Vec::new();
        let mut codes = vec![Vec::new(); columns.len()];
        let mut repeats = RepeatSearch::default();
        let order = ScanOrder {
            columns,
            puzzles: true,
            texts: &[],
        };
        tables.scan(order, |rows| {
            let here = fingerprints(rows);
            repeats.look_at_prints(rows, &here);
            prints.extend(here);
            for (codes, &column) in codes.iter_mut().zip(columns) {
                codes.extend_from_slice(rows.codes(column));
            }
        })?;
        let (index, (repeats, in_conflict)) = rayon::join(
            || PuzzleIndex::new(&prints),
            || repeats.finish_with_conflicts(),
        );
        Ok(Reference {
            codes,
            index,
            repeats,
            in_conflict,
        })
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
        let mut first = FxHashMap::with_capacity_and_hasher(prints.len(), FxBuildHasher);
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

    /// Returns true if a row has the puzzle, even if it was taken.
    pub(crate) fn has(&self, print: u128) -> bool {
        self.first.contains_key(&print)
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

/// The fingerprints of the puzzles of some rows.
pub(super) fn fingerprints(rows: &Rows) -> Vec<u128> {
    let puzzles = rows.texts(PUZZLE);
    let puzzle = |place| puzzles.and_then(|puzzles| puzzles.get(place));
    let places = (0..rows.height()).into_par_iter().with_min_len(1 << 10);
    let prints = places.map(|place| fingerprint(puzzle(place).unwrap_or_default()));
    prints.collect()
}
