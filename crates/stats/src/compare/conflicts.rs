//! Rows that repeat a puzzle of their own table with other values.
//!
//! Few tables have any, so these rows are read in a second pass, and only if the digests of the
//! first have found different numbers.

use rustc_hash::FxHashMap;

use super::EntryVerdict;
use super::reference::fingerprints;
use crate::scan::{ScanOrder, TableSet};
use gradus_table::table::{Column, Entry, ReadError};

/// The number of rows that differ from the first row of their puzzle in one of the columns.
/// Only some puzzles are looked at, by their fingerprints.
pub(super) fn count(
    tables: &TableSet,
    columns: &[Column],
    is_looked_at: impl Fn(u128) -> bool,
) -> Result<u64, ReadError> {
    let mut first: FxHashMap<u128, Vec<Entry>> = FxHashMap::default();
    let mut count = 0;
    let order = ScanOrder {
        columns,
        puzzles: true,
        texts: &[],
    };
    tables.scan(order, |rows| {
        let codes: Vec<&[u32]> = columns.iter().map(|&column| rows.codes(column)).collect();
        let prints = fingerprints(rows).into_iter().enumerate();
        for (place, print) in prints.filter(|(_, print)| is_looked_at(*print)) {
            let entries = || codes.iter().map(|codes| Entry::from(codes[place]));
            let before = first.entry(print).or_insert_with(|| entries().collect());
            let mut pairs = columns.iter().zip(entries()).zip(before);
            let differs = pairs.any(|((&column, entry), before)| {
                EntryVerdict::of(column, entry, *before).differs()
            });
            count += u64::from(differs);
        }
    })?;
    Ok(count)
}
