//! The result of reading tables of ratings: their joint distribution, and the rows
//! found on the way.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::choice::Choice;
use super::difference::{Example, Gap};
use super::extremes::{ExtremeSearch, ExtremeSide, Extremes, ExtremesError};
use super::flaws::{FlawSearch, Flaws};
use super::foreign::{ForeignCorrelation, ForeignCounter};
use super::groups::{GroupCounter, Grouper, Grouping};
use super::joint::{Counter, Joint};
use super::origin::TableSource;
use super::repeats::{RepeatSearch, Repeats};
use super::scan::{ScanOrder, TableSet};
use super::top::Top;
use gradus_engine::rating::Fact;
use gradus_table::expression::Formula;
use gradus_table::table::{Column, Entry, Rows};
use polars::prelude::{BooleanChunked, NewChunkedArray, PlSmallStr};

/// A range of rows, counted from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slice {
    /// The first row.
    pub first: u64,
    /// The last row.
    pub last: u64,
}

impl Slice {
    pub(crate) fn rows(self) -> u64 {
        self.last + 1 - self.first
    }

    /// Returns true if the slice contains the row of this number, from 0 as in the tables.
    pub(crate) fn contains(self, row: u64) -> bool {
        (self.first..=self.last).contains(&(row + 1))
    }
}

/// What to collect besides the joint distribution of all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadPlan {
    /// The joint distribution of these rows.
    pub slices: Vec<Slice>,
    /// The entries of these puzzles.
    pub puzzles: Vec<String>,
    /// The puzzles with the largest differences.
    pub gaps: Vec<Gap>,
    /// Number of puzzles to keep for each gap.
    pub examples: usize,
    /// The formulas by which to rank extreme puzzles.
    pub extremes: Vec<Formula>,
    /// Number of puzzles to keep for each formula.
    pub top: usize,
    /// The columns by which to group ratings.
    pub groups: Vec<Grouper>,
    /// Correlate the kept columns that have numbers with the ratings.
    pub foreign: bool,
    /// Look for duplicate puzzles.
    pub repeats: bool,
    /// Look for obstacles to unbiased estimates.
    pub flaws: bool,
}

impl ReadPlan {
    /// The columns to read as strings: the grouping ones, or all if there are puzzles to show.
    fn texts(&self, tables: &TableSet) -> Vec<String> {
        let mut others = tables.others();
        if self.extremes.is_empty() {
            let forms = |name: &str| self.flaws && name == Fact::Canon.column();
            let numeric = if self.foreign {
                tables.numeric_others()
            } else {
                Vec::new()
            };
            others.retain(|name| {
                let is_grouped = self.groups.iter().any(|by| by.reads(name));
                is_grouped || forms(name) || numeric.contains(name)
            });
        }
        others
    }
}

/// The result of reading tables.
#[derive(Clone, Debug, Default)]
pub struct TablesRead {
    /// The tables.
    pub sources: Vec<TableSource>,
    /// The joint distribution of all rows.
    pub joint: Joint,
    /// The joint distributions of the requested rows.
    pub slices: BTreeMap<Slice, Joint>,
    /// The entries of the requested puzzles that were found; of the first row if a
    /// puzzle occurs more than once.
    pub puzzles: BTreeMap<String, BTreeMap<Column, Entry>>,
    /// The puzzles with the largest differences.
    pub examples: BTreeMap<Gap, Vec<Example>>,
    /// The extreme puzzles by each requested formula.
    pub extremes: Vec<Extremes>,
    /// The ratings for each value of other columns.
    pub groupings: Vec<Grouping>,
    /// Correlations of kept columns, if requested.
    pub foreign: Vec<ForeignCorrelation>,
    /// Duplicate puzzles, if requested.
    pub repeats: Repeats,
    /// Obstacles to unbiased estimates, if requested.
    pub flaws: Flaws,
    /// The rows chosen by a condition, if there is one.
    pub choice: Option<Choice>,
}

impl TablesRead {
    /// Reads tables once, and collects what the plan requests.
    pub fn of(tables: &TableSet, plan: &ReadPlan) -> Result<TablesRead, ExtremesError> {
        let columns = tables.columns();
        let counter = || Counter::new(&columns);
        let mut all = counter();
        let slices = plan.slices.iter().map(|&slice| (slice, counter()));
        let mut slices: BTreeMap<Slice, Counter> = slices.collect();
        let looked_for: FxHashSet<&str> = plan.puzzles.iter().map(String::as_str).collect();
        let mut puzzles = BTreeMap::new();
        let gaps = plan.gaps.iter().filter(|_| plan.examples > 0);
        let examples = gaps.map(|&gap| (gap, Top::new(plan.examples)));
        let mut examples: BTreeMap<Gap, Top<_, Example>> = examples.collect();
        let search = |by| ExtremeSearch::new(tables, by, ExtremeSide::Top, plan.top);
        let extremes: Result<Vec<_>, _> = plan.extremes.iter().map(search).collect();
        let mut extremes = extremes?;
        let groups = plan.groups.iter().map(|by| GroupCounter::new(by, tables));
        let mut groups: Vec<GroupCounter> = groups.collect();
        let foreign = if plan.foreign {
            tables.numeric_others()
        } else {
            Vec::new()
        };
        let foreign = foreign.iter().map(|name| ForeignCounter::new(name, tables));
        let mut foreign: Vec<ForeignCounter> = foreign.collect();
        let mut repeats = RepeatSearch::default();
        let mut flaws = FlawSearch::default();
        let looks_for_rows =
            !(looked_for.is_empty() && examples.is_empty() && plan.extremes.is_empty());
        let with_puzzles = (looks_for_rows || plan.repeats) && tables.has_puzzles();
        let order = ScanOrder {
            columns: &columns,
            puzzles: with_puzzles,
            texts: &plan.texts(tables),
        };
        let sources = tables.scan(order, |rows| {
            all.add(rows);
            for (slice, counter) in &mut slices {
                let numbers = rows.row_numbers().iter();
                let is_in = numbers.map(|&row| slice.contains(row));
                let is_in = BooleanChunked::from_iter_values(PlSmallStr::EMPTY, is_in);
                counter.add(&rows.filter(&is_in));
            }
            if !looked_for.is_empty() {
                find_puzzles(rows, &looked_for, &mut puzzles);
            }
            for (gap, top) in &mut examples {
                find_examples(rows, *gap, top);
            }
            for search in &mut extremes {
                search.look_at(rows);
            }
            for group in &mut groups {
                group.look_at(rows);
            }
            for counter in &mut foreign {
                counter.look_at(rows);
            }
            if plan.repeats && with_puzzles {
                repeats.look_at(rows);
            }
            if plan.flaws {
                flaws.look_at(rows);
            }
        })?;
        Ok(TablesRead {
            extremes: extremes
                .into_iter()
                .map(|search| search.finish(&sources))
                .collect(),
            choice: TableSource::choices(&sources),
            sources,
            groupings: groups.into_iter().flat_map(GroupCounter::finish).collect(),
            foreign: foreign
                .into_iter()
                .flat_map(ForeignCounter::finish)
                .collect(),
            repeats: repeats.finish(),
            flaws: flaws.finish(),
            joint: all.finish(),
            slices: finished(slices, Counter::finish),
            puzzles,
            examples: finished(examples, Top::into_vec),
        })
    }
}

fn finished<K: Ord, A, B>(all: BTreeMap<K, A>, finish: fn(A) -> B) -> BTreeMap<K, B> {
    let all = all.into_iter();
    all.map(|(key, one)| (key, finish(one))).collect()
}

fn find_puzzles(
    rows: &Rows,
    looked_for: &FxHashSet<&str>,
    found: &mut BTreeMap<String, BTreeMap<Column, Entry>>,
) {
    for place in 0..rows.height() {
        let puzzle = rows.puzzle(place);
        if looked_for.contains(puzzle) && !found.contains_key(puzzle) {
            let entry = |column: Column| (column, Entry::from(rows.codes(column)[place]));
            found.insert(puzzle.to_string(), rows.columns().map(entry).collect());
        }
    }
}

/// Largest differences first. A difference of 0 is not an example.
fn find_examples(rows: &Rows, gap: Gap, top: &mut Top<Reverse<u32>, Example>) {
    let [minuend, subtrahend] = [gap.minuend, gap.subtrahend].map(|of| rows.codes(of));
    for (place, (a, b)) in minuend.iter().zip(subtrahend).enumerate() {
        let [a, b] = [*a, *b].map(Entry::from);
        if let Some(difference) = gap.between(a, b).filter(|difference| *difference != 0) {
            top.offer(Reverse(difference.unsigned_abs()), || Example {
                row: rows.row_numbers()[place],
                puzzle: rows.puzzle(place).to_string(),
                difference,
                entries: [a, b],
            });
        }
    }
}
