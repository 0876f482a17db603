//! Tables of counts over whole collections that a generator makes again from its seed: how
//! many puzzles have which rating (HLS, tables XXI.1 to XXI.3; the article, table 1).
//!
//! The measured puzzles must be that very collection; the counts should then be the
//! same, and there is no standard error.

use serde::Deserialize;

use super::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, PrintedNumber,
    TableError, check_width,
};
use crate::joint::Joint;
use crate::origin::{Generator, Origin};
use crate::quantity::Quantity;
use crate::unbiased::Estimate;
use gradus_table::table::{Column, Entry};

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
    /// A rating of a smaller theory: puzzles that this solves up to the value of the line
    /// are not new, and not counted.
    unless: Option<Column>,
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
    /// The value of a quantity that the line is about: the one that its label is the word
    /// for, or its own.
    fn value_of(&self, of: Quantity) -> Option<i32> {
        let words = match of {
            Quantity::Column(column) => column.words(),
            Quantity::Gap(_) => None,
        };
        let named = words.and_then(|words| words.value(&self.label).ok()?);
        named.map(i32::from).or(self.value)
    }

    /// Whether the puzzles with these values are counted in a column.
    fn counts(&self, column: &Collection, alike: &Alike) -> bool {
        let line = self.value_of(column.of);
        let is_counted = match (alike.value, line) {
            (_, None) if column.cumulated => true,
            (Some(value), Some(line)) => value == line || column.cumulated && value < line,
            (None, Some(_)) => false,
            (value, None) => value.is_none_or(|value| Some(value) > self.above),
        };
        let is_new = column.unless.is_none_or(|unless| {
            let line = self.value_of(Quantity::Column(unless));
            alike.unless.is_none_or(|value| Some(value) > line)
        });
        is_counted && is_new
    }
}

/// Puzzles that are alike: their value and the one that makes them old, none standing for
/// what exceeds every number, and how many they are.
struct Alike {
    value: Option<i32>,
    unless: Option<i32>,
    count: u64,
}

impl Collection {
    /// The values of the measured puzzles with their numbers, if they are the column's
    /// collection; none if something of them is not known.
    fn measured(&self, joint: &Joint, origin: &Origin) -> Option<Vec<Alike>> {
        let here = (Some(self.generator), Some(self.seed), self.sample);
        if (origin.kind, origin.seed, joint.rows()) != here {
            return None;
        }
        let value = |entry: Entry| match entry {
            Entry::Infinite => Some(None),
            entry => entry.finite().map(|value| Some(value.into())),
        };
        let unless = |entry: Entry| match self.unless {
            Some(_) => value(entry),
            None => Some(None),
        };
        match self.of {
            Quantity::Column(column) => {
                let columns = [column, self.unless.unwrap_or(column)];
                let cells = joint.project(columns)?.into_iter();
                let alike = cells.map(|([entry, other], count)| {
                    Some(Alike {
                        value: value(entry)?,
                        unless: unless(other)?,
                        count,
                    })
                });
                alike.collect()
            }
            Quantity::Gap(gap) => {
                let other = self.unless.unwrap_or(gap.minuend);
                let columns = [gap.minuend, gap.subtrahend, other];
                let cells = joint.project(columns)?.into_iter();
                let alike = cells.map(|([a, b, other], count)| {
                    Some(Alike {
                        value: Some(gap.between(a, b)?),
                        unless: unless(other)?,
                        count,
                    })
                });
                alike.collect()
            }
        }
    }
}

impl Counts {
    pub(super) fn check(&self) -> Result<(), TableError> {
        // What is new at a value is not defined for all values above one.
        let of_new = self.columns.iter().any(|column| column.unless.is_some());
        for line in &self.lines {
            let is_open = of_new && line.above.is_some();
            if line.value.is_some() == line.above.is_some() || is_open {
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
            let cells = measured.iter().enumerate().map(|(place, (column, alike))| {
                let cell = ComparisonCell::new(&line.printed[place], line.correct.get(place));
                let count = alike.as_ref().map(|alike| {
                    let counted = alike.iter().filter(|alike| line.counts(column, alike));
                    counted.map(|alike| alike.count).sum()
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
