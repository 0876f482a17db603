//! Tables of classes of one collection that a generator makes again from its seed: how many
//! puzzles are in each class, and what part of them has which rating (HLS, table XXI.4).
//!
//! The measured puzzles must be that very collection; the numbers should then be the same,
//! but for the digits that are not printed, and there is no standard error.

use serde::Deserialize;

use super::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, PrintedNumber,
    TableError, check_width,
};
use crate::joint::Joint;
use crate::origin::{Generator, Origin};
use crate::unbiased::Estimate;
use gradus_table::table::{Column, Entry};

/// A table of classes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Classes {
    /// The number that makes the classes.
    by: Column,
    generator: Generator,
    seed: u64,
    sample: u64,
    columns: Vec<Class>,
    lines: Vec<ClassLine>,
}

/// A column: a class.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Class {
    name: String,
    value: u16,
}

/// A line: the number of puzzles or, if it has a rating, the percentage of those whose value
/// is in a range.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ClassLine {
    label: String,
    of: Option<Column>,
    from: Option<u16>,
    to: Option<u16>,
    printed: Vec<PrintedNumber>,
    #[serde(default)]
    correct: Vec<PrintedNumber>,
}

impl ClassLine {
    /// Whether a rating is in the range; none if that is not known.
    fn has(&self, entry: Entry) -> Option<bool> {
        let value = match entry {
            Entry::Infinite => return Some(self.to.is_none()),
            entry => entry.finite()?,
        };
        Some(self.from.is_none_or(|from| value >= from) && self.to.is_none_or(|to| value <= to))
    }
}

impl Classes {
    pub(super) fn check(&self) -> Result<(), TableError> {
        for line in &self.lines {
            let has_range = line.from.is_some() || line.to.is_some();
            if line.of.is_some() != has_range {
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
        let columns = self.columns.iter();
        let columns = columns.map(|class| ComparisonColumn::new(&class.name, None));
        let here = (Some(self.generator), Some(self.seed), self.sample);
        let is_here = (origin.kind, origin.seed, joint.rows()) == here;
        let line = |line: &ClassLine| {
            let classes = self.columns.iter().enumerate();
            let cells = classes.map(|(place, class)| {
                let cell = ComparisonCell::new(&line.printed[place], line.correct.get(place));
                if !is_here {
                    return cell;
                }
                match line.of {
                    Some(of) => match self.percentage(joint, class, of, line) {
                        Some(percentage) => cell.with_rounded(percentage),
                        None => cell,
                    },
                    None => {
                        let count = self.count(joint, class);
                        cell.with(count.map(|count| Estimate::exact(count as f64)), |_| None)
                    }
                }
            });
            ComparisonLine {
                label: line.label.clone(),
                unit: match line.of {
                    Some(_) => ComparisonUnit::Percent,
                    None => ComparisonUnit::Count,
                },
                cells: cells.collect(),
            }
        };
        (columns.collect(), self.lines.iter().map(line).collect())
    }

    /// How many puzzles are in a class; none if the table lacks what makes the classes.
    fn count(&self, joint: &Joint, class: &Class) -> Option<u64> {
        let cells = joint.project([self.by])?.into_iter();
        let inside = cells.filter(|([by], _)| by.finite() == Some(class.value));
        Some(inside.map(|(_, count)| count).sum())
    }

    /// The percentage of a class whose rating is in the range of a line; none if the class
    /// is empty, or if some rating is not known.
    fn percentage(
        &self,
        joint: &Joint,
        class: &Class,
        of: Column,
        line: &ClassLine,
    ) -> Option<f64> {
        let (mut part, mut all) = (0, 0);
        for ([by, entry], count) in joint.project([self.by, of])? {
            if by.finite() == Some(class.value) {
                all += count;
                part += if line.has(entry)? { count } else { 0 };
            }
        }
        (all > 0).then(|| 100.0 * part as f64 / all as f64)
    }
}
