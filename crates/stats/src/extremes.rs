//! The extreme puzzles of tables: those with the largest or smallest ratings, gaps between
//! two ratings, or values of any formula. An infinite gap is larger than any other.
//!
//! The requested puzzles are kept in a heap while the tables are read, so for
//! tables of any size the result is exact and the memory bounded.

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
    /// The row number.
    pub row: u64,
    /// The index of the table, and the position in it.
    pub place: (usize, u64),
    /// The puzzle.
    pub puzzle: String,
    /// The ranking value.
    pub measure: Measure,
    /// Its number of clues and its ratings.
    pub entries: BTreeMap<Column, Entry>,
    /// The contents of other columns, such as its comment.
    pub texts: Vec<(String, String)>,
}

impl Extreme {
    /// The word for its ranking value, if that is a column of words.
    pub fn named(&self, by: &Formula) -> Option<String> {
        let column = by.column()?;
        column.words()?;
        self.entries.get(&column).map(|entry| entry.shown(column))
    }
}

/// The end of the order to search.
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
    /// The ranking formula.
    pub by: Formula,
    /// The end of the order.
    pub end: ExtremeSide,
    /// The tables.
    pub sources: Vec<TableSource>,
    /// The rows chosen by a condition, if there is one.
    pub choice: Option<Choice>,
    /// Number of puzzles read.
    pub rows: u64,
    /// Puzzles without a ranking value: infinite, not applicable, unknown.
    pub without: u64,
    /// Those whose text is not a number.
    pub no_number: u64,
    /// The extreme puzzles, the most extreme first; ties are ordered by row number.
    pub puzzles: Vec<Extreme>,
}

/// An error in searching for extreme puzzles.
#[derive(Debug, Error)]
pub enum ExtremesError {
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The ranking formula cannot be evaluated on the columns.
    #[error(transparent)]
    Formula(#[from] Fault),
}

impl Extremes {
    /// Finds the extreme puzzles of tables at one end, at most `count`, and the duplicate puzzles.
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
    /// A search for at most `count` puzzles, or an error if the tables lack a required column.
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
        // A rating alone is ranked by its numbers: infinity is not a rank.
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
            choice: TableSource::choices(sources),
            sources: sources.to_vec(),
            without: self.without,
            no_number: self.no_number,
            puzzles: self.best.into_vec(),
        }
    }
}

/// Returns true if a column is shown for extreme puzzles: narrow columns and facts
/// for any formula, and the columns in the formula.
fn shows(by: &BoundFormula, column: Column) -> bool {
    let is_read = || by.operands.contains(&Operand::Entry(column));
    column.is_narrow() || matches!(column, Column::Fact(_)) || is_read()
}
