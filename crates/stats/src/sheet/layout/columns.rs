//! One column at a time: moments, distributions, and a rating for each value of
//! another column.

use super::cells::{ERROR, UNBIASED, entry_cell, estimate_cells, value_cell};
use crate::cross::{By, FEWEST_SKEWED};
use crate::distribution::DistributionLine;
use crate::groups::{Group, Grouping, MOST_VALUES};
use crate::inference::bootstrap::REPLICATES;
use crate::interval::Interval;
use crate::quantiles::PERCENTS;
use crate::resampled::UnbiasedQuantiles;
use crate::sheet::{Sheet, SheetCell};
use crate::summary::{ColumnMoments, ColumnQuantiles};
use crate::{Column, Distribution, Entry, Moments, Summary};
use gradus_table::io::number::{counted, digits, grouped, percent_decimals};

/// The few numbers of every column that matter most.
pub fn overview(summary: &Summary) -> Sheet {
    let row = |of: &ColumnMoments| {
        let column = of.column;
        let [mean, sd] = mean_and_sd(&of.moments);
        let mut cells = vec![
            column.heading().into(),
            SheetCell::Count(of.moments.n),
            value_cell(column, of.moments.min),
            median(summary, column),
            value_cell(column, of.moments.max),
            mean,
            sd,
        ];
        let mut found = summary.distributions.iter();
        let found = found.find(|found| found.column == column);
        let count = |count: Option<u64>| match count {
            Some(count) if column.is_rating() => SheetCell::Count(count),
            _ => SheetCell::Empty,
        };
        cells.extend([
            count(found.map(|found| found.count(|entry| entry == Entry::Infinite))),
            count(found.map(Distribution::lower)),
            count(found.map(Distribution::upper)),
        ]);
        cells
    };
    let heads = ["min", "median", "max", "mean", "sd"];
    Sheet::new("overview", "Overview", ["column", "finite"])
        .group("", heads)
        .group("", ["infinite", "only ≥", "only ≤"])
        .with_note(format!("Over the finite values. {DEVIATION}"))
        .with_rows(summary.moments.iter().map(row))
}

/// What standard deviations are here.
const DEVIATION: &str = "The standard deviation (sd) is that of these puzzles themselves: the \
    population’s, with n in the denominator.";

fn median(summary: &Summary, column: Column) -> SheetCell {
    let mut found = summary.quantiles.iter();
    let found = found.find(|found| found.column == column);
    found.map_or(SheetCell::Empty, |found| {
        value_cell(column, found.quantiles.median())
    })
}

/// Mean and standard deviation, with the digits that mean something.
fn mean_and_sd(moments: &Moments) -> [SheetCell; 2] {
    let error = moments.sd / (moments.n as f64).sqrt();
    [moments.mean, moments.sd].map(|x| SheetCell::Significant(x, digits(x, error)))
}

/// The quantiles of every column.
pub fn quantiles(summary: &Summary) -> Sheet {
    let row = |of: &ColumnQuantiles| {
        let values = of.quantiles.values.iter();
        let values = values.map(|&value| value_cell(of.column, value));
        let head = [of.column.heading().into(), SheetCell::Count(of.quantiles.n)];
        head.into_iter().chain(values).collect()
    };
    let heads = PERCENTS.map(quantile_head);
    Sheet::new(
        "quantiles",
        "Quantiles of the finite values",
        ["column", "puzzles"],
    )
    .group("", heads)
    .with_note("The least value that is not exceeded by at least that part of the puzzles.")
    .with_rows(summary.quantiles.iter().map(row))
}

/// The unbiased quantiles of every column, with bootstrap errors; none if they were not
/// asked for.
pub fn unbiased_quantiles(summary: &Summary) -> Option<Sheet> {
    let row = |of: &UnbiasedQuantiles| {
        let numbers = of.values.iter().flat_map(|quantile| {
            [
                SheetCell::Fixed(quantile.value, 0),
                SheetCell::Significant(quantile.error, 2),
            ]
        });
        let head = [of.column.heading().into(), SheetCell::Count(of.n)];
        head.into_iter().chain(numbers).collect()
    };
    let mut sheet = Sheet::new(
        "unbiased-quantiles",
        "Quantiles of all minimal puzzles, estimated",
        ["column", "puzzles"],
    );
    for percent in PERCENTS {
        sheet = sheet.group(quantile_head(percent), ["value", ERROR]);
    }
    let sheet = sheet.with_note(format!(
        "Standard errors (se) are those of {REPLICATES} samples drawn from the sample. Where all \
         of these have the same quantile, it is 0."
    ));
    let quantiles = &summary.resampled.as_ref()?.quantiles;
    Some(sheet.with_rows(quantiles.iter().map(row)))
}

fn quantile_head(percent: u16) -> String {
    match percent {
        50 => "median".to_string(),
        percent => format!("{percent} %"),
    }
}

/// The moments of every column, beside their unbiased estimates if there are some.
pub fn moments(summary: &Summary) -> Sheet {
    let unbiased = summary.unbiased.as_ref();
    let heads = ["min", "max", "mean", "sd", "skewness", "kurtosis"];
    let mut sheet = Sheet::new(
        "moments",
        "Moments of the finite values",
        ["column", "puzzles"],
    )
    .group(unbiased.map_or("", |_| "sample"), heads)
    .with_note(format!(
        "{DEVIATION} Kurtosis is in excess of that of a normal distribution."
    ));
    if unbiased.is_some() {
        sheet = sheet
            .group(UNBIASED, ["mean", ERROR, "sd", ERROR])
            .with_note("Unbiased: estimates for all minimal puzzles, with standard errors (se).");
    }
    let row = |of: &ColumnMoments| {
        let moments = of.moments;
        let mut cells = vec![
            of.column.heading().into(),
            SheetCell::Count(moments.n),
            value_cell(of.column, moments.min),
            value_cell(of.column, moments.max),
        ];
        cells.extend(mean_and_sd(&moments));
        cells.extend([moments.skewness, moments.kurtosis].map(|x| SheetCell::significant(x, 4)));
        if let Some(unbiased) = unbiased {
            let mut found = unbiased.moments.iter();
            let found = found.find(|other| other.column == of.column);
            cells.extend(estimate_cells(found.map(|found| found.mean)));
            cells.extend(estimate_cells(found.map(|found| found.sd)));
        }
        cells
    };
    sheet.with_rows(summary.moments.iter().map(row))
}

/// The distribution of a column: a row for each value up to the largest, even if
/// no puzzle has it.
pub fn distribution(distribution: &Distribution) -> Sheet {
    let heading = distribution.column.heading();
    let unbiased = distribution.is_unbiased();
    let has_bounds = distribution.upper() > 0;
    let shares = ["%", "95\u{202f}% from", "to", "cumulated %"];
    let mut sheet = Sheet::new(
        format!("distribution-{}", distribution.column),
        format!("Distribution of {heading}"),
        [heading, "puzzles"],
    )
    .group(if unbiased { "sample" } else { "" }, shares);
    if unbiased {
        sheet = sheet.group(UNBIASED, ["%", ERROR]);
    }
    if has_bounds {
        sheet = sheet
            .group("", ["upper bounds"])
            .with_note("Where a value is an upper bound, a smaller one is not excluded.");
    }
    if distribution.not_applicable > 0 {
        sheet = sheet.with_note(format!(
            "Of {}; not defined for {}.",
            counted(distribution.n, "puzzle"),
            counted(distribution.not_applicable, "other")
        ));
    }
    let lines = distribution.without_gaps();
    if lines.iter().any(|line| line.entry == Entry::Unknown) {
        sheet = sheet.with_note("?: not known, or beyond what was tried.");
    }
    let decimals = percent_decimals(distribution.n);
    let row = |line: &DistributionLine| {
        let share = Interval::wilson(line.count, distribution.n);
        let entry = entry_cell(distribution.column, line.entry);
        let mut cells = vec![entry, SheetCell::Count(line.count)];
        let shares = [
            share.map(|share| share.value),
            share.map(|share| share.low),
            share.map(|share| share.high),
            Some(line.cumulated),
        ];
        cells.extend(shares.map(|share| match share {
            Some(share) => SheetCell::Fixed(share, decimals),
            None => SheetCell::Empty,
        }));
        if unbiased {
            cells.extend(estimate_cells(line.unbiased));
        }
        if has_bounds {
            cells.push(SheetCell::Count(line.upper));
        }
        cells
    };
    sheet.with_rows(lines.iter().map(row))
}

/// A rating for each value of another column.
pub fn by(by: &By) -> Sheet {
    let cross = &by.cross;
    let id = format!("{}-by-{}", cross.across, cross.down);
    let labels = cross.down_entries.iter();
    let labels = labels.map(|&entry| entry_cell(cross.down, entry));
    RatingBy {
        by: cross.down.heading(),
        rating: cross.across,
        entries: &cross.across_entries,
        counts: &cross.counts,
        moments: &by.moments,
        shape: Some(by),
    }
    .sheet(id, labels.collect())
}

/// A rating for each value of a column that is none of ours.
pub fn grouping(grouping: &Grouping) -> Sheet {
    let id = format!("{}-by-{}", grouping.rating, file_name(&grouping.by));
    let label = |group: &Group| match group {
        Group::Value(value) if value.is_empty() => "(nothing)".into(),
        Group::Value(value) => SheetCell::Said(value.clone()),
        Group::Others => "(other values)".into(),
    };
    let sheet = RatingBy {
        by: &grouping.by,
        rating: grouping.rating,
        entries: &grouping.entries,
        counts: &grouping.counts,
        moments: &grouping.moments,
        shape: None,
    }
    .sheet(id, grouping.groups.iter().map(label).collect());
    match grouping.groups.contains(&Group::Others) {
        true => sheet.with_note(format!(
            "There are more than {} values; the rest are counted together.",
            grouped(MOST_VALUES as u64)
        )),
        false => sheet,
    }
}

/// A name that can be that of a file: letters, digits and `-`.
fn file_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    text.chars().take(40).map(plain).collect()
}

/// A rating, line by line.
struct RatingBy<'a> {
    by: &'a str,
    rating: Column,
    entries: &'a [Entry],
    counts: &'a [Vec<u64>],
    moments: &'a [Option<Moments>],
    /// Where medians and the standard errors of the skewness are, if there are some.
    shape: Option<&'a By>,
}

impl RatingBy<'_> {
    fn sheet(&self, id: String, labels: Vec<SheetCell>) -> Sheet {
        let rating = self.rating.heading();
        let mut sheet = Sheet::new(
            id,
            format!("{rating} by {}", self.by),
            [self.by, "puzzles", "mean", "sd", "max"],
        );
        if self.shape.is_some() {
            sheet = sheet
                .group("", ["median", "skewness", ERROR])
                .with_note(format!(
                    "The standard error (se) of the skewness is that of {REPLICATES} samples drawn \
                     from each line of {FEWEST_SKEWED} puzzles or more."
                ));
        }
        let heads = self.entries.iter();
        sheet = sheet.group(rating, heads.map(|entry| entry.shown(self.rating)));
        let row = |(place, label): (usize, SheetCell)| {
            let (counts, moments) = (&self.counts[place], self.moments[place]);
            let [mean, sd] = moments
                .as_ref()
                .map_or([SheetCell::Empty, SheetCell::Empty], mean_and_sd);
            let max = moments.map_or(SheetCell::Empty, |moments| {
                value_cell(self.rating, moments.max)
            });
            let mut cells = vec![label, SheetCell::Count(counts.iter().sum()), mean, sd, max];
            if let Some(shape) = self.shape {
                let median = shape.medians[place];
                let median = median.map(|median| value_cell(self.rating, median));
                let skewness = moments.and_then(|moments| moments.skewness);
                cells.extend([
                    median.unwrap_or(SheetCell::Empty),
                    SheetCell::significant(skewness, 3),
                    SheetCell::significant(shape.skewness_errors[place], 2),
                ]);
            }
            cells.extend(counts.iter().map(|&count| SheetCell::Count(count)));
            cells
        };
        sheet.with_rows(labels.into_iter().enumerate().map(row))
    }
}
