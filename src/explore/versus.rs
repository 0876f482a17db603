//! A table joined with a reference on the puzzle, and the rows that differ.

use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::chosen::Chosen;
use super::loaded::Loaded;
use crate::job::pool;
use crate::stats::{EntryVerdict, PuzzleIndex, fingerprint};
use crate::table::Column;

/// No row.
const NONE: u32 = u32::MAX;

/// Two tables, joined on the puzzle.
#[derive(Debug)]
pub(super) struct Versus {
    /// For each row of ours, the row of the reference.
    partner: Vec<u32>,
    /// The common columns, with the verdict on each pair of codes: a matrix by rows, ours
    /// down.
    columns: Vec<(Column, Vec<EntryVerdict>)>,
    /// Rows of the reference without a partner.
    only_reference: usize,
    /// For each column, the rows that differ.
    differing: Vec<Arc<Chosen>>,
}

/// How far the tables agree in a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct ColumnCounts {
    /// The column.
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
pub(super) struct RowAgreement {
    /// Rows in both tables.
    pub matched: u64,
    /// Rows only in our table.
    pub only_ours: u64,
    /// Rows only in the reference, for any condition.
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
        let partner = self.partner[row];
        (partner != NONE).then_some(partner as usize)
    }

    /// The rows that differ in a column, or in any column if it is called `any`. `None` if
    /// the tables do not share the column.
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
    ) -> RowAgreement {
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
        RowAgreement {
            matched,
            only_ours: chosen.count() as u64 - matched,
            only_reference: self.only_reference as u64,
            differ: chosen.iter().filter(any).count() as u64,
            columns,
        }
    }
}

/// For each row of ours the row of the reference with the same puzzle, and the number of
/// rows of the reference without a partner.
fn join(ours: &Loaded, reference: &Loaded) -> Result<(Vec<u32>, usize), String> {
    let mut index = PuzzleIndex::new(&fingerprints(reference)?);
    let partner = |print| index.take(print).map_or(NONE, |row| row as u32);
    let mut partners: Vec<u32> = fingerprints(ours)?.into_iter().map(partner).collect();
    let matched = partners.iter().filter(|row| **row != NONE).count();
    partners.resize(ours.rows, NONE);
    Ok((partners, reference.rows - matched))
}

/// The fingerprints of the puzzles of a table.
fn fingerprints(table: &Loaded) -> Result<Vec<u128>, String> {
    let puzzles = &table.texts()?.puzzles;
    let prints = |block: usize| {
        let texts = puzzles.unpacked(block);
        texts.iter().map(fingerprint).collect::<Vec<u128>>()
    };
    let blocks = (0..puzzles.blocks()).into_par_iter();
    Ok(pool::install(|| blocks.flat_map_iter(prints).collect()))
}
