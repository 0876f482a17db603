//! A table joined with a reference on the puzzle, and the rows that differ.

use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::chosen::Chosen;
use super::loaded::Loaded;
use crate::job::pool;
use crate::stats::{EntryVerdict, PuzzleIndex, fingerprint};
use crate::table::{Column, PUZZLE};

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

impl Versus {
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
        let mut columns = self.columns.iter().zip(&self.differing);
        let found = columns.find(|((own, _), _)| own.name() == column);
        found.map(|(_, differing)| differing.clone())
    }

    /// How far chosen rows agree: matched rows, and for each column the number of rows with
    /// each verdict. `only_reference` and `differ` count rows, the former for any condition.
    pub(super) fn agreement(&self, ours: &Loaded, reference: &Loaded, chosen: &Chosen) -> Value {
        let mut columns = Vec::new();
        for (column, verdicts) in &self.columns {
            let (Some(own), Some(other)) = (ours.column(*column), reference.column(*column)) else {
                continue;
            };
            let width = other.entries.len();
            let mut counts = [0_u64; 5];
            for row in chosen.iter() {
                if let Some(partner) = self.partner(row) {
                    let place = own.codes.get(row) * width + other.codes.get(partner);
                    counts[verdicts[place] as usize] += 1;
                }
            }
            let count = |verdict: EntryVerdict| counts[verdict as usize];
            columns.push(json!({
                "column": column.name(),
                "agree": count(EntryVerdict::Agree),
                "greater": count(EntryVerdict::Greater),
                "smaller": count(EntryVerdict::Smaller),
                "undecided": count(EntryVerdict::Undecided),
                "missing": count(EntryVerdict::Missing),
            }));
        }
        let matched = chosen.iter().filter(|row| self.partner(*row).is_some());
        let matched = matched.count();
        let any = |row: &usize| self.differing.iter().any(|differing| differing.has(*row));
        json!({
            "matched": matched,
            "only_ours": chosen.count() - matched,
            "only_reference": self.only_reference,
            "differ": chosen.iter().filter(any).count(),
            "columns": columns,
        })
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

fn fingerprints(table: &Loaded) -> Result<Vec<u128>, String> {
    let puzzles = &table.texts()?[PUZZLE];
    let prints = |block: usize| {
        let texts = puzzles.unpacked(block);
        texts.iter().map(fingerprint).collect::<Vec<u128>>()
    };
    let blocks = (0..puzzles.blocks()).into_par_iter();
    Ok(pool::install(|| blocks.flat_map_iter(prints).collect()))
}
