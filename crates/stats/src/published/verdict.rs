//! What the comparison with a published table comes to, in one word.
//!
//! Where the measured puzzles are those of the table, its numbers must be the same.
//! Where they are another sample, the word rests on the tests of whole columns: chi-square
//! for distributions, and standard errors or exact tests for means and the like. Of
//! several tests the smallest p-value counts, times their number (Bonferroni), which
//! holds even if they are not independent.

use std::fmt;

use serde::Serialize;

use super::comparison::{Comparison, ComparisonCell, ComparisonUnit};

const DOUBTFUL: f64 = 0.01;

const DIFFERENT: f64 = 0.001;

/// The word for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// No number could be measured.
    NotMeasured,
    /// The same puzzles, the same numbers.
    Equal,
    /// The same puzzles, other numbers.
    Unequal,
    /// What two samples of one source may well look like.
    Agrees,
    /// What happens to fewer than one pair of samples in a hundred.
    Doubtful,
    /// What happens to fewer than one pair of samples in a thousand.
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

/// A number of a table that stands out, and the line and column where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outlier {
    /// The number.
    pub value: f64,
    /// Where.
    pub place: String,
}

/// What some numbers of a table come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnVerdict {
    /// Published numbers that could be measured.
    pub compared: usize,
    /// Those that are exactly as published.
    pub equal: usize,
    /// Numbers that are printed wrong.
    pub misprints: usize,
    /// The largest difference of two numbers that should be the same, with its sign.
    pub largest_difference: Option<Outlier>,
    /// The largest difference in standard errors, with its sign.
    pub largest_sigmas: Option<Outlier>,
    /// Numbers that are compared in standard errors.
    pub in_sigmas: usize,
    /// The smallest exact p-value.
    pub smallest_exact: Option<Outlier>,
    /// Numbers that have an exact p-value.
    pub exact: usize,
}

/// What a comparison comes to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonResult {
    /// Over all columns.
    pub all: ColumnVerdict,
    /// The word for the table.
    pub word: Word,
    /// The tests that it rests on.
    pub tests: usize,
    /// The smallest p-value of these, times their number.
    pub p: Option<f64>,
}

impl Comparison {
    /// What the comparison comes to.
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

/// Keeps the one that is farther from 0; of two that are as far, the first.
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
