//! Published tables next to measured values.

use super::{CLASSES, shares};
use crate::report::document::{FigureBlock, Section, SectionBlock};
use crate::sheet::Sheet;
use crate::sheet::layout;
use crate::stats::chart::{ChartSeries, Mark, Plot};
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

fn figure(comparison: &Comparison, histogram: &Plot) -> FigureBlock {
    FigureBlock::new(
        comparison.title.clone(),
        shares::pictures(histogram),
        format!(
            "{}. Diamonds are the published shares, on the measured ones; error bars are \
             95\u{202f}% intervals of what is measured.",
            comparison.source
        ),
        vec![sheet(comparison)],
    )
}

/// Published shares over measured ones, if the table has shares.
fn histogram(comparison: &Comparison) -> Option<Plot> {
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
        let (measured, printed) = (cells().map(measured), cells().map(printed));
        series.push(ChartSeries::new(&column.name, class, Mark::Bar, measured));
        series.push(ChartSeries::new("published", class, Mark::Diamond, printed));
    }
    let variable = comparison.variable.as_deref().unwrap_or_default();
    let categories: Vec<String> = lines.iter().map(|line| line.label.clone()).collect();
    (!lines.is_empty() && !series.is_empty())
        .then(|| shares::histogram(&comparison.title, variable, categories, series))
}

/// Returns true if a line is about the share of a value, or of a range of values.
fn is_share(line: &ComparisonLine) -> bool {
    let bounds = line.label.trim_start_matches('≥').split('-');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    bounds.into_iter().all(is_number)
}
