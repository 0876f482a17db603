//! A published table next to the measured numbers: its columns, lines and cells.

use serde::Serialize;

use super::error::TableError;
use super::printed::PrintedNumber;
use crate::inference::{ChiSquare, normal_tails};
use crate::origin::Origin;
use crate::reading::{ReadPlan, TablesRead};
use crate::unbiased::Estimate;

/// A published number next to the measured one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ComparisonCell {
    /// The number as printed, or `None` where the table has no number.
    pub printed: Option<PrintedNumber>,
    /// The correct number, where the printed one is a misprint.
    pub correct: Option<PrintedNumber>,
    /// The measured number, or `None` if the column is about other puzzles or cannot be measured.
    pub measured: Option<Estimate>,
    /// Measured minus published (the correct number if the printed one is wrong).
    pub difference: Option<f64>,
    /// The difference in standard errors of both numbers, or `None` where both are
    /// counts of the same puzzles, where the published error is unknown, or where
    /// the expected counts are too small for standard errors.
    pub sigmas: Option<f64>,
    /// Where few puzzles are expected: the p-value of Fisher's exact test that two
    /// samples of one source differ this much.
    pub exact_p: Option<f64>,
}

impl ComparisonCell {
    pub(super) fn new(printed: &PrintedNumber, correct: Option<&PrintedNumber>) -> ComparisonCell {
        let number = |printed: &PrintedNumber| (!printed.is_blank()).then(|| printed.clone());
        ComparisonCell {
            printed: number(printed),
            correct: correct.and_then(number),
            ..ComparisonCell::default()
        }
    }

    /// The published number: the correct one if there was a misprint.
    pub fn published(&self) -> Option<&PrintedNumber> {
        self.correct.as_ref().or(self.printed.as_ref())
    }

    /// Adds a measured number. `variance` returns the variance of the difference,
    /// without rounding, given the published number.
    pub(super) fn with(
        mut self,
        measured: Option<Estimate>,
        variance: impl Fn(f64) -> Option<f64>,
    ) -> ComparisonCell {
        let Some(measured) = measured else {
            return self;
        };
        if let Some(published) = self.published().filter(|_| measured.value.is_finite()) {
            let difference = match measured.value - published.value() {
                // Two decimal fractions that are equal up to rounding.
                d if d.abs() < 1e-12 * measured.value.abs() => 0.0,
                difference => difference,
            };
            let variance = variance(published.value());
            let rounding = published.rounding_variance();
            let error = variance.map(|variance| (variance + rounding).sqrt());
            self.sigmas = error
                .filter(|error| *error > 0.0)
                .map(|error| difference / error);
            self.difference = Some(difference);
        }
        self.measured = Some(measured);
        self
    }

    /// Adds a number measured on the same puzzles, rounded like the published one:
    /// they are equal if it rounds to that, halves in either direction.
    pub(super) fn with_rounded(mut self, measured: f64) -> ComparisonCell {
        let unit = self.published().map_or(1.0, PrintedNumber::unit);
        let rounded = (measured / unit).round() * unit;
        if let Some(published) = self.published().map(PrintedNumber::value) {
            let is_equal = (measured - published).abs() <= unit * (0.5 + 1e-9);
            self.difference = Some(if is_equal { 0.0 } else { rounded - published });
        }
        self.measured = Some(Estimate::exact(rounded));
        self
    }

    /// Replaces standard errors by an exact p-value, if there is one.
    pub(super) fn with_exact(mut self, p: Option<f64>) -> ComparisonCell {
        if p.is_some() && self.difference.is_some() {
            self.sigmas = None;
            self.exact_p = p;
        }
        self
    }

    /// The probability that two samples of one source differ this much.
    pub(crate) fn p(&self) -> Option<f64> {
        self.exact_p.or_else(|| self.sigmas.map(normal_tails))
    }
}

/// The unit of the numbers of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonUnit {
    /// Shares in percent.
    Percent,
    /// Means, standard deviations and similar numbers.
    Number,
    /// Counts of puzzles.
    Count,
}

/// A line of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonLine {
    /// The subject of the line.
    pub label: String,
    /// The unit of its numbers.
    pub unit: ComparisonUnit,
    /// Its numbers, column by column.
    pub cells: Vec<ComparisonCell>,
}

/// A column of a published table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonColumn {
    /// Its heading.
    pub name: String,
    /// The size of the published sample.
    pub sample: Option<u64>,
    /// The test of the measured distribution against the published one, if it is
    /// one and could be measured.
    pub chi_square: Option<ChiSquare>,
}

impl ComparisonColumn {
    pub(super) fn new(name: impl Into<String>, sample: Option<u64>) -> ComparisonColumn {
        ComparisonColumn {
            name: name.into(),
            sample,
            chi_square: None,
        }
    }
}

pub(super) type Compared = (Vec<ComparisonColumn>, Vec<ComparisonLine>);

/// The content of a published table.
pub(super) trait TableKind: std::fmt::Debug + Send + Sync {
    /// Returns an error if its lines do not fit its columns.
    fn check(&self) -> Result<(), TableError>;

    /// The data to collect besides the joint distribution of all rows.
    fn plan(&self) -> ReadPlan {
        ReadPlan::default()
    }

    /// The variable whose values the lines are: one quantity or, in some tables, several.
    fn variable(&self) -> Option<String> {
        None
    }

    /// Compares the table with the measured numbers.
    fn compare(&self, reading: &TablesRead, origin: &Origin) -> Compared;
}

/// A published table next to the measured numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The table's name, such as `pbcs-6.4`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The variable whose values its lines are, if they are shares.
    pub variable: Option<String>,
    /// Book, chapter and table.
    pub source: String,
    /// Notes for the reader, above all on misprints.
    pub notes: Vec<String>,
    /// The columns.
    pub columns: Vec<ComparisonColumn>,
    /// The lines.
    pub lines: Vec<ComparisonLine>,
}

impl Comparison {
    /// Returns true if any number of a column could be measured.
    pub(crate) fn is_measured(&self, column: usize) -> bool {
        let mut cells = self.lines.iter().filter_map(|line| line.cells.get(column));
        cells.any(|cell| cell.measured.is_some())
    }

    /// Fills gaps from another comparison with the same table.
    pub fn fill(&mut self, other: Comparison) {
        for (column, theirs) in self.columns.iter_mut().zip(other.columns) {
            column.chi_square = column.chi_square.or(theirs.chi_square);
        }
        let theirs = other.lines.into_iter().flat_map(|line| line.cells);
        let ours = self.lines.iter_mut().flat_map(|line| &mut line.cells);
        for (cell, theirs) in ours.zip(theirs) {
            if cell.measured.is_none() && theirs.measured.is_some() {
                *cell = theirs;
            }
        }
    }
}

/// Returns an error unless a line has a number for every column (and for every correction, if any).
pub(super) fn check_width(
    line: &str,
    printed: &[PrintedNumber],
    correct: &[PrintedNumber],
    expected: usize,
) -> Result<(), TableError> {
    let corrections = (!correct.is_empty()).then_some(correct.len());
    let mut widths = [printed.len()].into_iter().chain(corrections);
    match widths.find(|found| *found != expected) {
        Some(found) => Err(TableError::Width {
            line: line.to_string(),
            found,
            expected,
        }),
        None => Ok(()),
    }
}
