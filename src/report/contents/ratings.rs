//! The distributions of the ratings, and the share of puzzles that chains of each length
//! do not solve.

use super::shares;
use super::{CLASSES, is_informative};
use crate::report::document::{FigureBlock, Section, SectionBlock};
use crate::sheet::{Sheet, SheetCell};
use crate::stats::chart::{ChartSeries, Mark, Plot, ScaleKind};
use crate::stats::{Column, Distribution, Interval, Summary};

pub(super) fn section(summary: &Summary) -> Option<Section> {
    let ratings = summary.distributions.iter().filter(|found| {
        matches!(found.column, Column::Rating(_))
            && is_informative(found.lines.iter().map(|line| &line.entry))
    });
    let ratings: Vec<&Distribution> = ratings.collect();
    let figures = ratings.iter().map(|found| shares::figure(found));
    let chains = ratings
        .iter()
        .filter(|found| matches!(found.column, Column::Rating(name) if name.is_chain()));
    let chains: Vec<&Distribution> = chains.copied().collect();
    let figures = figures.chain(unsolved(&chains)).map(SectionBlock::Figure);
    Section::new("ratings", "Ratings", figures.collect())
}

/// The share of puzzles that chains up to each length do not solve.
fn unsolved(chains: &[&Distribution]) -> Option<FigureBlock> {
    let longest = chains.iter().filter_map(|found| Some(found.moments?.max));
    let longest = longest.max()?;
    let left = |found: &Distribution, length: u16| {
        found.count(|entry| entry.finite().is_none_or(|n| n > length))
    };
    let share = |found: &Distribution, length| Interval::wilson(left(found, length), found.n);
    let lines = chains.iter().zip(CLASSES).map(|(found, class)| {
        let shares = (0..=longest).map(|length| share(found, length));
        ChartSeries::new(found.column.heading(), class, Mark::Line, shares)
    });
    let chart = Plot {
        label: "Share of puzzles left unsolved, by length of the chains".to_string(),
        variable: "length of the chains".to_string(),
        quantity: "unsolved, %".to_string(),
        categories: (0..=longest).map(|length| length.to_string()).collect(),
        series: lines.collect(),
        scale: ScaleKind::Logarithmic,
        ..Plot::default()
    };
    let caption = "Puzzles left unsolved by chains up to a length";
    let mut sheet = Sheet::new("unsolved", caption, ["length"]);
    for found in chains {
        sheet = sheet.group(found.column.heading(), ["unsolved", "%"]);
    }
    let row = |length: u16| {
        let mut cells = vec![SheetCell::written(length)];
        for found in chains {
            let left = left(found, length);
            let share = 100.0 * left as f64 / found.n as f64;
            cells.extend([SheetCell::Count(left), SheetCell::Significant(share, 4)]);
        }
        cells
    };
    (!chart.is_empty()).then(|| {
        FigureBlock::new(
            "What is left unsolved",
            vec![chart.draw()],
            "The share of the sample that chains up to each length do not solve, on a \
                  logarithmic scale: whips (W), braids (B), g-whips (gW), g-braids (gB). Where \
                  the lines part, the more general chains gain. Error bars are 95\u{202f}% \
                  intervals.",
            vec![sheet.with_rows((0..=longest).map(row))],
        )
    })
}

/// The ratings of each kind of puzzle, because sums over kinds mean little.
pub(super) fn kinds(summary: &Summary) -> Option<Section> {
    let tables = summary.groupings.iter();
    let tables = tables.map(|grouping| SectionBlock::Table(grouping.into()));
    Section::new("kinds", "Kinds of puzzles", tables.collect())
}
