//! A published table next to measured numbers.

use super::cells::ERROR;
use crate::published::{
    ColumnVerdict, Comparison, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonResult,
    Outlier, PrintedNumber, Word,
};
use crate::sheet::{Sheet, SheetCell};
use gradus_puzzles::read;
use gradus_table::io::{digits, fixed, grouped, significant};

/// The published table: a group of columns for each of its columns, with the
/// measured numbers next to the published ones.
impl From<&Comparison> for Sheet {
    fn from(comparison: &Comparison) -> Sheet {
        let title = format!("{}: {}", comparison.id, comparison.title);
        let mut sheet = Sheet::new(comparison.id.clone(), title, [""]).keeping_digits();
        sheet = sheet.with_note(format!("Published: {}.", comparison.source));
        sheet.notes.extend(comparison.notes.iter().cloned());
        let verdict = comparison.verdict();
        sheet.notes.push(outcome(&verdict.all));
        sheet.notes.extend(chi_squares(comparison));
        sheet.notes.extend(word(&verdict));
        sheet.notes.extend(samples(comparison));
        if verdict.all.in_sigmas > 0 {
            sheet = sheet.with_note(SIGMAS);
        }
        if verdict.all.exact > 0 {
            sheet = sheet.with_note(EXACT);
        }
        let beside = |column: usize| -> Vec<Beside> {
            let cells = || {
                comparison
                    .lines
                    .iter()
                    .filter_map(|line| line.cells.get(column))
            };
            let shows = |(_, cell): &Beside| cells().any(|it| cell(it) != SheetCell::Empty);
            BESIDE.into_iter().filter(shows).collect()
        };
        let beside: Vec<_> = (0..comparison.columns.len()).map(beside).collect();
        for (column, beside) in comparison.columns.iter().zip(&beside) {
            let heads = beside.iter().map(|(head, _)| *head);
            sheet = sheet.group(&column.name, ["published"].into_iter().chain(heads));
        }
        let row = |line: &ComparisonLine| {
            let mut cells = vec![match read(&line.label) {
                Ok(_) => SheetCell::Code(line.label.clone()),
                Err(_) => line.label.as_str().into(),
            }];
            for (cell, beside) in line.cells.iter().zip(&beside) {
                cells.push(published(cell));
                cells.extend(beside.iter().map(|(_, beside)| beside(cell)));
            }
            cells
        };
        sheet.with_rows(comparison.lines.iter().map(row))
    }
}

const SIGMAS: &str = "Δ/σ is the difference, measured minus published, in standard errors of \
    both together. Two samples of puzzles of one kind differ by more than 2 in one number of \
    twenty, by more than 3 in one of four hundred.";

const EXACT: &str = "Where fewer than ten puzzles are to be expected in a sample, exact p is that \
    of Fisher’s exact test: the probability that two samples of one kind differ at least so much.";

fn samples(comparison: &Comparison) -> Option<String> {
    let sample = |column: &ComparisonColumn| {
        let size = grouped(column.sample?);
        Some(format!("{size} ({})", column.name))
    };
    let samples: Vec<String> = comparison.columns.iter().filter_map(sample).collect();
    let text = || format!("Published sample sizes: {}.", samples.join(", "));
    (!samples.is_empty()).then(text)
}

fn outcome(verdict: &ColumnVerdict) -> String {
    let ColumnVerdict {
        compared, equal, ..
    } = *verdict;
    let at = |outcome: &Outlier, value: String| format!("{value} ({})", outcome.place);
    let mut parts = Vec::new();
    if let Some(largest) = &verdict.largest_sigmas {
        parts.push(format!(
            "{} in standard errors, of which the largest difference has {}",
            verdict.in_sigmas,
            at(largest, fixed(largest.value, 1))
        ));
    }
    if let Some(smallest) = &verdict.smallest_exact {
        parts.push(format!(
            "{} by exact tests, of which the smallest p is {}",
            verdict.exact,
            at(smallest, significant(smallest.value, 2))
        ));
    }
    match (compared, parts.is_empty()) {
        (0, _) => "Nothing of it could be measured with these puzzles.".to_string(),
        (_, false) => format!("Numbers compared: {}.", parts.join("; ")),
        (_, true) if equal == compared => {
            format!("All {compared} numbers that could be measured are as published.")
        }
        (_, true) => {
            let largest = verdict.largest_difference.as_ref();
            let largest = largest.map_or(String::new(), |largest| {
                let value = at(largest, fixed(largest.value, 0));
                format!("; the largest difference is {value}")
            });
            let differ = compared - equal;
            format!(
                "{differ} of the {compared} numbers that could be measured are not as \
                 published{largest}."
            )
        }
    }
}

fn chi_squares(comparison: &Comparison) -> Option<String> {
    let text = |column: &ComparisonColumn| {
        let test = column.chi_square?;
        Some(format!(
            "{} {} on {}, p {}",
            column.name,
            fixed(test.statistic, 1),
            test.freedom,
            significant(test.p, 2)
        ))
    };
    let texts: Vec<String> = comparison.columns.iter().filter_map(text).collect();
    let head = "Chi-square and its degrees of freedom, small classes pooled";
    (!texts.is_empty()).then(|| format!("{head}: {}.", texts.join("; ")))
}

/// The verdict on the table, if it rests on tests.
fn word(verdict: &ComparisonResult) -> Option<String> {
    let p = significant(verdict.p?, 2);
    let tests = match verdict.tests {
        1 => format!("p is {p}"),
        tests => format!("the smallest p of {tests} tests, times {tests}, is {p}"),
    };
    let sentence = match verdict.word {
        Word::Agrees => "The table agrees with the published one",
        Word::Doubtful => "It is doubtful whether the table agrees with the published one",
        _ => "The table differs from the published one",
    };
    Some(format!("{sentence}: {tests}."))
}

/// The verdicts on comparisons with published tables: a row for each table, and one
/// for each measured column.
pub fn verdicts(comparisons: &[Comparison]) -> Sheet {
    let sheet = Sheet::new(
        VERDICTS,
        "What the comparisons come to",
        ["table", "column"],
    )
    .group("", ["numbers", "as published", "misprints"])
    .group("largest", ["difference", "at"])
    .group("largest", ["Δ/σ", "Δ/σ at"])
    .group("smallest", ["exact p", "at"])
    .group("", ["chi-square", "degrees of freedom", "p", "verdict"])
    .with_note(
        "The p of a table is the smallest of its tests, times their number. It agrees from p \
         0.01 on, and differs below 0.001.",
    )
    .keeping_digits();
    let rows = comparisons.iter().flat_map(|comparison| {
        let verdict = comparison.verdict();
        let whole = [
            SheetCell::Empty,
            SheetCell::Empty,
            SheetCell::significant(verdict.p, 2),
            verdict.word.to_string().into(),
        ];
        let whole = row(comparison, ALL_COLUMNS, &verdict.all, whole);
        let columns = comparison.columns.iter().enumerate();
        let measured = columns.filter(|(place, _)| comparison.is_measured(*place));
        let columns = measured.map(|(place, column)| {
            let test = column.chi_square;
            let test = [
                test.map(|test| SheetCell::Fixed(test.statistic, 1)).into(),
                test.map(|test| test.freedom as u64).into(),
                SheetCell::significant(test.map(|test| test.p), 2),
                SheetCell::Empty,
            ];
            let verdict = comparison.column_verdict(place);
            row(comparison, &column.name, &verdict, test)
        });
        [whole].into_iter().chain(columns).collect::<Vec<_>>()
    });
    sheet.with_rows(rows)
}

/// The name of the sheet of verdicts.
pub const VERDICTS: &str = "verdicts";

/// The name of the row for a complete table.
pub const ALL_COLUMNS: &str = "all";

fn row(
    comparison: &Comparison,
    column: &str,
    verdict: &ColumnVerdict,
    test: [SheetCell; 4],
) -> Vec<SheetCell> {
    let count = |count: usize| SheetCell::Count(count as u64);
    let found = |outlier: &Option<Outlier>, cell: fn(f64) -> SheetCell| {
        let outlier = outlier.as_ref();
        let value = outlier.map(|outlier| cell(outlier.value)).into();
        [value, outlier.map(|outlier| &outlier.place[..]).into()]
    };
    let mut cells = vec![
        comparison.id.as_str().into(),
        column.into(),
        count(verdict.compared),
        count(verdict.equal),
        count(verdict.misprints),
    ];
    let difference = |value| SheetCell::Fixed(value, 0);
    cells.extend(found(&verdict.largest_difference, difference));
    cells.extend(found(&verdict.largest_sigmas, |value| {
        SheetCell::Fixed(value, 1)
    }));
    cells.extend(found(&verdict.smallest_exact, |value| {
        SheetCell::Significant(value, 2)
    }));
    cells.extend(test);
    cells
}

/// A column next to a published number: its heading and the function for its cells.
type Beside = (&'static str, fn(&ComparisonCell) -> SheetCell);

const BESIDE: [Beside; 5] = [
    ("measured", |cell| {
        let value = cell
            .measured
            .map(|it| (it.value, digits(it.value, it.error)));
        value
            .map(|(value, digits)| number(cell, value, digits))
            .into()
    }),
    (ERROR, |cell| {
        let error = cell.measured.map(|measured| measured.error);
        SheetCell::significant(error.filter(|error| *error > 0.0), 2)
    }),
    ("difference", |cell| {
        cell.difference
            .map(|difference| number(cell, difference, 3))
            .into()
    }),
    ("Δ/σ", |cell| {
        cell.sigmas.map(|sigmas| SheetCell::Fixed(sigmas, 1)).into()
    }),
    ("exact p", |cell| SheetCell::significant(cell.exact_p, 2)),
];

fn number(cell: &ComparisonCell, number: f64, digits: usize) -> SheetCell {
    let is_exact = cell.measured.is_some_and(|measured| measured.error == 0.0);
    if is_exact && number.fract() == 0.0 && number.abs() < 1e6 {
        SheetCell::Fixed(number, 0)
    } else {
        SheetCell::Significant(number, digits)
    }
}

/// The published number, with the correct one next to a misprint.
fn published(cell: &ComparisonCell) -> SheetCell {
    let printed = cell.printed.as_ref();
    let printed = printed.map_or(String::new(), PrintedNumber::to_string);
    match &cell.correct {
        Some(correct) => SheetCell::Written(format!("{printed} (correct: {correct})")),
        None => SheetCell::Written(printed),
    }
}
