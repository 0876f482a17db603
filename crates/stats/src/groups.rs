//! The ratings for each value of a column that is not one of ours: a comment, a
//! column kept from the input, a formula, or the table of a row.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::moments::Moments;
use super::operands::Operands;
use super::scan::TableSet;
use gradus_path::ShownValue;
use gradus_table::expression::{BoundFormula, Fault, Formula, Measure, Number, Operand, Why};
use gradus_table::table::{Column, Entry, Rows};

/// Maximum number of values with a line of their own: the first ones encountered.
pub(crate) const MOST_VALUES: usize = 1000;

/// The key that groups rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grouper {
    /// The contents of a column.
    Text(String),
    /// The value of a formula.
    Formula(Formula, BoundFormula),
    /// The table of the row.
    Table,
}

impl Grouper {
    /// The grouper for a word: the name of a column, in any case, or `source` for
    /// the table, or `None` for any other word.
    pub fn of(word: &str, tables: &TableSet) -> Option<Grouper> {
        let others = tables.others();
        let exact = others.iter().find(|name| *name == word);
        let similar = || others.iter().find(|name| name.eq_ignore_ascii_case(word));
        let column = exact.or_else(similar).cloned().map(Grouper::Text);
        column.or_else(|| word.eq_ignore_ascii_case(SOURCE).then_some(Grouper::Table))
    }

    /// The grouper for a formula.
    pub fn formula(formula: &Formula, tables: &TableSet) -> Result<Grouper, Fault> {
        let bound = formula.bind(&tables.scope())?;
        Ok(Grouper::Formula(formula.clone(), bound))
    }

    /// Returns true if it reads this text column.
    pub(crate) fn reads(&self, name: &str) -> bool {
        match self {
            Grouper::Text(of) => of == name,
            Grouper::Formula(_, bound) => bound.operands.contains(&Operand::Text(name.to_string())),
            Grouper::Table => false,
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Grouper::Text(name) => name.clone(),
            Grouper::Formula(formula, _) => formula.heading(),
            Grouper::Table => SOURCE.to_string(),
        }
    }
}

const SOURCE: &str = "source";

/// A rating for each value of another column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grouping {
    /// The grouping key.
    pub by: String,
    /// The rating.
    pub rating: Column,
    /// The values: the empty one first, then numbers in order, then strings in
    /// order, and `None` for the rows of values beyond the first thousand.
    pub groups: Vec<Option<String>>,
    /// Entries of the rating.
    pub entries: Vec<Entry>,
    /// Numbers of puzzles, group by group.
    pub counts: Vec<Vec<u64>>,
    /// Group by group, the moments of the rating's finite values.
    pub moments: Vec<Option<Moments>>,
}

/// Counts the ratings in each group while tables are read.
#[derive(Debug)]
pub(super) struct GroupCounter {
    by: Grouper,
    ratings: Vec<Column>,
    names: Vec<String>,
    groups: FxHashMap<String, EntryCounts>,
    others: Option<EntryCounts>,
}

/// For each rating, the number of rows with each entry.
type EntryCounts = Vec<BTreeMap<Entry, u64>>;

impl GroupCounter {
    pub(super) fn new(by: &Grouper, tables: &TableSet) -> GroupCounter {
        let mut ratings = tables.columns();
        ratings.retain(|column| matches!(column, Column::Rating(_)));
        let name = |path: &std::path::Path| path.display().to_string();
        GroupCounter {
            by: by.clone(),
            ratings,
            names: tables.paths().map(name).collect(),
            groups: FxHashMap::default(),
            others: None,
        }
    }

    pub(super) fn look_at(&mut self, rows: &Rows) {
        let texts = match &self.by {
            Grouper::Text(name) => rows.texts(name),
            Grouper::Formula(..) | Grouper::Table => None,
        };
        let formula = match &self.by {
            Grouper::Formula(_, bound) => Some((bound, Operands::new(rows, &bound.operands))),
            Grouper::Text(_) | Grouper::Table => None,
        };
        let mut measured = String::new();
        let columns: Vec<&[u32]> = self.ratings.iter().map(|&c| rows.codes(c)).collect();
        for place in 0..rows.height() {
            let value = match (texts, &formula) {
                (Some(texts), _) => texts.get(place).unwrap_or_default().trim(),
                (_, Some((bound, operands))) => {
                    write_measure(&mut measured, bound.measure(operands.at(place)));
                    measured.as_str()
                }
                (None, None) => self.names.get(rows.table).map_or("", String::as_str),
            };
            let empty = || vec![BTreeMap::new(); columns.len()];
            let is_new = !self.groups.contains_key(value);
            let counts = match is_new && self.groups.len() >= MOST_VALUES {
                true => self.others.get_or_insert_with(empty),
                false if is_new => self.groups.entry(value.to_string()).or_insert_with(empty),
                false => self.groups.get_mut(value).expect("it was found"),
            };
            for (counts, column) in counts.iter_mut().zip(&columns) {
                let entry = Entry::from(column[place]);
                *counts.entry(entry.class()).or_default() += 1;
            }
        }
    }

    /// Returns the counts: a table for each rating that has entries.
    pub(super) fn finish(self) -> Vec<Grouping> {
        let mut groups: Vec<(String, EntryCounts)> = self.groups.into_iter().collect();
        groups.sort_by_cached_key(|(value, _)| {
            let number = Number::parse(value);
            let ranks = (!value.is_empty(), number.is_none());
            (ranks, number, value.clone())
        });
        let groups = groups
            .into_iter()
            .map(|(value, counts)| (Some(value), counts));
        let others = self.others.map(|counts| (None, counts));
        let groups: Vec<(Option<String>, EntryCounts)> = groups.chain(others).collect();
        let table = |(place, &rating): (usize, &Column)| {
            let found = groups.iter().flat_map(|(_, counts)| counts[place].keys());
            let mut entries: Vec<Entry> = found.copied().collect();
            entries.sort_unstable();
            entries.dedup();
            let nothing = entries.iter().all(|entry| *entry == Entry::Unknown);
            (!nothing).then(|| grouping(&self.by.name(), rating, place, entries, &groups))
        };
        self.ratings.iter().enumerate().filter_map(table).collect()
    }
}

fn grouping(
    by: &str,
    rating: Column,
    place: usize,
    entries: Vec<Entry>,
    groups: &[(Option<String>, EntryCounts)],
) -> Grouping {
    let line = |(_, counts): &(Option<String>, EntryCounts)| {
        let count = |entry: &Entry| counts[place].get(entry).copied().unwrap_or(0);
        entries.iter().map(count).collect()
    };
    let moments = |(_, counts): &(Option<String>, EntryCounts)| {
        let pairs = counts[place].iter();
        let finite = pairs.filter_map(|(entry, count)| Some((entry.finite()?, *count)));
        Moments::of(&finite.collect::<Vec<_>>())
    };
    Grouping {
        by: by.to_string(),
        rating,
        groups: groups.iter().map(|(group, _)| group.clone()).collect(),
        counts: groups.iter().map(line).collect(),
        moments: groups.iter().map(moments).collect(),
        entries,
    }
}

/// Formats the value of a formula as tables show entries: a number, with a sign if it is a bound.
fn write_measure(text: &mut String, measure: Result<Measure, Why>) {
    text.clear();
    let written = match measure {
        Ok(Measure { number, known }) => {
            let (status, value) = (known.into(), Some(number));
            write!(text, "{}", ShownValue { status, value })
        }
        Err(Why::Missing) => text.write_str("?"),
        Err(Why::NoNumber) => text.write_str("no number"),
    };
    written.expect("a text takes everything");
}
