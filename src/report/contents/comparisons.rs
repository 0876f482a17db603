//! Published tables next to measured values.

use super::CLASSES;
use crate::report::document::{FigureBlock, Section, SectionBlock};
use crate::report::frame::ChartSeries;
use crate::report::histogram::Histogram;
use crate::sheet::Sheet;
use crate::sheet::layout;
use crate::stats::published::{Comparison, ComparisonCell, ComparisonLine};
use crate::stats::{Interval, Summary};

/// The section, if published tables were requested.
pub(super) fn section(summary: &Summary) -> Option<Section> {
    let block = |comparison: &Comparison| match histogram(comparison) {
        Some(histogram) => SectionBlock::Figure(figure(comparison, &histogram)),
        None => SectionBlock::Table(sheet(comparison)),
    };
    let comparisons = &summary.comparisons;
    let verdicts = || SectionBlock::Table(layout::verdicts(comparisons));
    let verdicts = (!comparisons.is_empty()).then(verdicts);
    let blocks = comparisons.iter().map(block).chain(verdicts);
    Section::new("published", "Published and measured", blocks.collect())
}

fn sheet(comparison: &Comparison) -> Sheet {
    let id = format!("published-{}", comparison.id.replace('.', "-"));
    Sheet::from(comparison).named(id)
}

fn figure(comparison: &Comparison, histogram: &Histogram) -> FigureBlock {
    FigureBlock {
        title: comparison.title.clone(),
        pictures: histogram.pictures(),
        reading: format!(
            "{}. Diamonds are the published shares, on the measured ones; error bars are \
             95\u{202f}% intervals of what is measured.",
            comparison.source
        ),
        open: true,
        sheets: vec![sheet(comparison)],
    }
}

/// Published shares over measured ones, if the table has shares.
fn histogram(comparison: &Comparison) -> Option<Histogram> {
    let lines = comparison.lines.iter().filter(|line| is_share(line));
    let lines: Vec<&ComparisonLine> = lines.collect();
    let columns = comparison.columns.iter().enumerate();
    let estimated = columns.filter(|(place, column)| {
        let mut cells = comparison
            .lines
            .iter()
            .filter_map(|line| line.cells.get(*place));
        let is_tested = cells.any(|cell| cell.sigmas.is_some() || cell.exact_p.is_some());
        column.sample.is_some() && is_tested
    });
    let mut series = Vec::new();
    for ((place, column), class) in estimated.zip(CLASSES) {
        let cells = || lines.iter().map(|line| line.cells.get(place));
        let measured = |cell: Option<&ComparisonCell>| cell?.measured.map(Interval::from);
        let printed =
            |cell: Option<&ComparisonCell>| Some(Interval::around(cell?.published()?.value(), 0.0));
        series.push(ChartSeries::measured(
            &column.name,
            class,
            cells().map(measured),
        ));
        series.push(ChartSeries::published(class, cells().map(printed)));
    }
    (!lines.is_empty() && !series.is_empty()).then(|| Histogram {
        label: comparison.title.clone(),
        variable: comparison.variable.clone().unwrap_or_default(),
        categories: lines.iter().map(|line| line.label.clone()).collect(),
        series,
    })
}

/// Returns true if a line is about the share of a value, or of a range of values.
fn is_share(line: &ComparisonLine) -> bool {
    let bounds = line.label.trim_start_matches('≥').split('-');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    bounds.into_iter().all(is_number)
}
