//! Distributions as figures: shares with their error bars.

use crate::report::document::FigureBlock;
use crate::sheet::Sheet;
use crate::stats::chart::{ChartSeries, Mark, Plot, Svg, Unit};
use crate::stats::{Distribution, DistributionLine, Interval};

/// A distribution as a figure: bars, their logarithmic twin and the numbers.
pub(super) fn figure(distribution: &Distribution) -> FigureBlock {
    let heading = distribution.column.heading();
    let lines = distribution.without_gaps();
    let unbiased = lines.iter().any(|line| line.unbiased.is_some());
    let sample = |line: &DistributionLine| Interval::wilson(line.count, distribution.n);
    let name = if unbiased { "sample" } else { "share" };
    let shares = lines.iter().map(sample);
    let mut series = vec![ChartSeries::new(name, "s1", Mark::Bar, shares)];
    if unbiased {
        let estimate = |line: &DistributionLine| line.unbiased.map(Interval::from);
        let name = "all minimal puzzles (estimated)";
        let shares = lines.iter().map(estimate);
        series.push(ChartSeries::new(name, "s2", Mark::Bar, shares));
    }
    let entries = lines.iter().map(|line| line.entry);
    let categories = entries.map(|entry| entry.shown(distribution.column));
    let title = format!("Distribution of {heading}");
    let pictures = pictures(&histogram(&title, heading, categories.collect(), series));
    let name = format!("{}-distribution", distribution.column);
    let reading = reading(heading, unbiased, pictures.len() > 1);
    FigureBlock::new(
        &title[..],
        pictures,
        reading,
        vec![Sheet::from(distribution).named(name)],
    )
}

/// A histogram of shares.
pub(super) fn histogram(
    label: &str,
    variable: &str,
    categories: Vec<String>,
    series: Vec<ChartSeries>,
) -> Plot {
    Plot {
        label: label.to_string(),
        variable: variable.to_string(),
        quantity: "share, %".to_string(),
        unit: Unit::Percent,
        categories,
        series,
        ..Plot::default()
    }
}

/// Bars and, if it helps, their logarithmic twin.
pub(super) fn pictures(histogram: &Plot) -> Vec<Svg> {
    let twin = histogram.logarithmic();
    [histogram]
        .into_iter()
        .chain(&twin)
        .map(Plot::draw)
        .collect()
}

fn reading(heading: &str, unbiased: bool, twin: bool) -> String {
    let scales = if twin {
        ": on the left as it is, on the right on a logarithmic scale, where rare values can \
         be read"
    } else {
        ""
    };
    let bias = if unbiased {
        " Blue is the sample itself; orange is the estimate for all minimal puzzles, once the \
         generator’s known bias towards few clues is undone."
    } else {
        ""
    };
    format!(
        "The share of the puzzles that have each value of {heading}{scales}.{bias} Error bars are \
         95\u{202f}% intervals."
    )
}
