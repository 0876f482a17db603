//! The extreme puzzles of tables: those with the largest ratings, or the largest
//! gaps between two ratings.
//!
//! The few that are asked for are kept in a heap while the tables are read: whatever
//! their size, the result is exact and the memory bounded.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::batch::Batch;
use super::entry::Entry;
use super::origin::Source;
use super::quantity::{Known, Quantity};
use super::scan::Tables;
use super::top::Top;
use crate::table::Column;
use crate::table::ReadError;

/// An extreme puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extreme {
    /// Its number in the table.
    pub row: u64,
    /// The puzzle.
    pub puzzle: String,
    /// What it is ranked by.
    pub value: i32,
    /// How far that is known: `exact` is proven.
    pub known: Known,
    /// Its number of clues and its ratings.
    pub entries: BTreeMap<Column, Entry>,
}

/// The extreme puzzles of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extremes {
    /// What they are ranked by.
    pub by: Quantity,
    /// The tables.
    pub sources: Vec<Source>,
    /// Puzzles in all.
    pub rows: u64,
    /// Puzzles without a number to rank by: infinite, not applicable, not known.
    pub without: u64,
    /// The extreme puzzles, the largest first; of equals those with the smaller
    /// row numbers.
    pub puzzles: Vec<Extreme>,
}

impl Extremes {
    /// The extreme puzzles of tables, at most `top` of them.
    pub fn of(tables: &Tables, by: Quantity, top: usize) -> Result<Extremes, ReadError> {
        let mut extremes = Extremes::several(tables, &[by], top)?;
        Ok(extremes.swap_remove(0))
    }

    /// The extreme puzzles of tables in several respects, at most `top` in each; the
    /// tables are read once.
    pub fn several(
        tables: &Tables,
        respects: &[Quantity],
        top: usize,
    ) -> Result<Vec<Extremes>, ReadError> {
        let ranked: Vec<Column> = respects.iter().flat_map(|by| by.columns()).collect();
        for &column in &ranked {
            tables.need(column)?;
        }
        tables.need_puzzles()?;
        let mut columns = tables.columns();
        columns.retain(|column| column.is_narrow() || ranked.contains(column));
        let mut best: Vec<_> = respects.iter().map(|&by| (by, Top::new(top), 0)).collect();
        let sources = tables.scan(&columns, true, |batch| {
            for (by, best, without) in &mut best {
                *without += look_at(batch, *by, best);
            }
        })?;
        let extremes = best.into_iter().map(|(by, best, without)| Extremes {
            by,
            rows: sources.iter().map(|source| source.rows).sum(),
            sources: sources.clone(),
            without,
            puzzles: best.into_vec(),
        });
        Ok(extremes.collect())
    }
}

/// Looks at the rows of a batch; returns how many have nothing to rank by.
fn look_at(batch: &Batch, by: Quantity, best: &mut Top<(Reverse<i32>, u64), Extreme>) -> u64 {
    let columns: Vec<(Column, &[Entry])> = by
        .columns()
        .into_iter()
        .map(|column| (column, batch.column(column)))
        .collect();
    let mut without = 0;
    for place in 0..batch.len() {
        let entry = |column: Column| {
            let found = columns.iter().find(|(other, _)| *other == column);
            found.map_or(Entry::Unknown, |(_, entries)| entries[place])
        };
        let Some((value, known)) = by.of(entry) else {
            without += 1;
            continue;
        };
        best.offer((Reverse(value), batch.rows[place]), || Extreme {
            row: batch.rows[place],
            puzzle: batch.puzzles.get(place).to_string(),
            value,
            known,
            entries: batch
                .entries
                .iter()
                .map(|(column, entries)| (*column, entries[place]))
                .collect(),
        });
    }
    without
}
