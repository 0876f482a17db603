//! Some rows of a table, column by column: what readers of tables hand to those
//! who count, rank or compare.

use super::entry::Entry;
use crate::table::{Column, Texts};

/// Rows of a table, in order.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Their numbers.
    pub rows: Vec<u64>,
    /// The puzzles; no texts if they were not asked for.
    pub puzzles: Texts,
    /// The entries, column by column.
    pub entries: Vec<(Column, Vec<Entry>)>,
}

impl Batch {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The entries of a column; none if the batch does not have it.
    pub fn column(&self, column: Column) -> &[Entry] {
        let found = self.entries.iter().find(|(other, _)| *other == column);
        found.map_or(&[], |(_, entries)| entries)
    }

    /// The rows of such numbers, without their puzzles.
    pub fn filtered(&self, such: impl Fn(u64) -> bool) -> Batch {
        let places: Vec<usize> = (0..self.len())
            .filter(|&place| such(self.rows[place]))
            .collect();
        let pick = |(column, entries): &(Column, Vec<Entry>)| {
            let entries = places.iter().map(|&place| entries[place]);
            (*column, entries.collect())
        };
        Batch {
            rows: places.iter().map(|&place| self.rows[place]).collect(),
            puzzles: Texts::default(),
            entries: self.entries.iter().map(pick).collect(),
        }
    }
}
