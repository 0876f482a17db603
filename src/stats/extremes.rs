//! The extreme puzzles of tables: those with the largest or smallest ratings, or gaps
//! between two ratings. An infinite gap is larger than any other.
//!
//! The few that are asked for are kept in a heap while the tables are read: whatever
//! their size, the result is exact and the memory bounded.

use std::collections::BTreeMap;

use super::batch::Batch;
use super::entry::Entry;
use super::origin::Source;
use super::quantity::{Measure, Quantity};
use super::repeats::{RepeatSearch, Repeats};
use super::scan::{ScanOrder, Tables};
use super::top::Top;
use crate::table::Column;
use crate::table::ReadError;

/// An extreme puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// Its number in the table.
    pub row: u64,
    /// The table, by its place among those that were read, and its place in it.
    pub place: (usize, u64),
    /// The puzzle.
    pub puzzle: String,
    /// What it is ranked by.
    pub measure: Measure,
    /// Its number of clues and its ratings.
    pub entries: BTreeMap<Column, Entry>,
    /// What stands in other columns, such as its comment.
    pub texts: Vec<(String, String)>,
}

impl Extreme {
    /// The word for what it is ranked by, if that is a column of words.
    pub fn named(&self, by: Quantity) -> Option<String> {
        let Quantity::Column(column) = by else {
            return None;
        };
        column.words()?;
        self.entries.get(&column).map(|entry| entry.shown(column))
    }
}

/// Which end of the order is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// The largest.
    #[default]
    Top,
    /// The smallest.
    Bottom,
}

/// The extreme puzzles of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// What they are ranked by.
    pub by: Quantity,
    /// Which end of the order they are.
    pub end: End,
    /// The tables.
    pub sources: Vec<Source>,
    /// Puzzles in all.
    pub rows: u64,
    /// Puzzles without a number to rank by: infinite, not applicable, not known.
    pub without: u64,
    /// The extreme puzzles, the most extreme first; of equals those with the smaller
    /// row numbers.
    pub puzzles: Vec<Extreme>,
}

impl Extremes {
    /// The extreme puzzles of tables at one end, at most `count` of them, and the
    /// puzzles that come more than once.
    pub fn of(
        tables: &Tables,
        by: Quantity,
        end: End,
        count: usize,
    ) -> Result<(Extremes, Repeats), ReadError> {
        let mut search = ExtremeSearch::new(tables, &[by], end, count)?;
        let mut repeats = RepeatSearch::default();
        let order = ScanOrder {
            columns: &search.columns(tables),
            puzzles: true,
            texts: &tables.others(),
        };
        let sources = tables.scan(order, |batch| {
            search.look_at(batch);
            repeats.look_at(batch);
        })?;
        Ok((search.finish(&sources).swap_remove(0), repeats.finish()))
    }
}

/// A search for the extreme puzzles in several respects, while tables are read.
#[derive(Debug)]
pub(super) struct ExtremeSearch {
    respects: Vec<Respect>,
}

#[derive(Debug)]
struct Respect {
    by: Quantity,
    end: End,
    best: Top<((i32, i32), u64), Extreme>,
    without: u64,
}

impl ExtremeSearch {
    /// A search for at most `count` puzzles in each respect; an error if the tables
    /// lack what it needs.
    pub(super) fn new(
        tables: &Tables,
        respects: &[Quantity],
        end: End,
        count: usize,
    ) -> Result<ExtremeSearch, ReadError> {
        for by in respects {
            by.columns()
                .into_iter()
                .try_for_each(|column| tables.need(column))?;
            tables.need_puzzles()?;
        }
        let respect = |&by: &Quantity| Respect {
            by,
            end,
            best: Top::new(count),
            without: 0,
        };
        Ok(ExtremeSearch {
            respects: respects.iter().map(respect).collect(),
        })
    }

    /// The columns of tables that are worth reading for it.
    fn columns(&self, tables: &Tables) -> Vec<Column> {
        let ranked = |column: &Column| {
            let mut respects = self.respects.iter();
            respects.any(|respect| respect.by.columns().contains(column))
        };
        let mut columns = tables.columns();
        columns.retain(|column| is_shown(column) || ranked(column));
        columns
    }

    /// Looks at some rows.
    pub(super) fn look_at(&mut self, batch: &Batch) {
        for respect in &mut self.respects {
            respect.look_at(batch);
        }
    }

    /// What was found, once these sources have been read.
    pub(super) fn finish(self, sources: &[Source]) -> Vec<Extremes> {
        let extremes = self.respects.into_iter().map(|respect| Extremes {
            by: respect.by,
            end: respect.end,
            rows: sources.iter().map(|source| source.rows).sum(),
            sources: sources.to_vec(),
            without: respect.without,
            puzzles: respect.best.into_vec(),
        });
        extremes.collect()
    }
}

impl Respect {
    fn look_at(&mut self, batch: &Batch) {
        let ranked = self.by.columns();
        let columns: Vec<(Column, &[Entry])> = ranked
            .iter()
            .map(|&column| (column, batch.column(column)))
            .collect();
        for place in 0..batch.len() {
            let entry = |column: Column| {
                let found = columns.iter().find(|(other, _)| *other == column);
                found.map_or(Entry::Unknown, |(_, entries)| entries[place])
            };
            let Some(measure) = self.by.of(entry) else {
                self.without += 1;
                continue;
            };
            let entries = batch.entries.iter();
            let shown = entries.filter(|(column, _)| is_shown(column) || ranked.contains(column));
            let rank = match self.end {
                End::Top => (-measure.rank.0, -measure.rank.1),
                End::Bottom => measure.rank,
            };
            self.best.offer((rank, batch.rows[place]), || Extreme {
                row: batch.rows[place],
                place: (batch.table, batch.first + place as u64),
                puzzle: batch.puzzles.get(place).to_string(),
                measure,
                entries: shown
                    .map(|(column, entries)| (*column, entries[place]))
                    .collect(),
                texts: batch
                    .texts
                    .iter()
                    .map(|(name, texts)| (name.clone(), texts.get(place).to_string()))
                    .collect(),
            });
        }
    }
}

/// Whether a column is shown beside every extreme puzzle, whatever ranks it.
fn is_shown(column: &Column) -> bool {
    column.is_narrow()
}
