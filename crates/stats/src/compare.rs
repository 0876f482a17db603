//! Two tables that should agree: joined on the puzzle, compared column by column.
//!
//! A puzzle that occurs several times is joined in the order of its rows. The
//! reference is kept in memory, in a compact form; the other table is streamed.

mod conflicts;
mod reference;
mod tally;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::Serialize;

pub use self::reference::{PuzzleIndex, fingerprint};
use self::reference::{Reference, fingerprints};
use self::tally::{ColumnTally, Matched};
use super::choice::Choice;
use super::origin::TableSource;
use super::repeats::{RepeatSearch, Repeats, short};
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

    /// Returns true if the entries exclude each other.
    pub(crate) fn differs(self) -> bool {
        matches!(self, EntryVerdict::Greater | EntryVerdict::Smaller)
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
    /// Rows that repeat a puzzle of their own table with other values, of puzzles in both.
    #[serde(skip_serializing_if = "is_zero")]
    pub conflicts: u64,
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
        let mut found = Reference::read(reference, &columns)?;
        let mut tallies: Vec<ColumnTally> = columns.iter().copied().map(ColumnTally::new).collect();
        let mut differences: Vec<Disagreement> = Vec::new();
        let (mut matched, mut only_ours, mut left_out) = (0, 0, 0);
        let mut repeats = RepeatSearch::default();
        // The puzzles in conflict in the reference that are compared.
        let mut compared = FxHashSet::default();
        let order = ScanOrder {
            columns: &columns,
            puzzles: true,
            texts: &[],
        };
        let sources = ours.scan_all(order, |rows, chosen| {
            let prints = fingerprints(rows);
            let chosen = chosen.as_ref();
            let is_chosen =
                |place: usize| chosen.is_none_or(|chosen| chosen.get(place) == Some(true));
            match chosen {
                None => repeats.look_at_prints(rows, &prints),
                Some(chosen) => {
                    let here = prints.iter().enumerate();
                    let here = here.filter(|(place, _)| is_chosen(*place));
                    let here: Vec<u128> = here.map(|(_, print)| *print).collect();
                    repeats.look_at_prints(&rows.filter(chosen), &here);
                }
            }
            let mut pairs: Vec<Matched> = Vec::with_capacity(rows.height());
            for (place, &print) in prints.iter().enumerate() {
                let is_chosen = is_chosen(place);
                match found.index.take(print) {
                    Some(row) if is_chosen => pairs.push((place as u32, row as u32)),
                    Some(_) => left_out += 1,
                    None => only_ours += u64::from(is_chosen),
                }
                if is_chosen && found.in_conflict.contains(&short(print)) {
                    compared.insert(print);
                }
            }
            matched += pairs.len() as u64;
            let wanted = list - differences.len();
            let compared = tallies.par_iter_mut().zip(&columns).zip(&found.codes);
            let differing: Vec<Vec<u32>> = compared
                .map(|((tally, &column), theirs)| {
                    tally.add(rows.codes(column), theirs, &pairs, wanted)
                })
                .collect();
            for (place, column) in first_differences(&differing, wanted) {
                let partner = pairs.partition_point(|(other, _)| (*other as usize) < place);
                let theirs = found.codes[column][pairs[partner].1 as usize];
                differences.push(Disagreement {
                    row: rows.row_numbers()[place],
                    puzzle: rows.puzzle(place).to_string(),
                    column: columns[column],
                    ours: Entry::from(rows.codes(columns[column])[place]),
                    reference: Entry::from(theirs),
                });
            }
        })?;
        let (repeats, in_conflict) = repeats.finish_with_conflicts();
        let mut conflicts = 0;
        if !in_conflict.is_empty() {
            let is_compared = |print| in_conflict.contains(&short(print)) && found.index.has(print);
            conflicts += conflicts::count(ours, &columns, is_compared)?;
        }
        if !compared.is_empty() {
            let is_compared = |print| compared.contains(&print);
            conflicts += conflicts::count(reference, &columns, is_compared)?;
        }
        Ok(Agreement {
            matched,
            only_ours,
            only_reference: found.index.rows() as u64 - matched - left_out,
            choice: TableSource::choices(&sources),
            columns: tallies.into_iter().map(ColumnTally::finish).collect(),
            differences,
            conflicts,
            repeats_ours: repeats,
            repeats_reference: found.repeats,
        })
    }

    /// Returns true if no entry differs, neither between the tables nor between the rows of one
    /// puzzle.
    pub fn is_whole(&self) -> bool {
        self.conflicts == 0 && self.columns.iter().all(|column| column.differ() == 0)
    }
}

/// The first of the rows that differ in each column, by row and then by column.
fn first_differences(differing: &[Vec<u32>], wanted: usize) -> Vec<(usize, usize)> {
    let columns = differing.iter().enumerate();
    let of_column = |(column, places): (usize, &Vec<u32>)| -> Vec<(usize, usize)> {
        places
            .iter()
            .map(|&place| (place as usize, column))
            .collect()
    };
    let mut first: Vec<(usize, usize)> = columns.flat_map(of_column).collect();
    first.sort_unstable();
    first.truncate(wanted);
    first
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
