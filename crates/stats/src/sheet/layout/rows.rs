//! Lists of puzzles: the extreme ones, and those in which two tables differ.

use std::collections::BTreeSet;

use super::cells::{entry_cell, value_cell};
use crate::compare::ColumnAgreement;
use crate::difference::{Difference, Example};
use crate::extremes::{Extreme, ExtremeSide};
use crate::sheet::{Sheet, SheetCell};
use crate::{Agreement, Column, Entry, Extremes};
use gradus_engine::rating::Status;
use gradus_table::expression::{Known, Number};

/// The extreme puzzles of a table, for people.
pub fn extremes(extremes: &Extremes) -> Sheet {
    let by = &extremes.by;
    let columns = entry_columns(extremes);
    let others = columns
        .iter()
        .filter(|column| by.column() != Some(**column));
    let others: Vec<Column> = others.copied().collect();
    let is_ranked = |name: &str| by.name().is_some_and(|by| by.eq_ignore_ascii_case(name));
    let mut texts = text_columns(extremes);
    texts.retain(|name| !is_ranked(name));
    let is_other = by.name().is_some() && by.column().is_none();
    let row = |extreme: &Extreme| {
        let measure = extreme.measure;
        let (value, known) = match measure.known {
            // What stands in a column of another origin is not ours to prove.
            Known::Exact if is_other => (number(measure.number), "as given"),
            Known::Exact => (number(measure.number), "proven"),
            Known::Upper => (number(measure.number), "at most"),
            Known::Lower => (number(measure.number), "at least"),
            Known::Infinite => (SheetCell::written("∞"), "proven"),
            Known::MinusInfinite => (SheetCell::written("−∞"), "proven"),
        };
        let value = match extreme.named(by) {
            Some(word) => word.into(),
            None => value,
        };
        let mut cells = vec![
            SheetCell::Code(extreme.puzzle.clone()),
            SheetCell::written(extreme.row),
            value,
            known.into(),
        ];
        let entry = |column: &Column| extreme.entries.get(column).copied();
        cells.extend(
            others
                .iter()
                .map(|c| entry_cell(*c, entry(c).unwrap_or(Entry::Unknown))),
        );
        cells.extend(
            extreme
                .texts
                .iter()
                .filter(|(name, _)| !is_ranked(name))
                .map(|(_, text)| SheetCell::Said(text.clone())),
        );
        cells
    };
    let end = match extremes.end {
        ExtremeSide::Top => "Largest",
        ExtremeSide::Bottom => "Smallest",
    };
    Sheet::new(
        format!("extremes-{by}"),
        format!("{end} {}", by.heading()),
        ["puzzle", "row", &by.heading(), "known"],
    )
    .group("", others.iter().map(|column| column.heading()))
    .group("", texts)
    .with_rows(extremes.puzzles.iter().map(row))
}

/// The extreme puzzles of a table, for programs: the columns of a ratings table, so that
/// it can be read as one, and what they are ranked by with its status if it is no column.
pub fn extreme_rows(extremes: &Extremes) -> Sheet {
    let by = &extremes.by;
    let columns = entry_columns(extremes);
    let texts = text_columns(extremes);
    let mut heads = vec!["row".to_string(), "puzzle".to_string()];
    heads.extend(texts);
    let is_calculated = by.name().is_none();
    if is_calculated {
        heads.extend([by.to_string(), format!("{by}_status")]);
    }
    for column in &columns {
        heads.push(column.name().to_string());
        heads.extend(column.status());
    }
    let row = |extreme: &Extreme| {
        let mut cells = vec![
            SheetCell::Count(extreme.row),
            SheetCell::Code(extreme.puzzle.clone()),
        ];
        let said = |text: &String| match text.is_empty() {
            true => SheetCell::Empty,
            false => SheetCell::Said(text.clone()),
        };
        cells.extend(extreme.texts.iter().map(|(_, text)| said(text)));
        if is_calculated {
            cells.extend([
                extreme.measure.value().map_or(SheetCell::Empty, number),
                extreme.measure.known.word().into(),
            ]);
        }
        for column in &columns {
            let entry = extreme.entries.get(column).copied();
            let entry = entry.unwrap_or(Entry::Unknown);
            cells.push(match (column.words(), entry.number()) {
                (Some(words), None) if entry == Entry::Infinite => words.beyond.into(),
                (_, Some(number)) => value_cell(*column, number),
                (_, None) => SheetCell::Empty,
            });
            if column.status().is_some() {
                let status = entry.status().map(Status::word);
                cells.push(status.map_or(SheetCell::Empty, SheetCell::from));
            }
        }
        cells
    };
    Sheet::new(format!("extremes-{by}"), by.heading(), heads)
        .with_rows(extremes.puzzles.iter().map(row))
}

/// What puzzles are ranked by, with as many decimals as it needs.
fn number(number: Number) -> SheetCell {
    let text = number.to_string();
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len().min(3));
    SheetCell::Fixed(number.to_f64(), decimals)
}

fn entry_columns(extremes: &Extremes) -> Vec<Column> {
    let first = extremes.puzzles.first();
    first.map_or(Vec::new(), |extreme| {
        extreme.entries.keys().copied().collect()
    })
}

fn text_columns(extremes: &Extremes) -> Vec<String> {
    let first = extremes.puzzles.first().map(|extreme| &extreme.texts[..]);
    let texts = first.unwrap_or_default().iter();
    texts.map(|(name, _)| name.clone()).collect()
}

/// The puzzles with the largest differences; none if there are none.
pub fn examples(difference: &Difference) -> Option<Sheet> {
    let (gap, heading) = (difference.gap, difference.gap.heading());
    let row = |example: &Example| {
        vec![
            SheetCell::Code(example.puzzle.clone()),
            SheetCell::written(example.row),
            entry_cell(gap.minuend, example.entries[0]),
            entry_cell(gap.subtrahend, example.entries[1]),
            SheetCell::written(example.difference),
        ]
    };
    let [minuend, subtrahend] = [gap.minuend, gap.subtrahend].map(Column::heading);
    let sheet = Sheet::new(
        format!("largest-{gap}"),
        format!("Largest differences {heading}"),
        ["puzzle", "row", minuend, subtrahend, &heading],
    );
    let examples = &difference.examples;
    (!examples.is_empty()).then(|| sheet.with_rows(examples.iter().map(row)))
}

/// How far two tables agree: column by column, the entries that differ, and the
/// first puzzles in which they do.
pub fn agreement(agreement: &Agreement) -> Vec<Sheet> {
    let row = |of: &ColumnAgreement| {
        let counts = [
            of.agree + of.differ() + of.undecided,
            of.agree,
            of.greater,
            of.smaller,
            of.upper,
            of.undecided,
            of.missing,
        ];
        let name = SheetCell::from(of.column.name());
        [name]
            .into_iter()
            .chain(counts.map(SheetCell::Count))
            .collect()
    };
    let heads = [
        "column",
        "compared",
        "agree",
        "greater",
        "smaller",
        "of these ≤",
        "undecided",
        "missing",
    ];
    let columns = Sheet::new("agreement", "Agreement with the reference", heads);
    let mut sheets = vec![columns.with_rows(agreement.columns.iter().map(row))];
    let differing = agreement
        .columns
        .iter()
        .filter(|column| column.differ() > 0);
    sheets.extend(differing.map(confusion));
    if !agreement.differences.is_empty() {
        sheets.push(differences(agreement));
    }
    sheets
}

/// Which entries of a column stand against which.
fn confusion(agreement: &ColumnAgreement) -> Sheet {
    let heading = agreement.column.heading();
    let pairs = || agreement.confusion.iter();
    let across: BTreeSet<Entry> = pairs().map(|pair| pair.reference).collect();
    let down: BTreeSet<Entry> = pairs().map(|pair| pair.ours).collect();
    let cell = |ours: Entry, reference: Entry| {
        let mut found = pairs().filter(|pair| (pair.ours, pair.reference) == (ours, reference));
        found
            .next()
            .map_or(SheetCell::Empty, |pair| SheetCell::Count(pair.count))
    };
    let row = |ours: &Entry| {
        let counts = across.iter().map(|&reference| cell(*ours, reference));
        [entry_cell(agreement.column, *ours)]
            .into_iter()
            .chain(counts)
            .collect()
    };
    Sheet::new(
        format!("confusion-{}", agreement.column),
        format!("{heading}: ours down, the reference across"),
        [heading],
    )
    .group("", across.iter().map(|entry| entry.shown(agreement.column)))
    .with_rows(down.iter().map(row))
}

fn differences(agreement: &Agreement) -> Sheet {
    let all: u64 = agreement.columns.iter().map(ColumnAgreement::differ).sum();
    let listed = &agreement.differences;
    let rows = listed.iter().map(|of| {
        vec![
            SheetCell::Code(of.puzzle.clone()),
            SheetCell::written(of.row),
            of.column.name().into(),
            entry_cell(of.column, of.ours),
            entry_cell(of.column, of.reference),
        ]
    });
    Sheet::new(
        "differences",
        format!("Differences ({} of {all})", listed.len()),
        ["puzzle", "row", "column", "ours", "reference"],
    )
    .with_rows(rows)
}
