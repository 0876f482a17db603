//! Tables of counts over slices of a collection (tables 9.1, 11.1, 11.2 and 11.4
//! of PBCS): of puzzles this to that, so many are solved by these braids.
//!
//! The measured puzzles must be that very collection, in its order; the counts
//! should then be the same, and there is no standard error.

use serde::Deserialize;

use super::{Cell, ComparisonColumn, ComparisonLine, Printed, TableError, Unit, check_width};
use crate::stats::column::Column;
use crate::stats::entry::Entry;
use crate::stats::joint::Joint;
use crate::stats::reading::{Reading, Slice, Wanted};
use crate::stats::unbiased::Estimate;

/// A table of counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Slices {
    columns: Vec<Theory>,
    lines: Vec<Line>,
}

/// A column: what solves a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Theory {
    name: String,
    /// None if it cannot be measured.
    solved: Option<Condition>,
}

/// A rating that is so small, or just this.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Condition {
    rating: Column,
    at_most: Option<u16>,
    exactly: Option<u16>,
}

impl Condition {
    /// Whether a puzzle with this entry is solved. A class that is not applicable
    /// is that of a puzzle which needs less.
    fn holds(self, entry: Entry) -> bool {
        let class = match entry {
            Entry::NotApplicable => Some(0),
            other => other.finite(),
        };
        let exactly = |value| self.exactly.is_none_or(|exactly| value == exactly);
        let at_most = |value| self.at_most.is_none_or(|most| value <= most);
        class.is_some_and(|value| exactly(value) && at_most(value))
    }

    /// How many puzzles are solved; none if the table lacks the rating, or knows of
    /// some puzzles only that it is at least this.
    fn count(self, joint: &Joint) -> Option<u64> {
        let marginal = joint.project([self.rating])?;
        let is_bound = |([entry], _): &([Entry; 1], u64)| matches!(entry, Entry::Lower(_));
        if marginal.iter().any(is_bound) {
            return None;
        }
        let solved = marginal.iter().filter(|([entry], _)| self.holds(*entry));
        Some(solved.map(|(_, count)| count).sum())
    }
}

/// A line: a slice of the collection.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Line {
    label: String,
    first: u64,
    last: u64,
    /// Whether the puzzles that are not solved are counted.
    #[serde(default)]
    unsolved: bool,
    printed: Vec<Printed>,
    #[serde(default)]
    correct: Vec<Printed>,
}

impl Line {
    fn slice(&self) -> Slice {
        Slice {
            first: self.first,
            last: self.last,
        }
    }
}

impl Slices {
    pub(super) fn check(&self) -> Result<(), TableError> {
        for line in &self.lines {
            if line.first == 0 || line.last < line.first {
                return Err(TableError::Line(line.label.clone()));
            }
            check_width(
                &line.label,
                &line.printed,
                &line.correct,
                self.columns.len(),
            )?;
        }
        Ok(())
    }

    pub(super) fn wanted(&self) -> Wanted {
        let mut slices: Vec<Slice> = self.lines.iter().map(Line::slice).collect();
        slices.sort_unstable();
        slices.dedup();
        Wanted {
            slices,
            ..Wanted::default()
        }
    }

    pub(super) fn compare(
        &self,
        reading: &Reading,
    ) -> (Vec<ComparisonColumn>, Vec<ComparisonLine>) {
        let columns = self.columns.iter().map(|theory| ComparisonColumn {
            name: theory.name.clone(),
            sample: None,
        });
        let line = |line: &Line| {
            let slice = line.slice();
            let joint = reading.slices.get(&slice);
            let joint = joint.filter(|joint| joint.rows() == slice.rows());
            let cells = self.columns.iter().enumerate().map(|(place, theory)| {
                let cell = Cell::new(&line.printed[place], line.correct.get(place));
                let solved = joint.and_then(|joint| theory.solved?.count(joint));
                let count = solved.map(|solved| match line.unsolved {
                    true => slice.rows() - solved,
                    false => solved,
                });
                let estimate = count.map(|count| Estimate {
                    value: count as f64,
                    error: 0.0,
                });
                cell.with(estimate, |_| None)
            });
            ComparisonLine {
                label: line.label.clone(),
                unit: Unit::Count,
                cells: cells.collect(),
            }
        };
        (columns.collect(), self.lines.iter().map(line).collect())
    }
}
