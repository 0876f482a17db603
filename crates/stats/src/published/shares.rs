//! Tables of shares: the part of a sample that has each rating (tables 6.1, 6.4 and
//! 8.1 of PBCS, and those of the controlled-bias collection), with moments
//! (tables 6.1 and 6.3).

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::comparison::{
    Compared, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit, TableKind,
    check_width,
};
use super::error::TableError;
use super::printed::PrintedNumber;
use crate::inference::chi_square::{CountClass, FEWEST_EXPECTED};
use crate::inference::{ChiSquare, Proportion, fisher};
use crate::joint::Joint;
use crate::origin::Origin;
use crate::reading::TablesRead;
use crate::unbiased::{Estimate, Weight, correction, weighted_moments};
use crate::{Gap, Generator};
use gradus_table::expression::{Condition, Formula};
use gradus_table::table::{Column, Entry};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Shares {
    /// The number that stands for the value 0 in means.
    #[serde(default)]
    zero_as: f64,
    /// True if differences are unsigned.
    #[serde(default)]
    absolute: bool,
    columns: Vec<Sample>,
    lines: Vec<SharesLine>,
}

/// A column: a sample of puzzles and the quantity counted in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Sample {
    name: String,
    #[serde(deserialize_with = "column_or_gap")]
    of: Formula,
    /// The generator of the puzzles, or `None` for a collection, which can be
    /// compared with any other.
    generator: Option<Generator>,
    #[serde(default)]
    unbiased: bool,
    sample: u64,
    /// The size of an unbiased sample of the same precision, if it is weighted.
    effective: Option<f64>,
}

/// Parses the subject of a column: a column of ratings tables, or the gap between two.
fn column_or_gap<'de, D: Deserializer<'de>>(text: D) -> Result<Formula, D::Error> {
    let of: Formula = String::deserialize(text)?.parse().map_err(Error::custom)?;
    if of.column().is_some() || of.gap().is_some() {
        Ok(of)
    } else {
        Err(Error::custom(format!("{of} is neither a column nor a gap")))
    }
}

/// A line: one value, some values, all the rest, or a moment.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SharesLine {
    /// The condition on the values of the columns, each of which is named `value`.
    #[serde(rename = "where")]
    condition: Option<String>,
    /// True if the line is about the puzzles without a value, which no tried rule solves.
    #[serde(default)]
    unsolved: bool,
    measure: Option<ShareMeasure>,
    printed: Vec<PrintedNumber>,
    #[serde(default)]
    correct: Vec<PrintedNumber>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ShareMeasure {
    Mean,
    Sd,
    Max,
}

/// The subject of a line.
enum LineSubject {
    Values(i32, i32),
    Unsolved,
    Moment(ShareMeasure),
}

impl LineSubject {
    /// Returns true if the line counts the puzzles with this value.
    fn counts(&self, value: Option<i32>) -> bool {
        match self {
            LineSubject::Values(from, to) => value.is_some_and(|v| (*from..=*to).contains(&v)),
            LineSubject::Unsolved => value.is_none(),
            LineSubject::Moment(_) => false,
        }
    }
}

impl SharesLine {
    fn subject(&self) -> Option<LineSubject> {
        match (&self.condition, self.measure, self.unsolved) {
            (Some(condition), None, false) => {
                let (from, to) = condition.parse::<Condition>().ok()?.range_of("value");
                let number = |number: i64| i32::try_from(number).ok();
                let to = to.map_or(Some(i32::MAX), number)?;
                Some(LineSubject::Values(number(from?)?, to))
            }
            (None, Some(measure), false) => Some(LineSubject::Moment(measure)),
            (None, None, true) => Some(LineSubject::Unsolved),
            _ => None,
        }
    }

    fn label(&self) -> String {
        match self.subject() {
            Some(LineSubject::Values(from, to)) if from == to => from.to_string(),
            Some(LineSubject::Values(from, i32::MAX)) => format!("≥{from}"),
            Some(LineSubject::Values(from, to)) => format!("{from}-{to}"),
            Some(LineSubject::Unsolved) => "unsolved".to_string(),
            Some(LineSubject::Moment(ShareMeasure::Mean)) => "mean".to_string(),
            Some(LineSubject::Moment(ShareMeasure::Sd)) => "standard deviation".to_string(),
            Some(LineSubject::Moment(ShareMeasure::Max)) => "max".to_string(),
            None => String::new(),
        }
    }

    fn blank(&self, place: usize) -> ComparisonCell {
        ComparisonCell::new(&self.printed[place], self.correct.get(place))
    }
}

/// A group of like puzzles in the measured sample: their weight, their value if it
/// is finite, and their number.
struct WeightedGroup {
    weight: f64,
    value: Option<i32>,
    count: u64,
}

impl Sample {
    /// The measured puzzles, if they were generated like those of the column.
    fn measured(
        &self,
        joint: &Joint,
        origin: &Origin,
        absolute: bool,
    ) -> Option<Vec<WeightedGroup>> {
        if self.generator.is_some() && origin.kind != self.generator {
            return None;
        }
        let weight = |clues: Entry| match (self.unbiased, clues.finite()) {
            (true, clues) => correction(clues.unwrap_or(0)),
            (false, _) => 1.0,
        };
        let group = |clues: Entry, value: Option<i32>, count: u64| WeightedGroup {
            weight: weight(clues),
            value,
            count,
        };
        let Some((minuend, subtrahend)) = self.of.gap() else {
            let cells = joint
                .project([Column::Clues, self.of.column()?])?
                .into_iter();
            let defined = cells.filter(|([_, entry], _)| *entry != Entry::NotApplicable);
            let value = |entry: Entry| entry.finite().map(i32::from);
            let groups = defined.map(|([clues, entry], n)| group(clues, value(entry), n));
            return Some(groups.collect());
        };
        let gap = Gap {
            minuend,
            subtrahend,
        };
        let cells = joint
            .project([Column::Clues, minuend, subtrahend])?
            .into_iter();
        let groups = cells.filter_map(|([clues, a, b], count)| {
            let difference = gap.between(a, b)?;
            let value = if absolute {
                difference.abs()
            } else {
                difference
            };
            Some(group(clues, Some(value), count))
        });
        Some(groups.collect())
    }

    /// The size of an unbiased sample as precise as the published one.
    fn published_size(&self) -> f64 {
        self.effective.unwrap_or(self.sample as f64)
    }
}

impl TableKind for Shares {
    fn check(&self) -> Result<(), TableError> {
        for line in &self.lines {
            let label = line.label();
            if line.subject().is_none() {
                return Err(TableError::Line(format!("{:?}", line.printed)));
            }
            check_width(&label, &line.printed, &line.correct, self.columns.len())?;
        }
        Ok(())
    }

    fn variable(&self) -> Option<String> {
        let heading = |sample: &Sample| {
            if self.absolute {
                format!("|{}|", sample.of.heading())
            } else {
                sample.of.heading()
            }
        };
        let mut headings: Vec<String> = self.columns.iter().map(heading).collect();
        headings.dedup();
        (!headings.is_empty()).then(|| headings.join(" or "))
    }

    fn compare(&self, reading: &TablesRead, origin: &Origin) -> Compared {
        let joint = &reading.joint;
        let measured: Vec<_> = self
            .columns
            .iter()
            .map(|column| (column, column.measured(joint, origin, self.absolute)))
            .collect();
        let columns = measured.iter().enumerate();
        let columns = columns.map(|(place, (column, alike))| ComparisonColumn {
            chi_square: alike
                .as_ref()
                .and_then(|alike| self.chi_square(place, column, alike)),
            ..ComparisonColumn::new(&column.name, Some(column.sample))
        });
        let line = |line: &SharesLine| {
            let cells = measured.iter().enumerate().map(|(place, (column, alike))| {
                let cell = line.blank(place);
                match (alike, line.subject()) {
                    (Some(alike), Some(subject)) => self.cell(cell, column, alike, &subject),
                    _ => cell,
                }
            });
            ComparisonLine {
                label: line.label(),
                unit: match line.measure {
                    Some(_) => ComparisonUnit::Number,
                    None => ComparisonUnit::Percent,
                },
                cells: cells.collect(),
            }
        };
        (columns.collect(), self.lines.iter().map(line).collect())
    }
}

impl Shares {
    /// The test of the measured distribution against that of a column, or `None` if the
    /// lines are not classes.
    fn chi_square(
        &self,
        place: usize,
        column: &Sample,
        alike: &[WeightedGroup],
    ) -> Option<ChiSquare> {
        let mut ranges = Vec::new();
        for line in &self.lines {
            let cell = line.blank(place);
            if let (Some(LineSubject::Values(from, to)), Some(printed)) =
                (line.subject(), cell.published())
            {
                ranges.push((from, to, printed.range()));
            }
        }
        ranges.sort_unstable_by_key(|(from, _, _)| *from);
        if ranges.windows(2).any(|pair| pair[1].0 <= pair[0].1) {
            return None;
        }
        let all = weight(alike, |_| true);
        let mut classes = Vec::new();
        let (mut least, mut most) = (0.0, 0.0);
        for (from, to, (low, high)) in ranges {
            let ours = weight(alike, |value| LineSubject::Values(from, to).counts(value));
            let (low, high) = (low.max(0.0) / 100.0, high / 100.0);
            least += low;
            most += high;
            classes.push(CountClass {
                ours,
                published: (ours.sum() / all.sum()).clamp(low, high),
            });
        }
        // The values that no line lists.
        let listed: Weight = classes.iter().map(|class| class.ours).sum();
        let ours = listed.rest_of(&all);
        let (low, high) = ((1.0_f64 - most).max(0.0), (1.0_f64 - least).max(0.0));
        classes.push(CountClass {
            ours,
            published: (ours.sum() / all.sum()).clamp(low, high),
        });
        ChiSquare::homogeneity(&classes, column.published_size())
    }

    fn cell(
        &self,
        cell: ComparisonCell,
        column: &Sample,
        alike: &[WeightedGroup],
        subject: &LineSubject,
    ) -> ComparisonCell {
        match subject {
            LineSubject::Values(..) | LineSubject::Unsolved => {
                share_cell(cell, column, alike, |value| subject.counts(value))
            }
            LineSubject::Moment(ShareMeasure::Max) => {
                // It grows with the sample, so a subtraction makes no sense.
                let max = alike.iter().filter_map(|alike| alike.value).max();
                let measured = max.map(|max| Estimate::exact(max.into()));
                ComparisonCell { measured, ..cell }
            }
            LineSubject::Moment(measure) => {
                let value = |value: i32| match value {
                    0 => self.zero_as,
                    value => value.into(),
                };
                let cells = alike
                    .iter()
                    .filter_map(|alike| Some((alike.weight, value(alike.value?), alike.count)));
                let cells: Vec<_> = cells.collect();
                let size = weight(alike, |_| true).effective_size();
                let moments = weighted_moments(&cells);
                let estimate = moments.map(|(mean, sd)| match measure {
                    ShareMeasure::Sd => sd,
                    _ => mean,
                });
                // The published estimate varies like the measured one, except for
                // the sizes of the samples.
                let ratio = 1.0 + size / column.published_size();
                let error = estimate.map_or(0.0, |estimate| estimate.error);
                cell.with(estimate, |_| Some(error * error * ratio))
            }
        }
    }
}

/// The weight of the puzzles whose value meets a condition.
fn weight(alike: &[WeightedGroup], meets: impl Fn(Option<i32>) -> bool) -> Weight {
    let chosen = alike.iter().filter(|alike| meets(alike.value));
    chosen.map(|alike| (alike.weight, alike.count)).collect()
}

/// The share of the values that meet a condition, in percent.
fn share_cell(
    cell: ComparisonCell,
    column: &Sample,
    alike: &[WeightedGroup],
    meets: impl Fn(Option<i32>) -> bool,
) -> ComparisonCell {
    let all = weight(alike, |_| true);
    let part = weight(alike, meets);
    let Some(measured) = part.percent_of(&all) else {
        return cell;
    };
    let sizes = [all.effective_size(), column.published_size()];
    // A few puzzles do not show the weights of their class: one more puzzle, with
    // the mean weight of the sample, keeps a rare class from appearing too precise.
    let heaviness = |class: Weight| match column.of.column() {
        Some(Column::Clues) if class.sum() > 0.0 => class.heaviness(),
        _ => class.with_one_of(&all).heaviness(),
    };
    let rest = part.rest_of(&all);
    let [inside, outside] = [part, rest].map(heaviness);
    let variance = |published: f64| {
        // Both shares estimate the same quantity; the pooled estimate is the best.
        let pooled = (measured.value * sizes[0] + published * sizes[1]) / (sizes[0] + sizes[1]);
        let share = (pooled / 100.0).clamp(0.0, 1.0);
        let spread = 100.0 * 100.0 * share * (1.0 - share);
        let heaviness = (1.0 - share) * inside + share * outside;
        Some(spread * (heaviness / all.sum() + 1.0 / sizes[1]))
    };
    let cell = cell.with(Some(measured), variance);
    let Some((low, high)) = cell.published().map(PrintedNumber::range) else {
        return cell;
    };
    // If nearly all puzzles are in the class, count those outside.
    let counted = if measured.value <= 50.0 {
        counted(&part, &all, inside, (low, high), column)
    } else {
        counted(&rest, &all, outside, (100.0 - high, 100.0 - low), column)
    };
    let is_few = fisher::expected(counted) < FEWEST_EXPECTED;
    cell.with_exact(is_few.then(|| fisher::p_value(counted)))
}

/// A class of puzzles in our sample and in the published one. In a weighted sample,
/// every puzzle has the mean weight of the class. Of all numbers that the published
/// percentage can stand for, the nearest to ours is taken.
fn counted(
    class: &Weight,
    all: &Weight,
    heaviness: f64,
    published: (f64, f64),
    column: &Sample,
) -> [Proportion; 2] {
    let whole = |number: f64| number.round() as u64;
    let heaviness = if heaviness > 0.0 { heaviness } else { 1.0 };
    let hits = whole(class.sum() / heaviness);
    let ours = Proportion {
        hits,
        size: whole(all.sum() / heaviness).max(hits),
    };
    let size = whole(column.sample as f64 * all.mean() / heaviness);
    let share = class.sum() / all.sum();
    let (low, high) = (published.0.max(0.0) / 100.0, published.1.max(0.0) / 100.0);
    let theirs = Proportion {
        hits: whole(share.clamp(low, high) * size as f64).min(size),
        size,
    };
    [ours, theirs]
}
