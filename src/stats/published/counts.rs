//! Tables of counts over whole collections that a generator makes again from its seed: how
//! many puzzles have which rating (HLS, tables XXI.1 and XXI.2; the article, table 1).
//!
//! The measured puzzles must be that very collection; the counts should then be the
//! same, and there is no standard error.

use serde::Deserialize;

use super::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, PrintedNumber,
    TableError, check_width,
};
use crate::stats::joint::Joint;
use crate::stats::origin::{Generator, Origin};
use crate::stats::quantity::Quantity;
use crate::stats::unbiased::Estimate;
use crate::table::Entry;

/// A table of counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Counts {
    columns: Vec<Collection>,
    lines: Vec<CountsLine>,
}

/// A column: a collection, and what is counted in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Collection {
    name: String,
    of: Quantity,
    generator: Generator,
    seed: u64,
    sample: u64,
    /// Whether the puzzles of the lines before are counted, too.
    #[serde(default)]
    cumulated: bool,
}

/// A line: one value, or all that are greater than one.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct CountsLine {
    label: String,
    value: Option<i32>,
    above: Option<i32>,
    printed: Vec<PrintedNumber>,
    #[serde(default)]
    correct: Vec<PrintedNumber>,
}

impl CountsLine {
    /// Whether a value is counted; none stands for what exceeds every number.
    fn counts(&self, value: Option<i32>, cumulated: bool) -> bool {
        match (value, self.value) {
            (_, None) if cumulated => true,
            (Some(value), Some(line)) => value == line || cumulated && value < line,
            (None, Some(_)) => false,
            (value, None) => value.is_none_or(|value| Some(value) > self.above),
        }
    }
}

impl Collection {
    /// The values of the measured puzzles with their numbers, if they are the column's
    /// collection; none if something of them is not known.
    fn measured(&self, joint: &Joint, origin: &Origin) -> Option<Vec<(Option<i32>, u64)>> {
        let here = (Some(self.generator), Some(self.seed), self.sample);
        if (origin.kind, origin.seed, joint.rows()) != here {
            return None;
        }
        let value = |entry: Entry| match entry {
            Entry::Infinite => Some(None),
            entry => entry.finite().map(|value| Some(value.into())),
        };
        match self.of {
            Quantity::Column(column) => {
                let cells = joint.project([column])?.into_iter();
                let values = cells.map(|([entry], count)| Some((value(entry)?, count)));
                values.collect()
            }
            Quantity::Gap(gap) => {
                let cells = joint.project([gap.minuend, gap.subtrahend])?.into_iter();
                let values = cells.map(|([a, b], count)| Some((Some(gap.between(a, b)?), count)));
                values.collect()
            }
        }
    }
}

impl Counts {
    pub(super) fn check(&self) -> Result<(), TableError> {
        for line in &self.lines {
            if line.value.is_some() == line.above.is_some() {
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

    pub(super) fn compare(&self, joint: &Joint, origin: &Origin) -> Compared {
        let column = |column: &Collection| ComparisonColumn::new(&column.name, None);
        let columns = self.columns.iter().map(column);
        let measured = self.columns.iter();
        let measured: Vec<_> = measured
            .map(|column| (column, column.measured(joint, origin)))
            .collect();
        let line = |line: &CountsLine| {
            let cells = measured
                .iter()
                .enumerate()
                .map(|(place, (column, values))| {
                    let cell = ComparisonCell::new(&line.printed[place], line.correct.get(place));
                    let count = values.as_ref().map(|values| {
                        let counted = |(value, _): &&(Option<i32>, u64)| {
                            line.counts(*value, column.cumulated)
                        };
                        values.iter().filter(counted).map(|(_, count)| count).sum()
                    });
                    let estimate = count.map(|count: u64| Estimate::exact(count as f64));
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
