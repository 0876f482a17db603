//! Two tables that should tell the same: joined on the puzzle, compared column by
//! column.
//!
//! A puzzle that comes several times is joined in the order of its rows. The
//! reference is kept in memory, in a compact form; the other table streams by.

mod reference;

use std::collections::BTreeMap;

use serde::Serialize;

use self::reference::Reference;
use super::batch::Batch;
use super::column::Column;
use super::entry::Entry;
use super::scan::{ScanError, Tables};
use super::sheet::{Align, Sheet};
use crate::rating::Name;

/// What two entries of one puzzle say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same.
    Agree,
    /// Ours is greater.
    Greater,
    /// Ours is smaller.
    Smaller,
    /// One is a bound that allows the other.
    Undecided,
    /// One of them tells nothing.
    NotTold,
}

impl Verdict {
    /// Compares an entry of a column with that of the reference.
    pub fn of(column: Column, ours: Entry, theirs: Entry) -> Verdict {
        use Entry::{Infinite, Lower, Unknown};
        let (ours, theirs) = (plain(column, ours), plain(column, theirs));
        match (ours, theirs) {
            (Unknown, _) | (_, Unknown) => Verdict::NotTold,
            (a, b) if a == b => Verdict::Agree,
            (Lower(_), Infinite | Lower(_)) | (Infinite, Lower(_)) => Verdict::Undecided,
            (Lower(least), b) if b.number().is_some_and(|b| b >= least) => Verdict::Undecided,
            (a, Lower(least)) if a.number().is_some_and(|a| a >= least) => Verdict::Undecided,
            (a, b) if size(a) > size(b) => Verdict::Greater,
            _ => Verdict::Smaller,
        }
    }
}

/// An entry as it is compared: a path that was found counts as a value, and a
/// class that is not defined is 0, as published collections write it.
fn plain(column: Column, entry: Entry) -> Entry {
    match (column, entry) {
        (Column::Rating(Name::Bpb | Name::Bpbb), Entry::NotApplicable) => Entry::Exact(0),
        (_, entry) => entry.class(),
    }
}

fn size(entry: Entry) -> Option<u32> {
    match entry {
        Entry::Infinite => Some(u32::MAX),
        other => other.number().map(u32::from),
    }
}

/// How far two tables agree in a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnAgreement {
    /// The column.
    pub column: Column,
    /// Puzzles with the same entry.
    pub agree: u64,
    /// Puzzles where ours is greater than the reference.
    pub greater: u64,
    /// Puzzles where ours is smaller.
    pub smaller: u64,
    /// Of those that differ, puzzles where ours is only an upper bound.
    pub upper: u64,
    /// Puzzles where a bound allows the other entry.
    pub undecided: u64,
    /// Puzzles of which one table does not tell.
    pub not_told: u64,
    /// How often which entry of ours meets which entry of the reference.
    pub confusion: Vec<Confusion>,
}

/// An entry of ours, one of the reference, and how often they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Ours.
    pub ours: Entry,
    /// That of the reference.
    pub reference: Entry,
    /// Puzzles that have both.
    pub count: u64,
}

impl ColumnAgreement {
    /// Puzzles where the two tables differ.
    pub fn differ(&self) -> u64 {
        self.greater + self.smaller
    }
}

/// A puzzle of which two tables tell different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// Its number in our table.
    pub row: u64,
    /// The puzzle.
    pub puzzle: String,
    /// The column.
    pub column: Column,
    /// What our table says.
    pub ours: Entry,
    /// What the reference says.
    pub reference: Entry,
}

/// How far two tables agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Puzzles that are in both.
    pub matched: u64,
    /// Rows of our table whose puzzle is not in the reference.
    pub only_ours: u64,
    /// Rows of the reference whose puzzle is not in our table.
    pub only_reference: u64,
    /// Column by column.
    pub columns: Vec<ColumnAgreement>,
    /// The first differences, in the order of our table.
    pub differences: Vec<Disagreement>,
}

impl Agreement {
    /// Compares tables with a reference; lists so many differences at most. An
    /// error if they have no column in common.
    pub fn of(ours: &Tables, reference: &Tables, list: usize) -> Result<Agreement, ScanError> {
        ours.need_puzzles()?;
        reference.need_puzzles()?;
        let mut columns = ours.columns();
        columns.retain(|column| reference.columns().contains(column));
        if columns.is_empty() {
            // Whichever it is of ours, the reference lacks it.
            for column in ours.columns() {
                reference.need(column)?;
            }
        }
        let mut reference = Reference::read(reference, &columns)?;
        let mut tallies: Vec<Tally> = columns.iter().map(|&column| Tally::new(column)).collect();
        let mut differences = Vec::new();
        let (mut matched, mut only_ours) = (0, 0);
        ours.scan(&columns, true, |batch| {
            for place in 0..batch.len() {
                let Some(theirs) = reference.take(batch.puzzles.get(place)) else {
                    only_ours += 1;
                    continue;
                };
                matched += 1;
                for (tally, reference) in tallies.iter_mut().zip(theirs) {
                    let ours = batch.column(tally.column)[place];
                    if tally.add(ours, reference) && differences.len() < list {
                        differences.push(disagreement(batch, place, tally.column, ours, reference));
                    }
                }
            }
        })?;
        Ok(Agreement {
            matched,
            only_ours,
            only_reference: reference.rows() - matched,
            columns: tallies.into_iter().map(Tally::finish).collect(),
            differences,
        })
    }

    /// Whether nothing differs.
    pub fn is_whole(&self) -> bool {
        self.columns.iter().all(|column| column.differ() == 0)
    }

    /// The agreement as sheets: by column, the entries that were confused, and the
    /// list of differences.
    pub fn sheets(&self) -> Vec<Sheet> {
        let names = [
            "column",
            "compared",
            "agree",
            "greater",
            "smaller",
            "of these ≤",
            "undecided",
            "not told",
        ];
        let mut sheet = Sheet::new("agreement", "Agreement with the reference", &names);
        for of in &self.columns {
            let compared = of.agree + of.differ() + of.undecided;
            let counts = [
                compared,
                of.agree,
                of.greater,
                of.smaller,
                of.upper,
                of.undecided,
                of.not_told,
            ];
            let counts = counts.iter().map(u64::to_string);
            sheet.line([of.column.to_string()].into_iter().chain(counts));
        }
        let mut sheets = vec![sheet];
        let differing = self.columns.iter().filter(|column| column.differ() > 0);
        sheets.extend(differing.map(ColumnAgreement::sheet));
        if !self.differences.is_empty() {
            sheets.push(self.differences_sheet());
        }
        sheets
    }

    fn differences_sheet(&self) -> Sheet {
        let all: u64 = self.columns.iter().map(ColumnAgreement::differ).sum();
        let title = format!("Differences ({} of {all})", self.differences.len());
        let mut sheet = Sheet::new("differences", title, &["puzzle", "row"]);
        sheet.column("column", Align::Left);
        sheet.column("ours", Align::Right);
        sheet.column("reference", Align::Right);
        for of in &self.differences {
            sheet.line([
                of.puzzle.clone(),
                of.row.to_string(),
                of.column.to_string(),
                of.ours.to_string(),
                of.reference.to_string(),
            ]);
        }
        sheet
    }
}

impl ColumnAgreement {
    /// Which entries were confused, as a sheet.
    pub fn sheet(&self) -> Sheet {
        let heading = self.column.heading();
        let title = format!("{heading}: ours down, the reference across");
        let mut sheet = Sheet::new(format!("confusion-{}", self.column), title, &[heading]);
        let mut across: Vec<Entry> = self.confusion.iter().map(|of| of.reference).collect();
        across.sort_unstable();
        across.dedup();
        for entry in &across {
            sheet.column(entry.to_string(), Align::Right);
        }
        let mut down: BTreeMap<Entry, BTreeMap<Entry, u64>> = BTreeMap::new();
        for of in &self.confusion {
            *down
                .entry(of.ours)
                .or_default()
                .entry(of.reference)
                .or_default() += of.count;
        }
        for (ours, counts) in down {
            let counts = across.iter().map(|entry| match counts.get(entry) {
                Some(count) => count.to_string(),
                None => String::new(),
            });
            sheet.line([ours.to_string()].into_iter().chain(counts));
        }
        sheet
    }
}

fn disagreement(
    batch: &Batch,
    place: usize,
    column: Column,
    ours: Entry,
    reference: Entry,
) -> Disagreement {
    Disagreement {
        row: batch.rows[place],
        puzzle: batch.puzzles.get(place).to_string(),
        column,
        ours,
        reference,
    }
}

/// Counts the verdicts on a column.
struct Tally {
    column: Column,
    /// By the two entries as they are compared.
    confusion: BTreeMap<(Entry, Entry), u64>,
    upper: u64,
}

impl Tally {
    fn new(column: Column) -> Tally {
        Tally {
            column,
            confusion: BTreeMap::new(),
            upper: 0,
        }
    }

    /// Counts a pair; tells whether it differs.
    fn add(&mut self, ours: Entry, reference: Entry) -> bool {
        let pair = (plain(self.column, ours), plain(self.column, reference));
        *self.confusion.entry(pair).or_default() += 1;
        let verdict = Verdict::of(self.column, ours, reference);
        let differ = matches!(verdict, Verdict::Greater | Verdict::Smaller);
        if differ && matches!(ours, Entry::Upper(_)) {
            self.upper += 1;
        }
        differ
    }

    fn finish(self) -> ColumnAgreement {
        let count = |wanted: Verdict| {
            let pairs = self.confusion.iter();
            let such = pairs.filter(|((a, b), _)| Verdict::of(self.column, *a, *b) == wanted);
            such.map(|(_, count)| count).sum()
        };
        let confusion = |(&(ours, reference), &count): (&(Entry, Entry), &u64)| Confusion {
            ours,
            reference,
            count,
        };
        ColumnAgreement {
            column: self.column,
            agree: count(Verdict::Agree),
            greater: count(Verdict::Greater),
            smaller: count(Verdict::Smaller),
            upper: self.upper,
            undecided: count(Verdict::Undecided),
            not_told: count(Verdict::NotTold),
            confusion: self.confusion.iter().map(confusion).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        use Entry::{Exact, Infinite, Lower, NotApplicable, Unknown, Upper};
        let w = |a, b| Verdict::of(Column::Rating(Name::W), a, b);
        assert_eq!(w(Exact(3), Upper(3)), Verdict::Agree);
        assert_eq!(w(Exact(3), Exact(2)), Verdict::Greater);
        assert_eq!(w(Exact(3), Infinite), Verdict::Smaller);
        assert_eq!(w(Infinite, Exact(3)), Verdict::Greater);
        assert_eq!(w(Exact(3), Unknown), Verdict::NotTold);
        assert_eq!(w(Lower(3), Exact(3)), Verdict::Undecided);
        assert_eq!(w(Lower(3), Infinite), Verdict::Undecided);
        assert_eq!(w(Lower(3), Exact(2)), Verdict::Greater);
        assert_eq!(w(Exact(2), Lower(3)), Verdict::Smaller);
        let bpb = |a, b| Verdict::of(Column::Rating(Name::Bpb), a, b);
        assert_eq!(bpb(NotApplicable, Exact(0)), Verdict::Agree);
        assert_eq!(bpb(NotApplicable, Exact(2)), Verdict::Smaller);
    }
}
