//! The result of the comparison with a published table, in one word.
//!
//! If the measured puzzles are those of the table, its numbers must be the same. If
//! they are another sample, the verdict rests on the tests of complete columns:
//! chi-square for distributions, and standard errors or exact tests for means and
//! similar numbers. Of several tests, the smallest p-value counts, times their
//! number (Bonferroni), which is valid even if they are not independent.

use std::fmt;

use serde::Serialize;

use super::comparison::{Comparison, ComparisonCell, ComparisonUnit};

const DOUBTFUL: f64 = 0.01;

const DIFFERENT: f64 = 0.001;

/// The verdict on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// No number could be measured.
    NotMeasured,
    /// The same puzzles, the same numbers.
    Equal,
    /// The same puzzles, different numbers.
    Unequal,
    /// A plausible result for two samples of one source.
    Agrees,
    /// A result of fewer than one pair of samples in a hundred.
    Doubtful,
    /// A result of fewer than one pair of samples in a thousand.
    Differs,
}

impl Word {
    pub(crate) fn of(p: f64) -> Word {
        match p {
            p if p < DIFFERENT => Word::Differs,
            p if p < DOUBTFUL => Word::Doubtful,
            _ => Word::Agrees,
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Word::NotMeasured => "not measured",
            Word::Equal => "equal",
            Word::Unequal => "not equal",
            Word::Agrees => "agrees",
            Word::Doubtful => "doubtful",
            Word::Differs => "differs",
        })
    }
}

/// An outlier in a table, with its line and column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outlier {
    /// The number.
    pub value: f64,
    /// The line and column.
    pub place: String,
}

/// A summary of some numbers of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnVerdict {
    /// Number of measured published numbers.
    pub compared: usize,
    /// Number of values that are exactly as published.
    pub equal: usize,
    /// Number of misprints.
    pub misprints: usize,
    /// The largest difference of two numbers that should be the same, with its sign.
    pub largest_difference: Option<Outlier>,
    /// The largest difference in standard errors, with its sign.
    pub largest_sigmas: Option<Outlier>,
    /// Number of values compared in standard errors.
    pub in_sigmas: usize,
    /// The smallest exact p-value.
    pub smallest_exact: Option<Outlier>,
    /// Number of values with an exact p-value.
    pub exact: usize,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonResult {
    /// Over all columns.
    pub all: ColumnVerdict,
    /// The verdict on the table.
    pub word: Word,
    /// Number of tests on which it rests.
    pub tests: usize,
    /// The smallest p-value of these tests, times their number.
    pub p: Option<f64>,
}

impl Comparison {
    /// Summarises the comparison.
    pub fn verdict(&self) -> ComparisonResult {
        let all = self.outcome(|_| true);
        let distributions = self.columns.iter().filter_map(|column| column.chi_square);
        let numbers = self.lines.iter();
        let numbers = numbers.filter(|line| line.unit == ComparisonUnit::Number);
        let numbers = numbers.flat_map(|line| &line.cells);
        let p_values: Vec<f64> = distributions
            .map(|test| test.p)
            .chain(numbers.filter_map(ComparisonCell::p))
            .collect();
        let smallest = p_values.iter().copied().reduce(f64::min);
        let p = smallest.map(|p| (p * p_values.len() as f64).min(1.0));
        let word = match p {
            Some(p) => Word::of(p),
            None if all.compared == 0 => Word::NotMeasured,
            None if all.equal == all.compared => Word::Equal,
            None => Word::Unequal,
        };
        ComparisonResult {
            all,
            word,
            tests: p_values.len(),
            p,
        }
    }

    pub(crate) fn column_verdict(&self, column: usize) -> ColumnVerdict {
        self.outcome(|place| place == column)
    }

    fn outcome(&self, chosen: impl Fn(usize) -> bool) -> ColumnVerdict {
        let mut outcome = ColumnVerdict::default();
        for line in &self.lines {
            let cells = line.cells.iter().zip(&self.columns).enumerate();
            for (_, (cell, column)) in cells.filter(|(place, _)| chosen(*place)) {
                let at = |value: f64| Outlier {
                    value,
                    place: format!("{}, {}", column.name, line.label),
                };
                outcome.misprints += usize::from(cell.correct.is_some());
                let Some(difference) = cell.difference else {
                    continue;
                };
                outcome.compared += 1;
                outcome.equal += usize::from(difference == 0.0);
                let of_same = line.unit != ComparisonUnit::Number && cell.p().is_none();
                if of_same && difference != 0.0 {
                    keep_larger(&mut outcome.largest_difference, at(difference));
                }
                if let Some(sigmas) = cell.sigmas {
                    outcome.in_sigmas += 1;
                    keep_larger(&mut outcome.largest_sigmas, at(sigmas));
                }
                if let Some(p) = cell.exact_p {
                    outcome.exact += 1;
                    let is_smaller = |found: &Outlier| p < found.value;
                    if outcome.smallest_exact.as_ref().is_none_or(is_smaller) {
                        outcome.smallest_exact = Some(at(p));
                    }
                }
            }
        }
        outcome
    }
}

/// Keeps the value farther from 0; in a tie, the first.
fn keep_larger(kept: &mut Option<Outlier>, other: Outlier) {
    let is_larger = |kept: &Outlier| other.value.abs() > kept.value.abs();
    if kept.as_ref().is_none_or(is_larger) {
        *kept = Some(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_by_the_p_value() {
        let words = [1.0, 0.01, 0.009, 0.001, 0.0009].map(Word::of);
        let [agrees, doubtful] = [Word::Agrees, Word::Doubtful];
        assert_eq!(words, [agrees, agrees, doubtful, doubtful, Word::Differs]);
    }
}
