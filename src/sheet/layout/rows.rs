//! Lists of puzzles: the extreme ones, and those in which two tables differ.

use std::collections::{BTreeMap, BTreeSet};

use crate::sheet::{Sheet, SheetCell};
use crate::stats::compare::ColumnAgreement;
use crate::stats::difference::{Difference, Example};
use crate::stats::extremes::Extreme;
use crate::stats::quantity::Known;
use crate::stats::{Agreement, Column, Entry, Extremes};

/// The extreme puzzles of a table.
pub fn extremes(extremes: &Extremes) -> Sheet {
    let heading = extremes.by.heading();
    let columns = extremes.puzzles.first().map(|extreme| &extreme.entries);
    let columns = columns.into_iter().flat_map(BTreeMap::keys);
    let row = |extreme: &Extreme| {
        let known = match extreme.known {
            Known::Exact => "proven",
            Known::Upper => "at most",
            Known::Lower => "at least",
        };
        let head = [
            SheetCell::Code(extreme.puzzle.clone()),
            SheetCell::written(extreme.row),
            SheetCell::written(extreme.value),
            known.into(),
        ];
        let entries = extreme.entries.values().map(|&entry| entry.into());
        head.into_iter().chain(entries).collect()
    };
    Sheet::new(
        format!("extremes-{}", extremes.by),
        format!("Largest {heading}"),
        ["puzzle", "row", &heading, "known"],
    )
    .group("", columns.map(|column| column.name()))
    .with_rows(extremes.puzzles.iter().map(row))
}

/// The puzzles with the largest differences; none if there are none.
pub fn examples(difference: &Difference) -> Option<Sheet> {
    let (gap, heading) = (difference.gap, difference.gap.heading());
    let row = |example: &Example| {
        vec![
            SheetCell::Code(example.puzzle.clone()),
            SheetCell::written(example.row),
            example.entries[0].into(),
            example.entries[1].into(),
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
        [(*ours).into()].into_iter().chain(counts).collect()
    };
    Sheet::new(
        format!("confusion-{}", agreement.column),
        format!("{heading}: ours down, the reference across"),
        [heading],
    )
    .group("", across.iter().map(Entry::to_string))
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
            of.ours.into(),
            of.reference.into(),
        ]
    });
    Sheet::new(
        "differences",
        format!("Differences ({} of {all})", listed.len()),
        ["puzzle", "row", "column", "ours", "reference"],
    )
    .with_rows(rows)
}
