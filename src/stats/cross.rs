//! Cross-tables: how many puzzles have each pair of entries of two columns, and the
//! moments of a column for each entry of the other.

use std::collections::BTreeSet;

use serde::Serialize;

use super::joint::Joint;
use super::moments::Moments;
use crate::table::Column;
use crate::table::Entry;

/// How many puzzles have which entries of two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cross {
    /// The column down the side.
    pub down: Column,
    /// The column across the top.
    pub across: Column,
    /// Entries of the first.
    pub down_entries: Vec<Entry>,
    /// Entries of the second.
    pub across_entries: Vec<Entry>,
    /// Numbers of puzzles, line by line.
    pub counts: Vec<Vec<u64>>,
}

impl Cross {
    /// The cross-table of two columns; none if the table lacks one of them.
    pub fn of(joint: &Joint, down: Column, across: Column) -> Option<Cross> {
        let cells = joint.project([down, across])?;
        let classes = |place: usize| -> Vec<Entry> {
            let entries = cells.iter().map(|(entries, _)| entries[place].class());
            entries.collect::<BTreeSet<_>>().into_iter().collect()
        };
        let (down_entries, across_entries) = (classes(0), classes(1));
        let mut counts = vec![vec![0; across_entries.len()]; down_entries.len()];
        for ([a, b], count) in &cells {
            let line = down_entries.binary_search(&a.class());
            let place = across_entries.binary_search(&b.class());
            if let (Ok(line), Ok(place)) = (line, place) {
                counts[line][place] += count;
            }
        }
        Some(Cross {
            down,
            across,
            down_entries,
            across_entries,
            counts,
        })
    }
}

/// A rating for each value of another column, such as the number of clues.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct By {
    /// The counts.
    pub cross: Cross,
    /// Line by line, the moments of the rating's finite values.
    pub moments: Vec<Option<Moments>>,
}

impl By {
    /// A column by another; none if the table lacks one of them.
    pub fn of(joint: &Joint, by: Column, column: Column) -> Option<By> {
        let cross = Cross::of(joint, by, column)?;
        let moments = |line: &Vec<u64>| {
            let pairs = cross.across_entries.iter().zip(line);
            let finite = pairs.filter_map(|(entry, count)| Some((entry.finite()?, *count)));
            Moments::of(&finite.collect::<Vec<_>>())
        };
        let moments = cross.counts.iter().map(moments).collect();
        Some(By { cross, moments })
    }
}
