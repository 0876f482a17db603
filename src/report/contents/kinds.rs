//! The kinds of the puzzles, where a table has several: how many there are of each, and their
//! ratings, because sums over kinds mean little.

use crate::report::document::{Section, SectionBlock};
use crate::stats::Summary;

pub(super) fn section(summary: &Summary) -> Option<Section> {
    let tables = summary.groupings.iter();
    let tables = tables.map(|grouping| SectionBlock::Table(grouping.into()));
    Section::new("kinds", "Kinds of puzzles", tables.collect())
}
