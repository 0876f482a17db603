//! A published table beside what is measured.

use crate::sheet::number::{digits, grouped};
use crate::sheet::{Sheet, SheetCell};
use crate::stats::published::{
    Comparison, ComparisonCell, ComparisonColumn, ComparisonLine, PrintedNumber,
};
use gradus_model::read;

/// The published table: a group of columns for each of its own, with what could be
/// measured beside the published numbers.
pub fn comparison(comparison: &Comparison) -> Sheet {
    let title = format!("{}: {}", comparison.id, comparison.title);
    let mut sheet = Sheet::new(comparison.id.clone(), title, [""]);
    sheet = sheet.with_note(format!("Published: {}.", comparison.source));
    sheet.notes.extend(comparison.notes.iter().cloned());
    sheet.notes.push(verdict(comparison));
    sheet.notes.extend(samples(comparison));
    if comparison.largest_sigmas().is_some() {
        sheet = sheet.with_note(EXPLANATION);
    }
    let columns = 0..comparison.columns.len();
    let beside: Vec<Vec<Beside>> = columns.map(|at| Beside::of(comparison, at)).collect();
    for (column, beside) in comparison.columns.iter().zip(&beside) {
        let heads = beside.iter().map(|beside| beside.head());
        sheet = sheet.group(&column.name, ["published"].into_iter().chain(heads));
    }
    let row = |line: &ComparisonLine| {
        let mut cells = vec![match read(&line.label) {
            Ok(_) => SheetCell::Code(line.label.clone()),
            Err(_) => line.label.as_str().into(),
        }];
        for (cell, beside) in line.cells.iter().zip(&beside) {
            cells.push(published(cell));
            cells.extend(beside.iter().map(|beside| beside.cell(cell)));
        }
        cells
    };
    sheet.with_rows(comparison.lines.iter().map(row))
}

const EXPLANATION: &str = "Δ/σ is the difference, measured minus published, in standard errors of \
    both together. Two samples of puzzles of one kind differ by more than 2 in one number of \
    twenty, by more than 3 in one of four hundred.";

/// The sizes of the published samples, if there are some.
fn samples(comparison: &Comparison) -> Option<String> {
    let sample = |column: &ComparisonColumn| {
        let size = grouped(column.sample?);
        Some(format!("{size} ({})", column.name))
    };
    let samples: Vec<String> = comparison.columns.iter().filter_map(sample).collect();
    let text = || format!("Published sample sizes: {}.", samples.join(", "));
    (!samples.is_empty()).then(text)
}

/// What the comparison comes to.
fn verdict(comparison: &Comparison) -> String {
    let cells = || comparison.lines.iter().flat_map(|line| &line.cells);
    let compared = cells().filter(|cell| cell.difference.is_some()).count();
    let sigmas: Vec<f64> = cells()
        .filter_map(|cell| cell.sigmas)
        .map(f64::abs)
        .collect();
    let differing = cells().filter(|cell| cell.difference.is_some_and(|d| d != 0.0));
    match (compared, comparison.largest_sigmas(), differing.count()) {
        (0, _, _) => "Nothing of it could be measured with these puzzles.".to_string(),
        (_, Some(largest), _) => format!(
            "{} numbers are compared in standard errors: {} differ by more than 2, the largest \
             difference is {largest:.1}.",
            sigmas.len(),
            sigmas.iter().filter(|sigma| **sigma > 2.0).count()
        ),
        (_, None, 0) => format!("All {compared} numbers that could be measured are as published."),
        (_, None, n) => {
            format!("{n} of the {compared} numbers that could be measured are not as published.")
        }
    }
}

/// What can be shown beside a published number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The measured number.
    Measured,
    /// Its standard error.
    Error,
    /// Measured minus published.
    Difference,
    /// The difference in standard errors.
    Sigmas,
}

impl Beside {
    /// What there is to show beside a published column.
    pub fn of(comparison: &Comparison, column: usize) -> Vec<Beside> {
        let all = [
            Beside::Measured,
            Beside::Error,
            Beside::Difference,
            Beside::Sigmas,
        ];
        let lines = || comparison.lines.iter();
        let cells = || lines().filter_map(|line| line.cells.get(column));
        let shows = |beside: &Beside| cells().any(|cell| beside.cell(cell) != SheetCell::Empty);
        all.into_iter().filter(shows).collect()
    }

    fn head(self) -> &'static str {
        match self {
            Beside::Measured => "measured",
            Beside::Error => super::ERROR,
            Beside::Difference => "difference",
            Beside::Sigmas => "Δ/σ",
        }
    }

    fn cell(self, cell: &ComparisonCell) -> SheetCell {
        let error = cell.measured.map(|measured| measured.error);
        let number = |number: f64, digits: usize| match error == Some(0.0) && number.fract() == 0.0
        {
            true => SheetCell::Fixed(number, 0),
            false => SheetCell::Significant(number, digits),
        };
        match self {
            Beside::Measured => cell
                .measured
                .map(|measured| number(measured.value, digits(measured.value, measured.error))),
            Beside::Error => error
                .filter(|error| *error > 0.0)
                .map(|error| SheetCell::Significant(error, 2)),
            Beside::Difference => cell.difference.map(|difference| number(difference, 3)),
            Beside::Sigmas => cell.sigmas.map(|sigmas| SheetCell::Fixed(sigmas, 1)),
        }
        .unwrap_or(SheetCell::Empty)
    }
}

/// What is printed, with the right number beside a misprint.
fn published(cell: &ComparisonCell) -> SheetCell {
    let printed = cell.printed.as_ref();
    let printed = printed.map_or(String::new(), PrintedNumber::to_string);
    match &cell.correct {
        Some(correct) => SheetCell::Written(format!("{printed} (correct: {correct})")),
        None => SheetCell::Written(printed),
    }
}
