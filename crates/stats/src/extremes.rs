//! The extreme puzzles of tables: those with the largest or smallest ratings, gaps
//! between two ratings, or whatever a formula makes of columns. An infinite gap is larger
//! than any other.
//!
//! The few that are requested are kept in a heap while the tables are read: whatever
//! their size, the result is exact and the memory bounded.

use std::collections::BTreeMap;

use thiserror::Error;

use super::choice::Choice;
use super::operands::Operands;
use super::origin::TableSource;
use super::repeats::{RepeatSearch, Repeats};
use super::scan::{ScanOrder, TableSet};
use super::top::Top;
use gradus_table::expression::{BoundFormula, Fault, Formula, Measure, Number, Operand, Why};
use gradus_table::table::{Column, Entry, ReadError, Rows};
use polars::prelude::StringChunked;

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
    pub fn named(&self, by: &Formula) -> Option<String> {
        let column = by.column()?;
        column.words()?;
        self.entries.get(&column).map(|entry| entry.shown(column))
    }
}

/// Which end of the order is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtremeSide {
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
    pub by: Formula,
    /// Which end of the order they are.
    pub end: ExtremeSide,
    /// The tables.
    pub sources: Vec<TableSource>,
    /// Which of their rows a condition has chosen, if there is one.
    pub choice: Option<Choice>,
    /// Puzzles that were looked at.
    pub rows: u64,
    /// Puzzles without a number to rank by: infinite, not applicable, not known.
    pub without: u64,
    /// Those of them that have a text which is no number.
    pub no_number: u64,
    /// The extreme puzzles, the most extreme first; of equals those with the smaller
    /// row numbers.
    pub puzzles: Vec<Extreme>,
}

/// Why there are no extreme puzzles.
#[derive(Debug, Error)]
pub enum ExtremesError {
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// What to rank by cannot be calculated from the columns.
    #[error(transparent)]
    Formula(#[from] Fault),
}

impl Extremes {
    /// The extreme puzzles of tables at one end, at most `count` of them, and the
    /// puzzles that come more than once.
    pub fn of(
        tables: &TableSet,
        by: &Formula,
        end: ExtremeSide,
        count: usize,
    ) -> Result<(Extremes, Repeats), ExtremesError> {
        let mut search = ExtremeSearch::new(tables, by, end, count)?;
        let mut repeats = RepeatSearch::default();
        let mut columns = tables.columns();
        columns.retain(|column| shows(&search.bound, *column));
        let order = ScanOrder {
            columns: &columns,
            puzzles: true,
            texts: &tables.others(),
        };
        let sources = tables.scan(order, |rows| {
            search.look_at(rows);
            repeats.look_at(rows);
        })?;
        Ok((search.finish(&sources), repeats.finish()))
    }
}

#[derive(Debug)]
pub(super) struct ExtremeSearch {
    by: Formula,
    bound: BoundFormula,
    end: ExtremeSide,
    best: Top<(Number, u64), Extreme>,
    without: u64,
    no_number: u64,
}

impl ExtremeSearch {
    /// A search for at most `count` puzzles; an error if the tables lack what it needs.
    pub(super) fn new(
        tables: &TableSet,
        by: &Formula,
        end: ExtremeSide,
        count: usize,
    ) -> Result<ExtremeSearch, ExtremesError> {
        tables.need_puzzles()?;
        by.columns().try_for_each(|column| tables.need(column))?;
        Ok(ExtremeSearch {
            by: by.clone(),
            bound: by.bind(&tables.scope())?,
            end,
            best: Top::new(count),
            without: 0,
            no_number: 0,
        })
    }

    pub(super) fn look_at(&mut self, rows: &Rows) {
        let operands = Operands::new(rows, &self.bound.operands);
        // A rating alone is ranked by its numbers: that it is infinite is no rank.
        let is_column = self.by.name().is_some();
        for place in 0..rows.height() {
            let measure = match self.bound.measure(operands.at(place)) {
                Ok(measure) if !(is_column && measure.number.to_f64().is_infinite()) => measure,
                other => {
                    self.without += 1;
                    self.no_number += u64::from(other == Err(Why::NoNumber));
                    continue;
                }
            };
            let rank = match self.end {
                ExtremeSide::Top => -measure.number,
                ExtremeSide::Bottom => measure.number,
            };
            let row = rows.row_numbers()[place];
            let entry = |column| (column, Entry::from(rows.codes(column)[place]));
            let text = |(name, texts): (String, &StringChunked)| {
                (name, texts.get(place).unwrap_or_default().to_string())
            };
            let shown = || rows.columns().filter(|column| shows(&self.bound, *column));
            let make = || Extreme {
                row,
                place: (rows.table, rows.place(place)),
                puzzle: rows.puzzle(place).to_string(),
                measure,
                entries: shown().map(entry).collect(),
                texts: rows.other_texts().map(text).collect(),
            };
            self.best.offer((rank, row), make);
        }
    }

    pub(super) fn finish(self, sources: &[TableSource]) -> Extremes {
        Extremes {
            by: self.by,
            end: self.end,
            rows: sources.iter().map(TableSource::counted).sum(),
            choice: Choice::of(sources),
            sources: sources.to_vec(),
            without: self.without,
            no_number: self.no_number,
            puzzles: self.best.into_vec(),
        }
    }
}

/// Returns true if a column is shown beside extreme puzzles: narrow columns and facts,
/// whatever ranks the puzzles, and the columns that rank them.
fn shows(by: &BoundFormula, column: Column) -> bool {
    let is_read = || by.operands.contains(&Operand::Entry(column));
    column.is_narrow() || matches!(column, Column::Fact(_)) || is_read()
}
