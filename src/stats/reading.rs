//! What was read from tables of ratings: their joint distribution, and the rows
//! that were looked for on the way.

use std::collections::BTreeMap;

use super::column::Column;
use super::difference::{Example, Gap};
use super::entry::Entry;
use super::joint::Joint;
use super::provenance::Source;

/// Rows by their place, from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slice {
    /// The first row.
    pub first: u64,
    /// The last row.
    pub last: u64,
}

impl Slice {
    /// Number of rows.
    pub fn rows(self) -> u64 {
        self.last + 1 - self.first
    }

    /// Whether the row of this number, from 0 as in the tables, is in the slice.
    pub fn contains(self, row: u64) -> bool {
        (self.first..=self.last).contains(&(row + 1))
    }
}

/// What to look for besides the joint distribution of all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The joint distribution of these rows.
    pub slices: Vec<Slice>,
    /// The entries of these puzzles.
    pub puzzles: Vec<String>,
    /// The puzzles with the largest differences.
    pub gaps: Vec<Gap>,
    /// How many puzzles to keep of each gap.
    pub examples: usize,
}

/// What was read from tables.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The tables.
    pub sources: Vec<Source>,
    /// The joint distribution of all rows.
    pub joint: Joint,
    /// The joint distribution of some rows.
    pub slices: BTreeMap<Slice, Joint>,
    /// The entries of puzzles that were looked for and are there; of the first row
    /// if a puzzle comes more than once.
    pub puzzles: BTreeMap<String, BTreeMap<Column, Entry>>,
    /// The puzzles with the largest differences.
    pub examples: BTreeMap<Gap, Vec<Example>>,
}
