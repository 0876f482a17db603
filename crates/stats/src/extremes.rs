//! The extreme puzzles of tables: those with the largest or smallest ratings, gaps
//! between two ratings, or whatever a formula makes of columns. An infinite gap is larger
//! than any other.
//!
//! The few that are asked for are kept in a heap while the tables are read: whatever
//! their size, the result is exact and the memory bounded.

use std::collections::BTreeMap;

use thiserror::Error;

use super::operands::Operands;
use super::origin::TableSource;
use super::repeats::{RepeatSearch, Repeats};
use super::scan::{ScanOrder, TableSet};
use super::top::Top;
use gradus_table::expression::{BoundFormula, Fault, Formula, Measure, Operand, Ranked, Why};
use gradus_table::table::{Column, Entry, ReadError, Rows};

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
        let mut search = ExtremeSearch::new(tables, std::slice::from_ref(by), end, count)?;
        let mut repeats = RepeatSearch::default();
        let order = ScanOrder {
            columns: &search.columns(tables),
            puzzles: true,
            texts: &tables.others(),
        };
        let sources = tables.scan(order, |rows| {
            search.look_at(rows);
            repeats.look_at(rows);
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
    by: Formula,
    bound: BoundFormula,
    end: ExtremeSide,
    best: Top<(Ranked, u64), Extreme>,
    without: u64,
    no_number: u64,
}

impl ExtremeSearch {
    /// A search for at most `count` puzzles in each respect; an error if the tables
    /// lack what it needs.
    pub(super) fn new(
        tables: &TableSet,
        respects: &[Formula],
        end: ExtremeSide,
        count: usize,
    ) -> Result<ExtremeSearch, ExtremesError> {
        if !respects.is_empty() {
            tables.need_puzzles()?;
        }
        let scope = tables.scope();
        let respect = |by: &Formula| -> Result<Respect, ExtremesError> {
            by.columns().try_for_each(|column| tables.need(column))?;
            Ok(Respect {
                by: by.clone(),
                bound: by.bind(&scope)?,
                end,
                best: Top::new(count),
                without: 0,
                no_number: 0,
            })
        };
        let respects: Result<_, _> = respects.iter().map(respect).collect();
        Ok(ExtremeSearch {
            respects: respects?,
        })
    }

    /// The columns of tables that are worth reading for it.
    fn columns(&self, tables: &TableSet) -> Vec<Column> {
        let ranked = |column: &Column| {
            let mut respects = self.respects.iter();
            respects.any(|respect| respect.reads(*column))
        };
        let mut columns = tables.columns();
        columns.retain(|column| is_shown(column) || ranked(column));
        columns
    }

    /// Looks at some rows.
    pub(super) fn look_at(&mut self, rows: &Rows) {
        for respect in &mut self.respects {
            respect.look_at(rows);
        }
    }

    /// What was found, once these sources have been read.
    pub(super) fn finish(self, sources: &[TableSource]) -> Vec<Extremes> {
        let extremes = self.respects.into_iter().map(|respect| Extremes {
            by: respect.by,
            end: respect.end,
            rows: sources.iter().map(TableSource::counted).sum(),
            sources: sources.to_vec(),
            without: respect.without,
            no_number: respect.no_number,
            puzzles: respect.best.into_vec(),
        });
        extremes.collect()
    }
}

impl Respect {
    /// Whether a column is needed for the ranks.
    fn reads(&self, column: Column) -> bool {
        self.bound.operands().contains(&Operand::Entry(column))
    }

    fn look_at(&mut self, rows: &Rows) {
        let operands = Operands::new(rows, self.bound.operands());
        // A rating alone is ranked by its numbers: that it is infinite is no rank.
        let is_column = self.by.name().is_some();
        for place in 0..rows.len() {
            let measure = match self.bound.measure(operands.at(place)) {
                Ok(measure) if is_column && measure.number.is_infinite() => Err(Why::Missing),
                other => other,
            };
            let measure = match measure {
                Ok(measure) => measure,
                Err(why) => {
                    self.without += 1;
                    self.no_number += u64::from(why == Why::NoNumber);
                    continue;
                }
            };
            let rank = match self.end {
                ExtremeSide::Top => measure.number.negated(),
                ExtremeSide::Bottom => measure.number,
            };
            let number = rows.row_numbers()[place];
            let reads = |column: Column| {
                let operand = Operand::Entry(column);
                self.bound.operands().contains(&operand)
            };
            self.best.offer((Ranked(rank), number), || Extreme {
                row: number,
                place: (rows.table, rows.place(place)),
                puzzle: rows.puzzle(place).to_string(),
                measure,
                entries: rows
                    .columns()
                    .filter(|column| is_shown(column) || reads(*column))
                    .map(|column| (column, Entry::from_code(rows.codes(column)[place])))
                    .collect(),
                texts: rows
                    .other_texts()
                    .map(|(name, texts)| (name, texts.get(place).unwrap_or_default().to_string()))
                    .collect(),
            });
        }
    }
}

/// Whether a column is shown beside every extreme puzzle, whatever ranks it.
fn is_shown(column: &Column) -> bool {
    column.is_narrow() || column.is_fact()
}
