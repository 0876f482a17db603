//! Lists of puzzles: the extreme ones, and those on which two tables differ.

use std::collections::BTreeSet;

use super::cells::{entry_cell, value_cell};
use crate::compare::ColumnAgreement;
use crate::difference::{Difference, Example};
use crate::extremes::{Extreme, ExtremeSide};
use crate::sheet::{Sheet, SheetCell};
use crate::{Agreement, Column, Entry, Extremes};
use gradus_engine::rating::{Fact, FactKind, Status};
use gradus_table::expression::{BoundKind, Number};

/// The extreme puzzles of a table, for human readers.
impl From<&Extremes> for Sheet {
    fn from(extremes: &Extremes) -> Sheet {
        let by = &extremes.by;
        let (columns, texts) = shown_columns(extremes);
        let columns = columns.into_iter();
        let others: Vec<Column> = columns
            .filter(|column| by.column() != Some(*column))
            .collect();
        let is_ranked = |name: &str| by.name().is_some_and(|by| by.eq_ignore_ascii_case(name));
        let is_other = by.name().is_some() && by.column().is_none();
        let row = |extreme: &Extreme| {
            let measure = extreme.measure;
            let (value, known) = match measure.known {
                // We cannot prove the values in a column of another origin.
                BoundKind::Exact if is_other => (number(measure.number), "as given"),
                BoundKind::Exact => (number(measure.number), "proven"),
                BoundKind::Upper => (number(measure.number), "at most"),
                BoundKind::Lower => (number(measure.number), "at least"),
                BoundKind::Infinite => (SheetCell::written("∞"), "proven"),
                BoundKind::MinusInfinite => (SheetCell::written("−∞"), "proven"),
            };
            let mut cells = vec![
                SheetCell::Code(extreme.puzzle.clone()),
                SheetCell::written(extreme.row),
                extreme.named(by).map_or(value, SheetCell::from),
                known.into(),
            ];
            cells.extend(others.iter().map(|c| entry_cell(*c, entry(extreme, *c))));
            let texts = extreme.texts.iter().filter(|(name, _)| !is_ranked(name));
            cells.extend(texts.map(|(_, text)| SheetCell::Said(text.clone())));
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
        .group("", texts.into_iter().filter(|name| !is_ranked(name)))
        .with_rows(extremes.puzzles.iter().map(row))
    }
}

fn entry(extreme: &Extreme, column: Column) -> Entry {
    let entry = extreme.entries.get(&column);
    entry.copied().unwrap_or(Entry::Unknown)
}

/// The extreme puzzles of a table, for programs: in the columns of a ratings table, so that
/// it can be read as one, and the ranking value with its status if it is not a column.
pub fn extreme_rows(extremes: &Extremes) -> Sheet {
    let by = &extremes.by;
    let (columns, texts) = shown_columns(extremes);
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
        let mut cells = vec![extreme.row.into(), SheetCell::Code(extreme.puzzle.clone())];
        let said = |(name, text): &(String, String)| match Fact::of(name).map(Fact::kind) {
            _ if text.is_empty() => SheetCell::Empty,
            Some(FactKind::Decimal) => SheetCell::Decimal(text.clone()),
            _ => SheetCell::Said(text.clone()),
        };
        cells.extend(extreme.texts.iter().map(said));
        if is_calculated {
            cells.extend([
                extreme.measure.value().map(number).into(),
                extreme.measure.known.to_string().into(),
            ]);
        }
        for column in &columns {
            let entry = entry(extreme, *column);
            cells.push(match (column.words(), entry.number()) {
                (Some(words), None) if entry == Entry::Infinite => words.beyond.into(),
                (_, Some(number)) => value_cell(*column, number),
                (_, None) => SheetCell::Empty,
            });
            if column.status().is_some() {
                cells.push(entry.status().map(Status::word).into());
            }
        }
        cells
    };
    Sheet::new(format!("extremes-{by}"), by.heading(), heads)
        .with_rows(extremes.puzzles.iter().map(row))
}

/// The ranking value, with as many decimals as it needs.
fn number(number: Number) -> SheetCell {
    let text = number.to_string();
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    SheetCell::Fixed(number.to_f64(), decimals.min(3))
}

/// The rating columns and text columns to show for every puzzle.
fn shown_columns(extremes: &Extremes) -> (Vec<Column>, Vec<String>) {
    let Some(first) = extremes.puzzles.first() else {
        return (Vec::new(), Vec::new());
    };
    let texts = first.texts.iter().map(|(name, _)| name.clone());
    (first.entries.keys().copied().collect(), texts.collect())
}

/// The puzzles with the largest differences, if any.
pub(super) fn examples(difference: &Difference) -> Option<Sheet> {
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

/// How well two tables agree: the differing entries of each column, and the first
/// puzzles with differences.
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
        let mut cells = vec![of.column.name().into()];
        cells.extend(counts.map(SheetCell::from));
        cells
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
    let columns = agreement.columns.iter();
    sheets.extend(columns.filter(|column| column.differ() > 0).map(confusion));
    if !agreement.differences.is_empty() {
        sheets.push(differences(agreement));
    }
    sheets
}

/// The pairs of differing entries of a column.
fn confusion(agreement: &ColumnAgreement) -> Sheet {
    let heading = agreement.column.heading();
    let pairs = || agreement.confusion.iter();
    let across: BTreeSet<Entry> = pairs().map(|pair| pair.reference).collect();
    let down: BTreeSet<Entry> = pairs().map(|pair| pair.ours).collect();
    let count = |ours: Entry, reference: Entry| {
        let found = pairs().find(|pair| (pair.ours, pair.reference) == (ours, reference));
        SheetCell::from(found.map(|pair| pair.count))
    };
    let row = |ours: &Entry| {
        let mut cells = vec![entry_cell(agreement.column, *ours)];
        cells.extend(across.iter().map(|&reference| count(*ours, reference)));
        cells
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
