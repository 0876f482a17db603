//! The joint distribution of the columns of a table: the number of puzzles for each
//! combination of clues, W, B and so on. A collection of millions has some
//! thousands of such combinations; all statistics are computed from them, exactly.
//!
//! The numbers of candidates have too many values for that. They are counted pairwise with
//! every other column: about 1000 × 1000 numbers per pair, and larger values one by one.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use gradus_table::table::{Column, Entry, Rows};
use rayon::prelude::*;

/// Entries of some columns, and the number of puzzles that have them.
pub(crate) type Combination = (Vec<Entry>, u64);

/// The number of puzzles for each combination of entries.
#[derive(Clone, Debug, Default)]
pub struct Joint {
    rows: u64,
    narrow: Vec<Column>,
    cells: Vec<Combination>,
    wide: Vec<Column>,
    /// Pairs with a wide column; a wide column alone is a pair with itself.
    pairs: BTreeMap<(Column, Column), Vec<Combination>>,
}

impl Joint {
    /// The joint distribution of narrow columns from its cells: entries in the
    /// order of the columns, and a count.
    pub fn new(narrow: Vec<Column>, cells: impl IntoIterator<Item = Combination>) -> Joint {
        let cells = merged(cells);
        Joint {
            rows: cells.iter().map(|(_, count)| count).sum(),
            narrow,
            cells,
            ..Joint::default()
        }
    }

    /// Number of puzzles.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The columns, in the order of the table.
    pub(crate) fn columns(&self) -> Vec<Column> {
        let both = self.narrow.iter().chain(&self.wide);
        let mut columns: Vec<Column> = both.copied().collect();
        columns.sort_unstable();
        columns
    }

    /// Returns true if the table has a column.
    pub fn has(&self, column: Column) -> bool {
        self.narrow.contains(&column) || self.wide.contains(&column)
    }

    /// The joint distribution of some columns, sorted, or `None` if the table lacks one
    /// of them, or if a wide column is requested together with two others.
    pub fn project<const N: usize>(&self, columns: [Column; N]) -> Option<Vec<([Entry; N], u64)>> {
        let cells = self.cells(&columns)?.into_iter();
        let array = |entries: Vec<Entry>| std::array::from_fn(|place| entries[place]);
        let cells = cells.map(|(entries, count)| (array(entries), count));
        Some(cells.collect())
    }

    /// The same for puzzles where all are finite. Exact values and bounds stay separate.
    pub(crate) fn finite<const N: usize>(
        &self,
        columns: [Column; N],
    ) -> Option<Vec<([u16; N], u64)>> {
        let finite = |(entries, count): ([Entry; N], u64)| {
            let is_finite = entries.iter().all(|entry| entry.finite().is_some());
            let values = entries.map(|entry| entry.finite().unwrap_or(0));
            is_finite.then_some((values, count))
        };
        Some(
            self.project(columns)?
                .into_iter()
                .filter_map(finite)
                .collect(),
        )
    }

    pub(crate) fn values(&self, column: Column) -> Option<Vec<(u16, u64)>> {
        let values = self.finite([column])?.into_iter();
        Some(values.map(|([value], count)| (value, count)).collect())
    }

    /// The same, for any number of columns.
    pub(crate) fn cells(&self, columns: &[Column]) -> Option<Vec<Combination>> {
        let (from, places) = self.source(columns)?;
        let entries = |(entries, count): &Combination| {
            let entries = places.iter().map(|&place| entries[place]);
            (entries.collect(), *count)
        };
        Some(merged(from.iter().map(entries)))
    }

    /// The distribution that contains these columns, and their positions in it.
    fn source(&self, columns: &[Column]) -> Option<(&[Combination], Vec<usize>)> {
        let narrow = |column: &Column| self.narrow.iter().position(|c| c == column);
        if let Some(places) = columns.iter().map(narrow).collect::<Option<Vec<_>>>() {
            return Some((&self.cells, places));
        }
        let (first, last) = (columns.iter().min()?, columns.iter().max()?);
        if columns
            .iter()
            .any(|column| ![first, last].contains(&column))
        {
            return None;
        }
        let pair = self.pairs.get(&(*first, *last))?;
        let places = columns.iter().map(|column| usize::from(column != first));
        Some((pair, places.collect()))
    }
}

fn merged(cells: impl IntoIterator<Item = Combination>) -> Vec<Combination> {
    let mut counts = BTreeMap::new();
    for (entries, count) in cells {
        *counts.entry(entries).or_insert(0) += count;
    }
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// Counts the rows of a table, frame by frame, in bounded memory.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    rows: u64,
    narrow: Vec<Column>,
    wide: Vec<Column>,
    /// Keyed by the codes of the entries, one for each narrow column.
    cells: FxHashMap<Box<[u32]>, u64>,
    pairs: Vec<PairCounter>,
}

impl Counter {
    pub(crate) fn new(columns: &[Column]) -> Counter {
        let mut columns = columns.to_vec();
        columns.sort_unstable();
        columns.dedup();
        let (narrow, wide): (Vec<Column>, Vec<Column>) =
            columns.iter().partition(|column| column.is_narrow());
        let pairs = columns.iter().enumerate().flat_map(|(place, &a)| {
            let others = columns[place..].iter();
            others
                .filter(move |b| !a.is_narrow() || !b.is_narrow())
                .map(move |&b| PairCounter::new(a, b))
        });
        Counter {
            rows: 0,
            pairs: pairs.collect(),
            narrow,
            wide,
            cells: FxHashMap::default(),
        }
    }

    pub(crate) fn add(&mut self, rows: &Rows) {
        self.rows += rows.height() as u64;
        let Counter { cells, pairs, .. } = self;
        let count_cells = || {
            for (codes, count) in rows.combinations(&self.narrow) {
                *cells.entry(codes).or_default() += count;
            }
        };
        let count_pairs = || {
            pairs.par_iter_mut().for_each(|pair| {
                pair.add(rows.codes(pair.columns.0), rows.codes(pair.columns.1));
            });
        };
        rayon::join(count_cells, count_pairs);
    }

    /// Returns the counts, without columns that have no entry for any puzzle.
    pub(crate) fn finish(self) -> Joint {
        let cells = self.cells;
        let unknown = u32::from(Entry::Unknown);
        let is_known = |place: &usize| cells.keys().any(|codes| codes[*place] != unknown);
        let places: Vec<usize> = (0..self.narrow.len()).filter(is_known).collect();
        let kept = |codes: &[u32], count: &u64| {
            let entries = places.iter().map(|&place| Entry::from(codes[place]));
            (entries.collect(), *count)
        };
        let pairs = self.pairs.into_iter().map(PairCounter::finish);
        let pairs: BTreeMap<_, _> = pairs.filter(|(_, cells)| !cells.is_empty()).collect();
        let is_counted = |column: &Column| pairs.contains_key(&(*column, *column));
        Joint {
            rows: self.rows,
            narrow: places.iter().map(|&place| self.narrow[place]).collect(),
            cells: merged(cells.iter().map(|(codes, count)| kept(codes, count))),
            wide: self.wide.into_iter().filter(is_counted).collect(),
            pairs,
        }
    }
}

/// Counts the pairs of values of two columns, in a table that grows as needed.
/// Entries without a finite value are not counted: moments and correlations, the
/// only uses of wide columns, ignore them.
#[derive(Clone, Debug)]
struct PairCounter {
    columns: (Column, Column),
    /// Counts of pairs below [`LARGE`].
    counts: Vec<Vec<u64>>,
    others: FxHashMap<(u16, u16), u64>,
}

/// Pairs with a value of this size or more are not counted in a table, which would
/// be mostly empty and could exhaust the memory.
const LARGE: usize = 1 << 10;

impl PairCounter {
    fn new(a: Column, b: Column) -> PairCounter {
        PairCounter {
            columns: (a, b),
            counts: Vec::new(),
            others: FxHashMap::default(),
        }
    }

    fn add(&mut self, a: &[u32], b: &[u32]) {
        for (&a, &b) in a.iter().zip(b) {
            if a.max(b) >= u32::from(Entry::Lower(0)) {
                continue;
            }
            let (a, b) = (usize::from(a as u16), usize::from(b as u16));
            if let Some(count) = self.counts.get_mut(a).and_then(|line| line.get_mut(b)) {
                *count += 1;
            } else if a.max(b) >= LARGE {
                *self.others.entry((a as u16, b as u16)).or_default() += 1;
            } else {
                self.counts.resize(self.counts.len().max(a + 1), Vec::new());
                let line = &mut self.counts[a];
                line.resize(line.len().max(b + 1), 0);
                line[b] += 1;
            }
        }
    }

    fn finish(self) -> ((Column, Column), Vec<Combination>) {
        let pair =
            |((a, b), count): ((u16, u16), u64)| (vec![Entry::Exact(a), Entry::Exact(b)], count);
        let mut cells: Vec<Combination> = self.others.into_iter().map(pair).collect();
        for (a, line) in self.counts.into_iter().enumerate() {
            let counts = line.into_iter().enumerate().filter(|(_, count)| *count > 0);
            cells.extend(counts.map(|(b, count)| pair(((a as u16, b as u16), count))));
        }
        cells.sort_unstable();
        (self.columns, cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_differ_in_any_one_column_are_kept_apart() {
        let columns: Vec<Column> = Column::all().filter(|column| column.is_narrow()).collect();
        for &other in &columns {
            let entries = |column: &Column| {
                if *column == other {
                    (
                        *column,
                        &[Entry::Exact(1), Entry::Upper(1), Entry::Exact(1)][..],
                    )
                } else {
                    (*column, &[Entry::Exact(1); 3][..])
                }
            };
            let entries: Vec<_> = columns.iter().map(entries).collect();
            let mut counter = Counter::new(&columns);
            counter.add(&Rows::from_entries(&entries).expect("columns of one length"));
            let cells = counter.finish().project([other]);
            let expected = vec![([Entry::Exact(1)], 2), ([Entry::Upper(1)], 1)];
            assert_eq!(cells, Some(expected), "{other}");
        }
    }
}
