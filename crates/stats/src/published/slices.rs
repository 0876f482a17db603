//! Tables of counts over slices of a collection (tables 9.1, 11.1, 11.2 and 11.4
//! of PBCS): how many puzzles of a range are solved by which braids.
//!
//! The measured puzzles must be that very collection, in its order; the counts
//! should then be the same, and there is no standard error.

use serde::Deserialize;

use super::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, PrintedNumber,
    TableError, check_width,
};
use crate::joint::Joint;
use crate::reading::{Reading, Slice, Wanted};
use crate::unbiased::Estimate;
use gradus_table::table::Column;
use gradus_table::table::Entry;

/// A table of counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Slices {
    columns: Vec<TheoryColumn>,
    lines: Vec<SliceLine>,
}

/// A column: what solves a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TheoryColumn {
    name: String,
    /// None if it cannot be measured.
    solved: Option<Condition>,
}

/// A rating up to a value, or of exactly this value.
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

    /// How many puzzles are solved; none if the table lacks the rating, or has only
    /// a lower bound of it for some puzzles that leaves it open.
    fn count(self, joint: &Joint) -> Option<u64> {
        let marginal = joint.project([self.rating])?;
        let most = self.exactly.into_iter().chain(self.at_most).min();
        let is_open = |([entry], _): &([Entry; 1], u64)| match entry {
            Entry::Lower(bound) => most.is_none_or(|most| *bound <= most),
            _ => false,
        };
        if marginal.iter().any(is_open) {
            return None;
        }
        let solved = marginal.iter().filter(|([entry], _)| self.holds(*entry));
        Some(solved.map(|(_, count)| count).sum())
    }
}

/// A line: a slice of the collection.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SliceLine {
    label: String,
    first: u64,
    last: u64,
    /// Whether the puzzles that are not solved are counted.
    #[serde(default)]
    unsolved: bool,
    printed: Vec<PrintedNumber>,
    #[serde(default)]
    correct: Vec<PrintedNumber>,
}

impl SliceLine {
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
        let mut slices: Vec<Slice> = self.lines.iter().map(SliceLine::slice).collect();
        slices.sort_unstable();
        slices.dedup();
        Wanted {
            slices,
            ..Wanted::default()
        }
    }

    pub(super) fn compare(&self, reading: &Reading) -> Compared {
        let column = |theory: &TheoryColumn| ComparisonColumn::new(&theory.name, None);
        let columns = self.columns.iter().map(column);
        let line = |line: &SliceLine| {
            let slice = line.slice();
            let joint = reading.slices.get(&slice);
            let joint = joint.filter(|joint| joint.rows() == slice.rows());
            let cells = self.columns.iter().enumerate().map(|(place, theory)| {
                let cell = ComparisonCell::new(&line.printed[place], line.correct.get(place));
                let solved = joint.and_then(|joint| theory.solved?.count(joint));
                let count = solved.map(|solved| match line.unsolved {
                    true => slice.rows() - solved,
                    false => solved,
                });
                let estimate = count.map(|count| Estimate::exact(count as f64));
                cell.with(estimate, |_| None)
            });
            ComparisonLine {
                label: line.label.clone(),
                unit: ComparisonUnit::Count,
                cells: cells.collect(),
            }
        };
        (columns.collect(), self.lines.iter().map(line).collect())
    }
}
