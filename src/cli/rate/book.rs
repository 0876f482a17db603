//! `gradus rate --book`: the puzzles of the books, compared with their printed values.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::{Result, bail};
use serde_json::Value;

use super::choice::RatingChoice;
use super::printer::{JsonRow, Printer, STATUS, columns};
use crate::cli::exit::ExitStatus;
use crate::io::counted;
use gradus_engine::rating::{Rejection, Request, classify};
use gradus_puzzles::book::{self, BookPuzzle, Printed};
use gradus_puzzles::read;

/// The published values of a column.
#[derive(Default)]
struct PublishedTally {
    published: usize,
    misprints: usize,
}

/// Rates the puzzles of the books next to their published values. Fails if a value is not as
/// expected.
pub(super) fn rate<W: Write>(
    printer: &mut Printer<W>,
    request: &Request,
    choice: &RatingChoice,
) -> Result<ExitStatus> {
    let puzzles = book::puzzles();
    let mut tallies: BTreeMap<String, PublishedTally> = BTreeMap::new();
    let mut wrong = 0;
    for entry in &puzzles {
        let mut checked = check(entry, request);
        if printer.is_json() {
            checked.measured = choice.applicable(checked.measured);
        }
        wrong += checked.differences.len();
        for name in checked.published.keys() {
            let tally = tallies.entry(name.clone()).or_default();
            tally.published += 1;
            tally.misprints += usize::from(entry.correct.contains_key(name));
        }
        let row = book_row(entry, checked, printer.is_json());
        printer.print(&row, None)?;
    }
    let tallies = tallies.iter().map(|(name, tally)| {
        let misprinted = match tally.misprints {
            0 => String::new(),
            n => format!(" ({n} misprinted)"),
        };
        format!("{} published {}{misprinted}", tally.published, plural(name))
    });
    let tallies: Vec<String> = tallies.collect();
    let count = counted(puzzles.len() as u64, "puzzle");
    let summary = format!("{count}: {}", tallies.join(", "));
    if wrong > 0 {
        let values = counted(wrong as u64, "value");
        bail!("{summary}; {values} NOT as expected");
    }
    let _ = writeln!(io::stderr(), "{summary}, all reproduced");
    Ok(ExitStatus::Done)
}

/// The measured values of a puzzle of the books, next to the published ones.
struct BookComparison {
    measured: JsonRow,
    /// Published values of the columns that were measured.
    published: JsonRow,
    misprints: Vec<String>,
    /// Differences from the expected values.
    differences: Vec<String>,
    /// The reason why the puzzle was rejected.
    refusal: Option<String>,
}

fn check(entry: &BookPuzzle, request: &Request) -> BookComparison {
    let (measured, solutions, refusal) = match read(&entry.puzzle) {
        Err(error) => (JsonRow::new(), 0, Some(error.to_string())),
        Ok(puzzle) => match classify(puzzle.as_ref(), request) {
            Ok(numbers) => (columns(&numbers), 1, None),
            Err(rejection) => {
                let solutions = 2 * usize::from(rejection == Rejection::SeveralSolutions);
                (JsonRow::new(), solutions, Some(rejection.to_string()))
            }
        },
    };
    let (mut published, mut misprints, mut differences) = (JsonRow::new(), vec![], vec![]);
    if entry.solutions.min(2) != solutions {
        differences.push(format!("expected {} solutions", entry.solutions));
    }
    for (name, value) in &measured {
        if let Some(printed) = entry.published.get(name) {
            let printed_value = match printed {
                Printed::Number(number) => (*number).into(),
                Printed::Word(word) => word.clone().into(),
            };
            published.insert(name.clone(), printed_value);
            if let Some(correct) = entry.correct.get(name) {
                let reason = entry.reason.as_deref().unwrap_or_default();
                misprints.push(format!(
                    "misprint: {name} is {correct}, not {printed}. {reason}"
                ));
            }
        }
        let status = measured.get(&format!("{name}{STATUS}"));
        let status = status.and_then(Value::as_str).unwrap_or("infinite");
        let expected = entry.expected(name);
        if let Some(expected) = expected.filter(|expected| !agrees(value, status, expected)) {
            differences.push(format!("WRONG: {name} should be {expected}"));
        }
    }
    BookComparison {
        measured,
        published,
        misprints,
        differences,
        refusal,
    }
}

/// Returns true if a measured value is the expected one. The books write 0 for the class of a
/// puzzle that braids solve, where it is not defined.
fn agrees(measured: &Value, status: &str, expected: &Printed) -> bool {
    match expected {
        Printed::Number(0) if status == "not applicable" => true,
        Printed::Number(number) => measured.as_u64() == Some(*number),
        Printed::Word(word) => word == status && measured.is_null(),
    }
}

fn book_row(entry: &BookPuzzle, checked: BookComparison, json: bool) -> JsonRow {
    let as_expected = checked.differences.is_empty();
    let remarks = [checked.differences, checked.misprints].concat();
    let remarks: Vec<String> = checked.refusal.into_iter().chain(remarks).collect();
    let remark = remarks.join("; ");
    let mut row = JsonRow::new();
    row.insert("id".into(), entry.id.as_str().into());
    if json {
        row.insert("puzzle".into(), entry.puzzle.as_str().into());
    }
    row.extend(checked.measured);
    row.insert("published".into(), checked.published.into());
    if json {
        row.insert("as_expected".into(), as_expected.into());
    }
    row.insert("remark".into(), remark.into());
    row
}

/// The values of a column, for the summary.
fn plural(column: &str) -> String {
    match column {
        "te" => "T&E depths".to_string(),
        other => format!("values of {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::printer::text;
    use super::*;

    #[test]
    fn a_wrong_value_would_be_marked() {
        let mut entry = book::puzzles().swap_remove(0);
        assert!(check(&entry, &Request::default()).differences.is_empty());
        entry.published.insert("te".into(), Printed::Number(5));
        entry.solutions = 2;
        let row = book_row(&entry, check(&entry, &Request::default()), true);
        assert_eq!(row["as_expected"], false);
        let remark = "expected 2 solutions; WRONG: te should be 5";
        assert_eq!(row["remark"], remark);
    }

    #[test]
    fn null_is_a_dash_and_stands_for_infinite() {
        assert_eq!(text(&Value::Null), "-");
        let infinite = Printed::Word("infinite".into());
        assert!(agrees(&Value::Null, "infinite", &infinite));
        assert!(!agrees(&Value::Null, "infinite", &Printed::Number(0)));
        assert!(!agrees(&3.into(), "exact", &infinite));
    }
}
