//! The parts of a summary, by the words that ask for them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::columns::{
    by, distribution, grouping, moments, overview, quantiles, unbiased_quantiles,
};
use super::pairs::{correlations, cross, difference};
use super::published::{comparison, verdicts};
use super::rows::examples;
use super::unbiased::{by_clues, totals};
use crate::Summary;
use crate::sheet::Sheet;

/// A part of a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SummaryPart {
    /// The few numbers of every column.
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
    /// Published tables beside what is measured.
    Tables,
}

/// A word that names no part.
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

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            SummaryPart::Overview => "overview",
            SummaryPart::Moments => "moments",
            SummaryPart::Quantiles => "quantiles",
            SummaryPart::Distributions => "distributions",
            SummaryPart::By => "by",
            SummaryPart::Correlations => "correlations",
            SummaryPart::Crosses => "crosses",
            SummaryPart::Differences => "differences",
            SummaryPart::Unbiased => "unbiased",
            SummaryPart::Tables => "tables",
        }
    }

    fn words() -> String {
        SummaryPart::ALL.map(SummaryPart::word).join(", ")
    }

    /// Its tables.
    fn sheets(self, summary: &Summary) -> Vec<Sheet> {
        match self {
            SummaryPart::Overview => vec![overview(summary)],
            SummaryPart::Moments => vec![moments(summary)],
            SummaryPart::Quantiles => vec![quantiles(summary)],
            SummaryPart::Distributions => summary.distributions.iter().map(distribution).collect(),
            SummaryPart::By => {
                let columns = summary.by.iter().map(by);
                columns
                    .chain(summary.groupings.iter().map(grouping))
                    .collect()
            }
            SummaryPart::Correlations => correlations(summary).into_iter().collect(),
            SummaryPart::Crosses => summary.crosses.iter().map(cross).collect(),
            SummaryPart::Differences => {
                let differences = summary.differences.iter();
                let sheets = differences.flat_map(|of| [Some(difference(of)), examples(of)]);
                sheets.flatten().collect()
            }
            SummaryPart::Unbiased => {
                let unbiased = summary.unbiased.iter();
                let sheets =
                    unbiased.flat_map(|of| [Some(by_clues(of)), of.totals.as_ref().map(totals)]);
                let quantiles = unbiased_quantiles(summary);
                sheets.flatten().chain(quantiles).collect()
            }
            SummaryPart::Tables => {
                let comparisons = &summary.comparisons;
                let verdicts = (!comparisons.is_empty()).then(|| verdicts(comparisons));
                comparisons.iter().map(comparison).chain(verdicts).collect()
            }
        }
    }
}

/// The tables of some parts of a summary, in the order of the parts.
pub fn parts(summary: &Summary, wanted: &[SummaryPart]) -> Vec<Sheet> {
    let parts = SummaryPart::ALL
        .into_iter()
        .filter(|part| wanted.contains(part));
    parts.flat_map(|part| part.sheets(summary)).collect()
}

impl fmt::Display for SummaryPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for SummaryPart {
    type Err = UnknownPart;

    fn from_str(word: &str) -> Result<SummaryPart, UnknownPart> {
        let mut parts = SummaryPart::ALL.into_iter();
        let found = parts.find(|part| part.word().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownPart(word.to_string()))
    }
}

/// All tables of a summary, in the order of its parts.
pub fn summary(summary: &Summary) -> Vec<Sheet> {
    parts(summary, &SummaryPart::ALL)
}
