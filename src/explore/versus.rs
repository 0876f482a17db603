//! A table and a reference: which rows have the same puzzle, and where they differ. A
//! puzzle that comes several times is joined in the order of its rows.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::chosen::Chosen;
use super::loaded::Loaded;
use crate::stats::compare::{EntryVerdict, fingerprint};
use crate::table::Column;

/// No row.
const NONE: u32 = u32::MAX;

/// Two tables, joined on the puzzle.
#[derive(Debug)]
pub(super) struct Versus {
    /// For each row of ours, the row of the reference.
    partner: Vec<u32>,
    /// The columns that both have, with what is said of each pair of codes: row by row of
    /// a matrix, ours down.
    columns: Vec<(Column, Vec<EntryVerdict>)>,
    /// Rows of the reference without a partner.
    only_reference: usize,
    /// The rows that differ, for each column.
    differing: Vec<Arc<Chosen>>,
}

/// How far the tables agree in a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct ColumnCounts {
    /// The name of the column.
    pub column: String,
    /// Rows with the same entry.
    pub agree: u64,
    /// Rows where ours is greater.
    pub greater: u64,
    /// Rows where ours is smaller.
    pub smaller: u64,
    /// Rows where a bound allows the other entry.
    pub undecided: u64,
    /// Rows for which one table has no entry.
    pub missing: u64,
}

/// How far chosen rows agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Agreement {
    /// Rows that are in both.
    pub matched: u64,
    /// Rows whose puzzle is not in the reference.
    pub only_ours: u64,
    /// Rows of the reference whose puzzle is not in our table, whatever is chosen.
    pub only_reference: u64,
    /// Matched rows that differ somewhere.
    pub differ: u64,
    /// Column by column.
    pub columns: Vec<ColumnCounts>,
}

impl Versus {
    /// Joins two tables.
    pub(super) fn new(ours: &Loaded, reference: &Loaded) -> Result<Versus, String> {
        let (partner, only_reference) = join(ours, reference)?;
        let mut columns = Vec::new();
        let mut differing = Vec::new();
        for (column, coded) in &ours.columns {
            let Some(other) = reference.column(*column) else {
                continue;
            };
            let verdicts = coded.entries.iter().flat_map(|own| {
                let verdict = |theirs| EntryVerdict::of(*column, *own, theirs);
                other.entries.iter().map(move |theirs| verdict(*theirs))
            });
            let verdicts: Vec<EntryVerdict> = verdicts.collect();
            let width = other.entries.len();
            let differs = |row: usize| match partner[row] {
                NONE => false,
                theirs => {
                    let place = coded.codes.get(row) * width + other.codes.get(theirs as usize);
                    let verdict = verdicts[place];
                    matches!(verdict, EntryVerdict::Greater | EntryVerdict::Smaller)
                }
            };
            let chosen = Chosen::by(ours.rows, |first, holds| {
                let rows = (first..).zip(holds);
                rows.for_each(|(row, holds)| *holds = differs(row));
                Ok::<(), String>(())
            });
            differing.push(Arc::new(chosen?));
            columns.push((*column, verdicts));
        }
        Ok(Versus {
            partner,
            columns,
            only_reference,
            differing,
        })
    }

    /// The row of the reference with the same puzzle.
    pub(super) fn partner(&self, row: usize) -> Option<usize> {
        Some(self.partner[row])
            .filter(|partner| *partner != NONE)
            .map(|partner| partner as usize)
    }

    /// The rows that differ in a column, or in any if it is called `any`; none if the
    /// tables do not share it.
    pub(super) fn differing(&self, column: &str) -> Option<Arc<Chosen>> {
        if column == "any" {
            let rows = self.partner.len();
            let holds = |first: usize, holds: &mut [bool]| {
                for (row, holds) in (first..).zip(holds) {
                    *holds = self.differing.iter().any(|chosen| chosen.has(row));
                }
                Ok::<(), ()>(())
            };
            return Chosen::by(rows, holds).ok().map(Arc::new);
        }
        let place = self
            .columns
            .iter()
            .position(|(own, _)| own.name() == column)?;
        Some(self.differing[place].clone())
    }

    /// How far chosen rows agree.
    pub(super) fn agreement(
        &self,
        ours: &Loaded,
        reference: &Loaded,
        chosen: &Chosen,
    ) -> Agreement {
        let mut columns = Vec::new();
        for (column, verdicts) in &self.columns {
            let mut counts = ColumnCounts {
                column: column.name().to_string(),
                ..ColumnCounts::default()
            };
            let (Some(own), Some(other)) = (ours.column(*column), reference.column(*column)) else {
                continue;
            };
            let width = other.entries.len();
            for row in chosen.iter() {
                let Some(partner) = self.partner(row) else {
                    continue;
                };
                let verdict = verdicts[own.codes.get(row) * width + other.codes.get(partner)];
                *match verdict {
                    EntryVerdict::Agree => &mut counts.agree,
                    EntryVerdict::Greater => &mut counts.greater,
                    EntryVerdict::Smaller => &mut counts.smaller,
                    EntryVerdict::Undecided => &mut counts.undecided,
                    EntryVerdict::Missing => &mut counts.missing,
                } += 1;
            }
            columns.push(counts);
        }
        let matched = chosen.iter().filter(|row| self.partner(*row).is_some());
        let matched = matched.count() as u64;
        let any = |row: &usize| self.differing.iter().any(|differing| differing.has(*row));
        Agreement {
            matched,
            only_ours: chosen.count() as u64 - matched,
            only_reference: self.only_reference as u64,
            differ: chosen.iter().filter(any).count() as u64,
            columns,
        }
    }
}

/// For each row of ours the row of the reference with the same puzzle, and how many of
/// the reference are left.
fn join(ours: &Loaded, reference: &Loaded) -> Result<(Vec<u32>, usize), String> {
    let theirs = &reference.texts()?.puzzles;
    let mut first: FxHashMap<u128, u32> = FxHashMap::default();
    let mut next = vec![NONE; theirs.len()];
    // Backwards, so that each list begins with the first row of its puzzle.
    for block in (0..theirs.blocks()).rev() {
        let texts = theirs.unpacked(block);
        let prints: Vec<u128> = texts.iter().map(fingerprint).collect();
        for (place, print) in prints.into_iter().enumerate().rev() {
            let row = block * super::texts::BLOCK + place;
            next[row] = first.insert(print, row as u32).unwrap_or(NONE);
        }
    }
    let puzzles = &ours.texts()?.puzzles;
    let mut partner = Vec::with_capacity(ours.rows);
    let mut left = theirs.len();
    for block in 0..puzzles.blocks() {
        for puzzle in puzzles.unpacked(block).iter() {
            let found = first.get_mut(&fingerprint(puzzle));
            let row = found.map_or(NONE, |first| {
                let row = *first;
                if row != NONE {
                    *first = next[row as usize];
                    left -= 1;
                }
                row
            });
            partner.push(row);
        }
    }
    partner.resize(ours.rows, NONE);
    Ok((partner, left))
}
