//! The overview: the most important numbers, and the moments of every column.

use crate::io::{counted, fixed, grouped, significant};
use crate::report::document::{KeyFigure, Section, SectionBlock};
use crate::sheet::Sheet;
use crate::sheet::layout::{self, SummaryPart};
use crate::stats::{Column, Distribution, Entry, Summary};
use gradus_engine::rating::Name;

pub(super) fn lede(summary: &Summary) -> String {
    let columns = summary.distributions.iter().map(|found| found.column);
    let ratings = columns.filter(|column| matches!(column, Column::Rating(_)));
    let ratings: Vec<&str> = ratings.map(|column| column.heading()).collect();
    let population = population(summary);
    match ratings.as_slice() {
        [] => format!("{population}."),
        [one] => format!("{population}, classified by {one}."),
        [first @ .., last] => {
            let first = first.join(", ");
            format!("{population}, classified by {first} and {last}.")
        }
    }
}

/// The puzzles of the report: how many, which, and where they come from.
pub(super) fn population(summary: &Summary) -> String {
    let mut puzzles = counted(summary.rows, "puzzle");
    if let Some(choice) = &summary.choice {
        puzzles += &format!(" where {}", choice.condition);
    }
    match &summary.origin.kind {
        Some(kind) => format!("{puzzles} of the {kind} generator"),
        None => puzzles,
    }
}

pub(super) fn section(summary: &Summary) -> Option<Section> {
    let notes = summary.notes.iter();
    let warnings = summary.warnings.iter();
    let warnings = warnings.map(|warning| format!("Warning: {warning}"));
    let notes = warnings.chain(notes.cloned());
    let notes = notes.map(|note| SectionBlock::Text(format!("{note}.")));
    let numbers = [SummaryPart::Moments, SummaryPart::Quantiles];
    let unbiased = summary.resampled.as_ref().map(Sheet::from);
    let sheets = layout::parts(summary, &numbers).into_iter().chain(unbiased);
    let facts = [SectionBlock::Facts(facts(summary))].into_iter();
    let blocks = facts.chain(sheets.map(SectionBlock::Table)).chain(notes);
    Section::new("overview", "Overview", blocks.collect())
}

fn facts(summary: &Summary) -> Vec<KeyFigure> {
    let rows = summary.rows;
    let puzzles = if rows == 1 { "puzzle" } else { "puzzles" };
    let mut facts = vec![KeyFigure::new(grouped(rows), puzzles)];
    let clues = summary.distribution(Column::Clues);
    if let Some(moments) = clues.and_then(|found| found.moments) {
        let range = if moments.min == moments.max {
            moments.min.to_string()
        } else {
            format!("{}–{}", moments.min, moments.max)
        };
        let mean = format!("clues; {} on average", fixed(moments.mean, 2));
        facts.push(KeyFigure::new(range, mean));
    }
    let rating = |name| {
        let found = summary.distribution(Column::Rating(name));
        found.filter(|found| found.n > 0)
    };
    let mut theories = [(Name::W, "whips"), (Name::B, "braids")].into_iter();
    let chains = theories.find_map(|(name, theory)| Some((rating(name)?, theory)));
    if let Some((distribution, theory)) = chains {
        facts.extend(chain_facts(distribution, theory));
    }
    if let Some(depth) = rating(Name::TE) {
        let deep = depth.count(|entry| entry.finite().is_none_or(|depth| depth > 1));
        let meaning = "beyond T&E(1): no braid solves them";
        facts.push(KeyFigure::new(grouped(deep), meaning));
    }
    if let Some(totals) = summary.unbiased.as_ref().and_then(|found| found.totals) {
        let count = significant(totals.essentially_different.value, 3);
        let meaning = "essentially different minimal puzzles, estimated";
        facts.push(KeyFigure::new(count, meaning));
    }
    facts
}

/// Key figures of a chain rating: Singles alone, and length 4, where PBCS draws the line.
fn chain_facts(distribution: &Distribution, theory: &str) -> Vec<KeyFigure> {
    let heading = distribution.column.heading();
    let share = |longest: u16| {
        let solved = distribution.count(|entry| entry.finite().is_some_and(|n| n <= longest));
        let percent = 100.0 * solved as f64 / distribution.n as f64;
        format!("{} %", fixed(percent, 1))
    };
    let short = format!("solved by {theory} of length 4 or less");
    let mut facts = vec![
        KeyFigure::new(share(0), "solved by Singles alone"),
        KeyFigure::new(share(4), short),
    ];
    if let Some(moments) = distribution.moments {
        let meaning = format!("largest finite {heading}");
        facts.push(KeyFigure::new(moments.max.to_string(), meaning));
    }
    let infinite = distribution.count(|entry| entry == Entry::Infinite);
    if infinite > 0 {
        let meaning = format!("not solved by {theory} of any length");
        facts.push(KeyFigure::new(grouped(infinite), meaning));
    }
    facts
}
