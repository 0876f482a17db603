//! The comparison of one column: counts of the pairs of entries.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{ColumnAgreement, Confusion, EntryVerdict, plain};
use gradus_table::table::{Column, Entry};

/// A row of ours among those that were read together, and its row of the reference.
pub(super) type Matched = (u32, u32);

/// Counts the pairs of entries of a column.
pub(super) struct ColumnTally {
    column: Column,
    /// By the codes of the two entries: the number of pairs, and whether the entries differ.
    pairs: FxHashMap<(u32, u32), (u64, bool)>,
}

impl ColumnTally {
    pub(super) fn new(column: Column) -> ColumnTally {
        ColumnTally {
            column,
            pairs: FxHashMap::default(),
        }
    }

    /// Counts the pairs of some rows. Returns the first rows of ours that differ, as many as
    /// are wanted.
    pub(super) fn add(
        &mut self,
        ours: &[u32],
        reference: &[u32],
        matched: &[Matched],
        wanted: usize,
    ) -> Vec<u32> {
        let mut differing = Vec::new();
        for &(place, row) in matched {
            let codes = (ours[place as usize], reference[row as usize]);
            let (count, differs) = self.pairs.entry(codes).or_insert_with(|| {
                let (ours, reference) = (Entry::from(codes.0), Entry::from(codes.1));
                let verdict = EntryVerdict::of(self.column, ours, reference);
                (0, verdict.differs())
            });
            *count += 1;
            if *differs && differing.len() < wanted {
                differing.push(place);
            }
        }
        differing
    }

    pub(super) fn finish(self) -> ColumnAgreement {
        let column = self.column;
        let mut counts = ColumnAgreement {
            column,
            agree: 0,
            greater: 0,
            smaller: 0,
            upper: 0,
            undecided: 0,
            missing: 0,
            confusion: Vec::new(),
        };
        // Keyed by the two entries in the form used for comparison.
        let mut confusion: BTreeMap<(Entry, Entry), u64> = BTreeMap::new();
        for ((ours, reference), (number, differs)) in self.pairs {
            let (ours, reference) = (Entry::from(ours), Entry::from(reference));
            let pair = (plain(column, ours), plain(column, reference));
            *confusion.entry(pair).or_default() += number;
            *match EntryVerdict::of(column, ours, reference) {
                EntryVerdict::Agree => &mut counts.agree,
                EntryVerdict::Greater => &mut counts.greater,
                EntryVerdict::Smaller => &mut counts.smaller,
                EntryVerdict::Undecided => &mut counts.undecided,
                EntryVerdict::Missing => &mut counts.missing,
            } += number;
            if differs && matches!(ours, Entry::Upper(_)) {
                counts.upper += number;
            }
        }
        let confusion = confusion.into_iter();
        let confusion = confusion.map(|((ours, reference), count)| Confusion {
            ours,
            reference,
            count,
        });
        ColumnAgreement {
            confusion: confusion.collect(),
            ..counts
        }
    }
}
