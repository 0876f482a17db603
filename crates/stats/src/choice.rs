//! The rows of tables chosen by a condition, and counts of the others.

use serde::Serialize;

use super::operands::Operands;
use gradus_table::expression::{BoundCondition, Condition, Fault, Scope, Truth, Why};
use gradus_table::table::Rows;
use polars::prelude::{BooleanChunked, NewChunkedArray, PlSmallStr};

/// The outcome of a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The condition.
    #[serde(rename = "where")]
    pub condition: String,
    /// Rows read.
    pub rows: u64,
    /// Rows for which it holds.
    pub chosen: u64,
    /// Rows for which it neither holds nor fails because a value that it compares is missing.
    pub missing: u64,
    /// The same, because a string is not a number.
    pub no_number: u64,
    /// True if the condition is about the puzzles themselves.
    #[serde(skip)]
    pub about_puzzles: bool,
}

impl Choice {
    pub(super) fn count(&mut self, verdict: Truth) {
        self.rows += 1;
        match verdict {
            Truth::Holds => self.chosen += 1,
            Truth::Fails => {}
            Truth::Open(Why::Missing) => self.missing += 1,
            Truth::Open(Why::NoNumber) => self.no_number += 1,
        }
    }

    /// Notes for the reader, each a sentence without its full stop.
    pub fn notes(&self) -> Vec<String> {
        let (condition, chosen, rows) = (&self.condition, self.chosen, self.rows);
        let mut notes = vec![format!("only rows where {condition}: {chosen} of {rows}")];
        notes.extend(self.open_notes());
        notes
    }

    /// The notes on rows for which the condition neither holds nor fails.
    pub(crate) fn open_notes(&self) -> Vec<String> {
        gradus_table::expression::open_notes(self.missing, self.no_number)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Filter {
    pub condition: Condition,
    /// The condition bound to the columns of the tables.
    pub bound: BoundCondition,
}

impl Filter {
    /// Binds a condition to tables with these columns.
    pub(super) fn new(condition: &Condition, scope: &Scope) -> Result<Filter, Fault> {
        Ok(Filter {
            bound: condition.bind(scope)?,
            condition: condition.clone(),
        })
    }

    pub(super) fn choice(&self) -> Choice {
        Choice {
            condition: self.condition.to_string(),
            about_puzzles: self.condition.is_about_puzzles(),
            ..Choice::default()
        }
    }

    /// A mask of the rows for which the condition holds.
    pub(super) fn mask(&self, rows: &Rows, choice: &mut Choice) -> BooleanChunked {
        let operands = Operands::new(rows, &self.bound.operands);
        let holds = |row: usize| {
            let verdict = self.bound.verdict(operands.at(row));
            choice.count(verdict);
            verdict == Truth::Holds
        };
        BooleanChunked::from_iter_values(PlSmallStr::EMPTY, (0..rows.height()).map(holds))
    }
}
