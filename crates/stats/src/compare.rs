//! Two tables that should agree: joined on the puzzle, compared column by column.
//!
//! A puzzle that occurs several times is joined in the order of its rows. The
//! reference is kept in memory, in a compact form; the other table is streamed.

mod reference;

use std::collections::BTreeMap;

use serde::Serialize;

use self::reference::Reference;
pub use self::reference::{PuzzleIndex, fingerprint};
use super::choice::Choice;
use super::origin::TableSource;
use super::repeats::{RepeatSearch, Repeats};
use super::scan::{ScanOrder, TableSet};
use gradus_table::table::{Column, Entry, ReadError};

/// The result of comparing two entries of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryVerdict {
    /// The same.
    Agree,
    /// Ours is greater.
    Greater,
    /// Ours is smaller.
    Smaller,
    /// One is a bound that allows the other.
    Undecided,
    /// One of them is missing.
    Missing,
}

impl EntryVerdict {
    /// Compares an entry of a column with that of the reference.
    pub fn of(column: Column, ours: Entry, theirs: Entry) -> EntryVerdict {
        use Entry::{Infinite, Lower, Unknown};
        let (ours, theirs) = (plain(column, ours), plain(column, theirs));
        match (ours, theirs) {
            (Unknown, _) | (_, Unknown) => EntryVerdict::Missing,
            (a, b) if a == b => EntryVerdict::Agree,
            (Lower(_), Infinite | Lower(_)) | (Infinite, Lower(_)) => EntryVerdict::Undecided,
            (Lower(least), b) if b.number().is_some_and(|b| b >= least) => EntryVerdict::Undecided,
            (a, Lower(least)) if a.number().is_some_and(|a| a >= least) => EntryVerdict::Undecided,
            (a, b) if size(a) > size(b) => EntryVerdict::Greater,
            _ => EntryVerdict::Smaller,
        }
    }
}

/// An entry in the form used for comparison: a path that was found counts as a
/// value, and an undefined class is 0, as in published collections.
fn plain(column: Column, entry: Entry) -> Entry {
    match (column, entry) {
        (Column::Rating(_), Entry::NotApplicable) => Entry::Exact(0),
        (_, entry) => entry.class(),
    }
}

fn size(entry: Entry) -> Option<u32> {
    match entry {
        Entry::Infinite => Some(u32::MAX),
        other => other.number().map(u32::from),
    }
}

/// How well two tables agree in a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnAgreement {
    /// The column.
    pub column: Column,
    /// Number of puzzles with the same entry.
    pub agree: u64,
    /// Puzzles whose entry is greater than that of the reference.
    pub greater: u64,
    /// Puzzles whose entry is smaller.
    pub smaller: u64,
    /// Differing puzzles for which ours is only an upper bound.
    pub upper: u64,
    /// Puzzles where a bound allows the other entry.
    pub undecided: u64,
    /// Puzzles for which one table has no entry.
    #[serde(rename = "not_told")]
    pub missing: u64,
    /// The number of puzzles for each pair of entries, ours and the reference's.
    pub confusion: Vec<Confusion>,
}

/// An entry of ours, one of the reference, and the number of puzzles with both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Ours.
    pub ours: Entry,
    /// The entry of the reference.
    pub reference: Entry,
    /// Number of puzzles with both.
    pub count: u64,
}

impl ColumnAgreement {
    /// Number of puzzles on which the two tables differ.
    pub fn differ(&self) -> u64 {
        self.greater + self.smaller
    }
}

/// A puzzle on which two tables differ in a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The row number in our table.
    pub row: u64,
    /// The puzzle.
    pub puzzle: String,
    /// The column.
    pub column: Column,
    /// The entry of our table.
    pub ours: Entry,
    /// The entry of the reference.
    pub reference: Entry,
}

/// How well two tables agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Number of puzzles in both.
    pub matched: u64,
    /// Rows of our table whose puzzle is not in the reference.
    pub only_ours: u64,
    /// Rows of the reference whose puzzle is not in our table.
    pub only_reference: u64,
    /// The rows of our table chosen by a condition, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// Column by column.
    pub columns: Vec<ColumnAgreement>,
    /// The first differences, in the order of our table.
    pub differences: Vec<Disagreement>,
    /// Duplicate puzzles in our table.
    pub repeats_ours: Repeats,
    /// Duplicate puzzles in the reference.
    pub repeats_reference: Repeats,
}

impl Agreement {
    /// Compares tables with a reference and lists at most `list` differences. A
    /// condition on our rows also excludes the rows of the reference with the same
    /// puzzles. Returns an error if they have no column in common.
    pub fn of(ours: &TableSet, reference: &TableSet, list: usize) -> Result<Agreement, ReadError> {
        ours.need_puzzles()?;
        reference.need_puzzles()?;
        let mut columns = ours.columns();
        columns.retain(|column| reference.columns().contains(column));
        if columns.is_empty() {
            // The reference lacks every column of ours.
            for column in ours.columns() {
                reference.need(column)?;
            }
        }
        let mut reference = Reference::read(reference, &columns)?;
        let tallies = columns.iter().map(|&column| ColumnTally::new(column));
        let mut tallies: Vec<ColumnTally> = tallies.collect();
        let mut differences = Vec::new();
        let (mut matched, mut only_ours, mut left_out) = (0, 0, 0);
        let mut repeats = RepeatSearch::default();
        let order = ScanOrder {
            columns: &columns,
            puzzles: true,
            texts: &[],
        };
        let sources = ours.scan_all(order, |rows, chosen| {
            match &chosen {
                None => repeats.look_at(rows),
                Some(chosen) => repeats.look_at(&rows.filter(chosen)),
            }
            for place in 0..rows.height() {
                let chosen = chosen.as_ref();
                let is_chosen = chosen.is_none_or(|chosen| chosen.get(place) == Some(true));
                let found = reference.take(rows.puzzle(place));
                let theirs = match (found, is_chosen) {
                    (Some(theirs), true) => theirs,
                    (Some(_), false) => {
                        left_out += 1;
                        continue;
                    }
                    (None, true) => {
                        only_ours += 1;
                        continue;
                    }
                    (None, false) => continue,
                };
                matched += 1;
                for (tally, reference) in tallies.iter_mut().zip(theirs) {
                    let column = tally.counts.column;
                    let ours = Entry::from(rows.codes(column)[place]);
                    if tally.add(ours, reference) && differences.len() < list {
                        differences.push(Disagreement {
                            row: rows.row_numbers()[place],
                            puzzle: rows.puzzle(place).to_string(),
                            column,
                            ours,
                            reference,
                        });
                    }
                }
            }
        })?;
        Ok(Agreement {
            matched,
            only_ours,
            only_reference: reference.rows() - matched - left_out,
            choice: TableSource::choices(&sources),
            columns: tallies.into_iter().map(ColumnTally::finish).collect(),
            differences,
            repeats_ours: repeats.finish(),
            repeats_reference: reference.repeats,
        })
    }

    /// Returns true if no entry differs.
    pub fn is_whole(&self) -> bool {
        self.columns.iter().all(|column| column.differ() == 0)
    }
}

struct ColumnTally {
    counts: ColumnAgreement,
    /// Keyed by the two entries in the form used for comparison.
    confusion: BTreeMap<(Entry, Entry), u64>,
}

impl ColumnTally {
    fn new(column: Column) -> ColumnTally {
        ColumnTally {
            counts: ColumnAgreement {
                column,
                agree: 0,
                greater: 0,
                smaller: 0,
                upper: 0,
                undecided: 0,
                missing: 0,
                confusion: Vec::new(),
            },
            confusion: BTreeMap::new(),
        }
    }

    /// Counts a pair; returns true if it differs.
    fn add(&mut self, ours: Entry, reference: Entry) -> bool {
        let column = self.counts.column;
        let pair = (plain(column, ours), plain(column, reference));
        *self.confusion.entry(pair).or_default() += 1;
        let counts = &mut self.counts;
        let (count, differs) = match EntryVerdict::of(column, ours, reference) {
            EntryVerdict::Agree => (&mut counts.agree, false),
            EntryVerdict::Greater => (&mut counts.greater, true),
            EntryVerdict::Smaller => (&mut counts.smaller, true),
            EntryVerdict::Undecided => (&mut counts.undecided, false),
            EntryVerdict::Missing => (&mut counts.missing, false),
        };
        *count += 1;
        counts.upper += u64::from(differs && matches!(ours, Entry::Upper(_)));
        differs
    }

    fn finish(self) -> ColumnAgreement {
        let confusion = self.confusion.into_iter();
        let confusion = confusion.map(|((ours, reference), count)| Confusion {
            ours,
            reference,
            count,
        });
        ColumnAgreement {
            confusion: confusion.collect(),
            ..self.counts
        }
    }
}
