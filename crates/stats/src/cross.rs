//! Cross-tables: the number of puzzles with each pair of entries of two columns,
//! and the moments of a column for each entry of the other.

use std::collections::BTreeSet;

use serde::Serialize;

use super::inference::bootstrap::Resampler;
use super::joint::Joint;
use super::moments::Moments;
use super::quantiles::Quantiles;
use gradus_table::table::Column;
use gradus_table::table::Entry;

/// The number of puzzles with each pair of entries of two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cross {
    /// The column for the rows.
    pub down: Column,
    /// The column for the columns.
    pub across: Column,
    /// Entries of the first.
    pub down_entries: Vec<Entry>,
    /// Entries of the second.
    pub across_entries: Vec<Entry>,
    /// Numbers of puzzles, row by row.
    pub counts: Vec<Vec<u64>>,
}

impl Cross {
    /// The cross-table of two columns, or `None` if the table lacks one of them.
    pub(crate) fn of(joint: &Joint, down: Column, across: Column) -> Option<Cross> {
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
pub struct RatingByColumn {
    /// The counts.
    pub cross: Cross,
    /// Row by row, the moments of the rating's finite values.
    pub moments: Vec<Option<Moments>>,
    /// Row by row, the median of the rating's finite values.
    pub medians: Vec<Option<u16>>,
    /// Row by row, the standard error of the skewness, by the bootstrap, or `None` for few puzzles.
    pub skewness_errors: Vec<Option<f64>>,
}

impl RatingByColumn {
    /// A column by another, or `None` if the table lacks one of them.
    pub(crate) fn of(joint: &Joint, by: Column, column: Column) -> Option<RatingByColumn> {
        let cross = Cross::of(joint, by, column)?;
        // Entries that are classes come in the order of their values.
        let finite = |line: &Vec<u64>| -> Vec<(u16, u64)> {
            let pairs = cross.across_entries.iter().zip(line);
            pairs
                .filter_map(|(entry, count)| Some((entry.finite()?, *count)))
                .collect()
        };
        let lines: Vec<Vec<(u16, u64)>> = cross.counts.iter().map(finite).collect();
        let median = |line: &Vec<(u16, u64)>| Some(Quantiles::of(line)?.median());
        let names = cross.down_entries.iter().zip(&lines);
        let error = |(entry, line): (&Entry, &Vec<(u16, u64)>)| {
            skewness_error(&format!("skewness {column} {by} {entry}"), line)
        };
        Some(RatingByColumn {
            moments: lines.iter().map(|line| Moments::of(line)).collect(),
            medians: lines.iter().map(median).collect(),
            skewness_errors: names.map(error).collect(),
            cross,
        })
    }
}

/// Minimum number of puzzles for an error of the skewness: in a smaller sample, all
/// values may well be equal.
pub(crate) const FEWEST_SKEWED: u64 = 30;

fn skewness_error(purpose: &str, line: &[(u16, u64)]) -> Option<f64> {
    let counts: Vec<u64> = line.iter().map(|(_, count)| *count).collect();
    if counts.iter().sum::<u64>() < FEWEST_SKEWED {
        return None;
    }
    let skewness = |counts: &[u64]| {
        let values = line.iter().zip(counts);
        let drawn: Vec<(u16, u64)> = values.map(|((value, _), n)| (*value, *n)).collect();
        Some([Moments::of(&drawn)?.skewness?])
    };
    let [error] = Resampler::new(purpose).errors(&counts, skewness)?;
    Some(error)
}
