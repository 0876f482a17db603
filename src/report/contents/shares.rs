//! Distributions as figures: shares with their error bars.

use crate::report::document::FigureBlock;
use crate::report::frame::ChartSeries;
use crate::report::histogram::Histogram;
use crate::sheet::Sheet;
use crate::stats::{Distribution, DistributionLine, Interval};

/// A distribution as a figure: bars, their logarithmic twin and the numbers.
/// The first of several explains how to read them.
pub(super) fn figure(distribution: &Distribution, explain: bool) -> FigureBlock {
    let heading = distribution.column.heading();
    let lines = distribution.without_gaps();
    let unbiased = lines.iter().any(|line| line.unbiased.is_some());
    let sample = |line: &DistributionLine| Interval::wilson(line.count, distribution.n);
    let mut series = vec![ChartSeries::measured(
        if unbiased { "sample" } else { "share" },
        "s1",
        lines.iter().map(sample),
    )];
    if unbiased {
        let estimate = |line: &DistributionLine| line.unbiased.map(Interval::from);
        let name = "all minimal puzzles (estimated)";
        series.push(ChartSeries::measured(
            name,
            "s2",
            lines.iter().map(estimate),
        ));
    }
    let entries = lines.iter().map(|line| line.entry);
    let histogram = Histogram {
        label: format!("Distribution of {heading}"),
        variable: heading.to_string(),
        categories: entries
            .map(|entry| entry.shown(distribution.column))
            .collect(),
        series,
    };
    let pictures = histogram.pictures();
    let name = format!("{}-distribution", distribution.column);
    FigureBlock {
        title: histogram.label,
        reading: if explain {
            reading(heading, unbiased, pictures.len() > 1)
        } else {
            format!("The shares of the values of {heading}, as above.")
        },
        pictures,
        open: false,
        sheets: vec![Sheet::from(distribution).named(name)],
    }
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
