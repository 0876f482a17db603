//! The texts of consecutive rows of a view, decompressed together: a view that is sorted visits
//! the blocks of a column in any order, and each should be decompressed a few times only, not
//! once per row.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use super::loaded::TextColumns;
use super::texts::{BLOCK, PackedTexts};
use super::view::RowView;
use crate::job::pool;
use crate::table::Texts;

/// The fewest rows of a window: a few megabytes of text.
const FEWEST: usize = 1 << 15;

/// The most windows of a view, each of which may decompress every block.
const MOST: usize = 16;

/// Texts of some rows.
pub(super) struct TextWindow<'a> {
    columns: BTreeMap<&'a str, Texts>,
    /// For each row of the window, its index among the texts.
    places: Vec<u32>,
    first: usize,
}

impl<'a> TextWindow<'a> {
    /// Consecutive ranges of rows that cover a view of this length.
    pub(super) fn ranges(rows: usize) -> impl Iterator<Item = Range<usize>> {
        let length = rows.div_ceil(MOST).max(FEWEST);
        let starts = (0..rows).step_by(length);
        starts.map(move |start| start..rows.min(start + length))
    }

    /// Decompresses some columns of a range of rows.
    pub(super) fn new(
        packed: &'a TextColumns,
        names: &[&str],
        view: &RowView,
        range: Range<usize>,
    ) -> TextWindow<'a> {
        // By their place in the table, so that rows of a block are neighbours.
        let rows = (0..).zip(range.clone());
        let mut rows: Vec<(u32, u32)> = rows
            .map(|(place, row)| (view.row(row) as u32, place))
            .collect();
        rows.sort_unstable();
        let mut places = vec![0; rows.len()];
        for (index, (_, place)) in (0..).zip(&rows) {
            places[*place as usize] = index;
        }
        let columns: Vec<(&str, &PackedTexts)> = packed
            .iter()
            .map(|(name, column)| (name.as_str(), column))
            .filter(|(name, _)| names.contains(name))
            .collect();
        let unpack = |(name, column): (&'a str, &PackedTexts)| {
            let mut texts = Texts::default();
            for rows in rows.chunk_by(|(a, _), (b, _)| *a as usize / BLOCK == *b as usize / BLOCK) {
                let block = column.unpacked(rows[0].0 as usize / BLOCK);
                for (row, _) in rows {
                    texts.push_field(block.get(*row as usize % BLOCK).unwrap_or_default());
                }
            }
            (name, texts)
        };
        TextWindow {
            columns: pool::install(|| columns.into_par_iter().map(unpack).collect()),
            places,
            first: range.start,
        }
    }

    /// The texts of a row of the view, which must be in the range.
    pub(super) fn row(&self, row: usize) -> RowTexts<'_> {
        RowTexts {
            columns: &self.columns,
            place: self.places[row - self.first] as usize,
        }
    }
}

/// The texts of a row.
#[derive(Clone, Copy)]
pub(super) struct RowTexts<'a> {
    columns: &'a BTreeMap<&'a str, Texts>,
    place: usize,
}

impl<'a> RowTexts<'a> {
    /// The text in a column, empty if the column is missing.
    pub(super) fn get(&self, name: &str) -> &'a str {
        let column = self.columns.get(name);
        column
            .and_then(|texts| texts.get(self.place))
            .unwrap_or_default()
    }
}
