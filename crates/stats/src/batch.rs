//! Some rows of a table, column by column: what readers of tables hand to those
//! who count, rank or compare.

use gradus_table::table::Entry;
use gradus_table::table::{Column, Texts};

/// Rows of a table, in order.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The table that they are of, by its place among those that are read.
    pub table: usize,
    /// The place in that table of the first row that was read.
    pub first: u64,
    /// Where the rows are among those that were read; all of them if it is not said.
    pub picked: Option<Vec<u32>>,
    /// Their numbers.
    pub rows: Vec<u64>,
    /// The puzzles; no texts if they were not asked for.
    pub puzzles: Texts,
    /// The entries, column by column.
    pub entries: Vec<(Column, Vec<Entry>)>,
    /// What stands in other columns, for those that were asked for.
    pub texts: Vec<(String, Texts)>,
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

    /// The place in its table of a row of the batch.
    pub fn place(&self, row: usize) -> u64 {
        let picked = self.picked.as_ref();
        self.first + picked.map_or(row as u64, |picked| picked[row].into())
    }

    /// The entries of a column; none if the batch does not have it.
    pub fn column(&self, column: Column) -> &[Entry] {
        let found = self.entries.iter().find(|(other, _)| *other == column);
        found.map_or(&[], |(_, entries)| entries)
    }

    /// The texts of another column, if they were asked for.
    pub fn text(&self, name: &str) -> Option<&Texts> {
        let found = self.texts.iter().find(|(other, _)| other == name);
        found.map(|(_, texts)| texts)
    }

    /// The rows at some places, in their order.
    pub(super) fn picked(&self, places: Vec<u32>) -> Batch {
        let at = || places.iter().map(|&place| place as usize);
        let texts = |texts: &Texts| {
            let mut picked = Texts::default();
            at().for_each(|place| picked.push(texts.get(place)));
            picked
        };
        let entries = |(column, entries): &(Column, Vec<Entry>)| {
            (*column, at().map(|place| entries[place]).collect())
        };
        Batch {
            table: self.table,
            first: self.first,
            rows: at().map(|place| self.rows[place]).collect(),
            puzzles: match self.puzzles.is_empty() {
                true => Texts::default(),
                false => texts(&self.puzzles),
            },
            entries: self.entries.iter().map(entries).collect(),
            texts: self
                .texts
                .iter()
                .map(|(name, of)| (name.clone(), texts(of)))
                .collect(),
            picked: Some(places),
        }
    }

    /// The rows of such numbers, without their puzzles and texts.
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
            entries: self.entries.iter().map(pick).collect(),
            ..Batch::default()
        }
    }
}
