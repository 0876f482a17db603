//! Shares with their error bars, and distributions as figures.

use crate::report::document::{Cell, Figure, Table};
use crate::report::frame::Estimate;
use crate::report::histogram::{Histogram, Mark, Series};
use crate::stats::distribution::Line;
use crate::stats::{self, Distribution, Entry};

/// Half the width of a 95 % interval, in standard errors.
pub const TWO_SIDED_95: f64 = 1.959_963_985;

/// The share of some among all in percent, with Wilson's 95 % interval.
pub fn wilson(count: u64, all: u64) -> Option<Estimate> {
    if all == 0 {
        return None;
    }
    let (n, z) = (all as f64, TWO_SIDED_95);
    let share = count as f64 / n;
    let scale = 1.0 + z * z / n;
    let middle = (share + z * z / (2.0 * n)) / scale;
    let half = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Some(Estimate {
        value: 100.0 * share,
        low: 100.0 * (middle - half).clamp(0.0, share),
        high: 100.0 * (middle + half).clamp(share, 1.0),
    })
}

/// An estimate with its 95 % interval; what is a share or a count is not negative.
pub fn interval(estimate: stats::Estimate) -> Estimate {
    let half = TWO_SIDED_95 * estimate.error;
    Estimate {
        value: estimate.value,
        low: (estimate.value - half).max(0.0),
        high: estimate.value + half,
    }
}

/// The entries from the least to the largest value, those that nobody has among
/// them, then those that are no values.
fn entries(distribution: &Distribution, first: Option<u16>) -> Vec<Entry> {
    let lines = || distribution.lines.iter().map(|line| line.entry);
    let values = || lines().filter_map(Entry::finite);
    let mut entries = Vec::new();
    if let (Some(min), Some(max)) = (values().min(), values().max()) {
        let first = first.unwrap_or(min).min(min);
        entries.extend((first..=max).map(Entry::Exact));
    }
    entries.extend(lines().filter(|entry| entry.finite().is_none()));
    entries
}

/// A distribution as a figure: bars, their logarithmic twin and the numbers.
/// Its values begin with `first`, if one is given.
/// The first of several explains how to read them.
pub fn figure(distribution: &Distribution, first: Option<u16>, explain: bool) -> Figure {
    let heading = distribution.column.heading();
    let entries = entries(distribution, first);
    let line = |entry: &Entry| distribution.lines.iter().find(|line| line.entry == *entry);
    let lines: Vec<Option<&Line>> = entries.iter().map(line).collect();
    let unbiased = distribution
        .lines
        .iter()
        .any(|line| line.unbiased.is_some());
    let sample = lines
        .iter()
        .map(|line| wilson(line.map_or(0, |line| line.count), distribution.n));
    let mut series = vec![Series {
        name: if unbiased { "sample" } else { "share" }.to_string(),
        class: "s1",
        mark: Mark::Measured,
        shares: sample.collect(),
    }];
    if unbiased {
        let estimate = |line: &Option<&Line>| Some(interval((*line)?.unbiased?));
        series.push(Series {
            name: "all minimal puzzles (estimated)".to_string(),
            class: "s2",
            mark: Mark::Measured,
            shares: lines.iter().map(estimate).collect(),
        });
    }
    let histogram = Histogram {
        label: format!("Distribution of {heading}"),
        variable: heading.to_string(),
        categories: entries.iter().map(Entry::to_string).collect(),
        series,
    };
    let pictures = [Some(histogram.linear()), histogram.logarithmic()];
    Figure {
        title: format!("Distribution of {heading}"),
        reading: match explain {
            true => reading(heading, unbiased, pictures[1].is_some()),
            false => format!("The shares of the values of {heading}, as above."),
        },
        pictures: pictures.into_iter().flatten().collect(),
        open: false,
        tables: vec![table(distribution, &entries, unbiased)],
    }
}

fn reading(heading: &str, unbiased: bool, twin: bool) -> String {
    let scales = match twin {
        true => {
            ": on the left as it is, on the right on a logarithmic scale, where rare values can \
             be read"
        }
        false => "",
    };
    let bias = match unbiased {
        true => {
            " Blue is what the sample has; orange is what it tells of all minimal puzzles, once \
             the generator’s known bias towards few clues is undone."
        }
        false => "",
    };
    format!(
        "The share of the puzzles that have each value of {heading}{scales}.{bias} Error bars are \
         95\u{202f}% intervals."
    )
}

fn table(distribution: &Distribution, entries: &[Entry], unbiased: bool) -> Table {
    let heading = distribution.column.heading();
    let mut columns = vec![
        heading,
        "puzzles",
        "%",
        "95\u{202f}% from",
        "to",
        "cumulated %",
    ];
    if unbiased {
        columns.extend(["%", "standard error"]);
    }
    let mut cumulated = 0.0;
    let row = |entry: &Entry| {
        let line = distribution.lines.iter().find(|line| line.entry == *entry);
        let count = line.map_or(0, |line| line.count);
        cumulated = line.map_or(cumulated, |line| line.cumulated);
        let share = wilson(count, distribution.n);
        let digits = |value: Option<f64>| value.map_or(Cell::Empty, |x| Cell::Significant(x, 4));
        let mut cells = vec![
            Cell::Text(entry.to_string()),
            Cell::Count(count),
            digits(share.map(|share| share.value)),
            digits(share.map(|share| share.low)),
            digits(share.map(|share| share.high)),
            digits(Some(cumulated)),
        ];
        if unbiased {
            let estimate = line.and_then(|line| line.unbiased);
            cells.push(digits(estimate.map(|estimate| estimate.value)));
            let error = estimate.map(|estimate| Cell::Significant(estimate.error, 2));
            cells.push(error.unwrap_or(Cell::Empty));
        }
        cells
    };
    let table = Table::new(
        format!("{}-distribution", distribution.column),
        format!("Distribution of {heading}"),
        columns,
        entries.iter().map(row),
    );
    match unbiased {
        true => table.under([("", 2), ("sample", 4), ("all minimal puzzles", 2)]),
        false => table,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_hold_the_share_and_never_leave_the_range() {
        let none = wilson(0, 100).expect("there are some");
        assert_eq!((none.value, none.low), (0.0, 0.0));
        // z²/(n + z²)
        assert!((none.high - 3.6995).abs() < 1e-3, "{none:?}");
        let half = wilson(50, 100).expect("there are some");
        assert!((half.low - 40.383).abs() < 1e-3 && (half.high - 59.617).abs() < 1e-3);
        let all = wilson(7, 7).expect("there are some");
        assert_eq!(all.high, 100.0);
        assert_eq!(wilson(0, 0), None);
    }
}
