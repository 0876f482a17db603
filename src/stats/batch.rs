//! Some rows of a table, column by column: what readers of tables hand to those
//! who count, rank or compare.

use super::column::Column;
use super::entry::Entry;

/// Texts, one after the other in one piece of memory.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    bytes: String,
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    /// The text at a place; empty if there is none.
    pub fn get(&self, place: usize) -> &str {
        let end = self.ends.get(place).copied().unwrap_or(0);
        let start = match place {
            0 => 0,
            _ => self.ends.get(place - 1).copied().unwrap_or(end),
        };
        &self.bytes[start..end]
    }
}

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
    /// A batch without rows that has these columns.
    pub fn new(columns: &[Column]) -> Batch {
        Batch {
            entries: columns.iter().map(|&column| (column, Vec::new())).collect(),
            ..Batch::default()
        }
    }

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
