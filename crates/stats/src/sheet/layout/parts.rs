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
pub enum Part {
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
#[error("no part is called {0:?}: give some of {words}", words = Part::words())]
pub struct UnknownPart(String);

impl Part {
    /// All parts, in order.
    pub const ALL: [Part; 10] = [
        Part::Overview,
        Part::Moments,
        Part::Quantiles,
        Part::Distributions,
        Part::By,
        Part::Correlations,
        Part::Crosses,
        Part::Differences,
        Part::Unbiased,
        Part::Tables,
    ];

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Part::Overview => "overview",
            Part::Moments => "moments",
            Part::Quantiles => "quantiles",
            Part::Distributions => "distributions",
            Part::By => "by",
            Part::Correlations => "correlations",
            Part::Crosses => "crosses",
            Part::Differences => "differences",
            Part::Unbiased => "unbiased",
            Part::Tables => "tables",
        }
    }

    fn words() -> String {
        Part::ALL.map(Part::word).join(", ")
    }

    /// Its tables.
    fn sheets(self, summary: &Summary) -> Vec<Sheet> {
        match self {
            Part::Overview => vec![overview(summary)],
            Part::Moments => vec![moments(summary)],
            Part::Quantiles => vec![quantiles(summary)],
            Part::Distributions => summary.distributions.iter().map(distribution).collect(),
            Part::By => {
                let columns = summary.by.iter().map(by);
                columns
                    .chain(summary.groupings.iter().map(grouping))
                    .collect()
            }
            Part::Correlations => correlations(summary).into_iter().collect(),
            Part::Crosses => summary.crosses.iter().map(cross).collect(),
            Part::Differences => {
                let differences = summary.differences.iter();
                let sheets = differences.flat_map(|of| [Some(difference(of)), examples(of)]);
                sheets.flatten().collect()
            }
            Part::Unbiased => {
                let unbiased = summary.unbiased.iter();
                let sheets =
                    unbiased.flat_map(|of| [Some(by_clues(of)), of.totals.as_ref().map(totals)]);
                let quantiles = unbiased_quantiles(summary);
                sheets.flatten().chain(quantiles).collect()
            }
            Part::Tables => {
                let comparisons = &summary.comparisons;
                let verdicts = (!comparisons.is_empty()).then(|| verdicts(comparisons));
                comparisons.iter().map(comparison).chain(verdicts).collect()
            }
        }
    }
}

/// The tables of some parts of a summary, in the order of the parts.
pub fn parts(summary: &Summary, wanted: &[Part]) -> Vec<Sheet> {
    let parts = Part::ALL.into_iter().filter(|part| wanted.contains(part));
    parts.flat_map(|part| part.sheets(summary)).collect()
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Part {
    type Err = UnknownPart;

    fn from_str(word: &str) -> Result<Part, UnknownPart> {
        let mut parts = Part::ALL.into_iter();
        let found = parts.find(|part| part.word().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownPart(word.to_string()))
    }
}

/// All tables of a summary, in the order of its parts.
pub fn summary(summary: &Summary) -> Vec<Sheet> {
    parts(summary, &Part::ALL)
}
