//! The parts of a summary, by name.

use std::str::FromStr;

use thiserror::Error;

use super::columns::{moments, overview, quantiles};
use super::pairs::{correlations, foreign};
use super::published::verdicts;
use super::rows::examples;
use crate::sheet::Sheet;
use crate::{Summary, Unbiased};

/// A part of a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SummaryPart {
    /// Summary statistics of every column.
    Overview,
    /// Mean, standard deviation, skewness and kurtosis.
    Moments,
    /// Median and other quantiles.
    Quantiles,
    /// The distributions of the number of clues and of the ratings.
    Distributions,
    /// The ratings by other columns.
    By,
    /// Correlations.
    Correlations,
    /// Cross-tables.
    Crosses,
    /// Differences of ratings.
    Differences,
    /// Unbiased estimates.
    Unbiased,
    /// Published tables next to the measured numbers.
    Tables,
}

/// The error for an unknown part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no part is called {0:?}: give some of {words}", words = SummaryPart::words())]
pub struct UnknownPart(String);

impl SummaryPart {
    /// All parts, in order.
    pub const ALL: [SummaryPart; 10] = [
        SummaryPart::Overview,
        SummaryPart::Moments,
        SummaryPart::Quantiles,
        SummaryPart::Distributions,
        SummaryPart::By,
        SummaryPart::Correlations,
        SummaryPart::Crosses,
        SummaryPart::Differences,
        SummaryPart::Unbiased,
        SummaryPart::Tables,
    ];

    /// Its name in lower case.
    fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    fn words() -> String {
        SummaryPart::ALL.map(SummaryPart::word).join(", ")
    }

    fn sheets(self, summary: &Summary) -> Vec<Sheet> {
        match self {
            SummaryPart::Overview => vec![overview(summary)],
            SummaryPart::Moments => vec![moments(summary)],
            SummaryPart::Quantiles => vec![quantiles(summary)],
            SummaryPart::Distributions => summary.distributions.iter().map(Sheet::from).collect(),
            SummaryPart::By => {
                let groupings = summary.groupings.iter().map(Sheet::from);
                summary
                    .by
                    .iter()
                    .map(Sheet::from)
                    .chain(groupings)
                    .collect()
            }
            SummaryPart::Correlations => {
                let ours = correlations(summary).into_iter();
                ours.chain(foreign(summary)).collect()
            }
            SummaryPart::Crosses => summary.crosses.iter().map(Sheet::from).collect(),
            SummaryPart::Differences => {
                let differences = summary.differences.iter();
                let sheets = differences.flat_map(|of| [Some(of.into()), examples(of)]);
                sheets.flatten().collect()
            }
            SummaryPart::Unbiased => {
                let unbiased = summary.unbiased.iter();
                let totals = |of: &Unbiased| of.totals.as_ref().map(Sheet::from);
                let sheets = unbiased.flat_map(|of| [Some(of.into()), totals(of)]);
                let quantiles = summary.resampled.as_ref().map(Sheet::from);
                sheets.flatten().chain(quantiles).collect()
            }
            SummaryPart::Tables => {
                let comparisons = &summary.comparisons;
                let verdicts = (!comparisons.is_empty()).then(|| verdicts(comparisons));
                let sheets = comparisons.iter().map(Sheet::from);
                sheets.chain(verdicts).collect()
            }
        }
    }
}

/// The tables of the given parts of a summary, in the order of the parts.
pub fn parts(summary: &Summary, wanted: &[SummaryPart]) -> Vec<Sheet> {
    let parts = SummaryPart::ALL
        .into_iter()
        .filter(|part| wanted.contains(part));
    parts.flat_map(|part| part.sheets(summary)).collect()
}

impl FromStr for SummaryPart {
    type Err = UnknownPart;

    fn from_str(word: &str) -> Result<SummaryPart, UnknownPart> {
        let mut parts = SummaryPart::ALL.into_iter();
        let found = parts.find(|part| part.word() == word.to_lowercase());
        found.ok_or_else(|| UnknownPart(word.to_string()))
    }
}
