//! One column at a time: moments, distributions, and a rating for each value of
//! another column.

use super::cells::{ERROR, UNBIASED, entry_cell, estimate_cells, value_cell};
use crate::cross::{FEWEST_SKEWED, RatingByColumn};
use crate::distribution::DistributionLine;
use crate::groups::{Grouping, MOST_VALUES};
use crate::inference::bootstrap::REPLICATES;
use crate::interval::Interval;
use crate::quantiles::PERCENTS;
use crate::resampled::{Resampled, UnbiasedQuantiles};
use crate::sheet::{Sheet, SheetCell};
use crate::summary::{ColumnMoments, ColumnQuantiles};
use crate::{Column, Distribution, Entry, Estimate, Moments, Summary};
use gradus_table::io::{counted, digits, grouped, percent_decimals};

pub(super) fn overview(summary: &Summary) -> Sheet {
    let row = |of: &ColumnMoments| {
        let (column, moments) = (of.column, &of.moments);
        let value = |value| value_cell(column, value);
        let median = summary
            .quantiles
            .iter()
            .find(|found| found.column == column);
        let median = median.map(|found| value(found.quantiles.median()));
        let [mean, sd] = mean_and_sd(moments);
        let found = summary.distribution(column);
        let count = |count: fn(&Distribution) -> u64| {
            let rated = found.filter(|_| matches!(column, Column::Rating(_)));
            rated.map(count).into()
        };
        let cells = [
            value(moments.min),
            median.into(),
            value(moments.max),
            mean,
            sd,
            count(|found| found.count(|entry| entry == Entry::Infinite)),
            count(Distribution::lower),
            count(Distribution::upper),
        ];
        column_row(column, moments.n, cells)
    };
    let heads = [
        "column", "finite", "min", "median", "max", "mean", "sd", "infinite", "only ≥", "only ≤",
    ];
    Sheet::new("overview", "Overview", heads)
        .with_note(format!("Over the finite values. {DEVIATION}"))
        .with_rows(summary.moments.iter().map(row))
}

fn column_row(
    column: Column,
    puzzles: u64,
    cells: impl IntoIterator<Item = SheetCell>,
) -> Vec<SheetCell> {
    let head = [column.heading().into(), puzzles.into()];
    head.into_iter().chain(cells).collect()
}

const DEVIATION: &str = "The standard deviation (sd) is that of these puzzles themselves: the \
    population’s, with n in the denominator.";

/// Mean and standard deviation, to their significant digits.
fn mean_and_sd(moments: &Moments) -> [SheetCell; 2] {
    let error = moments.sd / (moments.n as f64).sqrt();
    [moments.mean, moments.sd].map(|x| SheetCell::Significant(x, digits(x, error)))
}

pub(super) fn quantiles(summary: &Summary) -> Sheet {
    let row = |of: &ColumnQuantiles| {
        let values = of
            .quantiles
            .values
            .map(|value| value_cell(of.column, value));
        column_row(of.column, of.quantiles.n, values)
    };
    let heads = PERCENTS.map(quantile_head).into_iter();
    let heads = COLUMN.map(str::to_string).into_iter().chain(heads);
    Sheet::new("quantiles", "Quantiles of the finite values", heads)
        .with_note("The least value that is not exceeded by at least that part of the puzzles.")
        .with_rows(summary.quantiles.iter().map(row))
}

const COLUMN: [&str; 2] = ["column", "puzzles"];

/// The unbiased quantiles of every column, with bootstrap errors.
impl From<&Resampled> for Sheet {
    fn from(resampled: &Resampled) -> Sheet {
        let row = |of: &UnbiasedQuantiles| {
            let cells = |quantile: Estimate| {
                let value = SheetCell::Fixed(quantile.value, 0);
                [value, SheetCell::Significant(quantile.error, 2)]
            };
            column_row(of.column, of.n, of.values.into_iter().flat_map(cells))
        };
        let title = "Quantiles of all minimal puzzles, estimated";
        let mut sheet = Sheet::new("unbiased-quantiles", title, COLUMN).with_note(format!(
            "Standard errors (se) are those of {REPLICATES} samples drawn from the sample. Where \
             all of these have the same quantile, it is 0."
        ));
        for percent in PERCENTS {
            sheet = sheet.group(quantile_head(percent), ["value", ERROR]);
        }
        sheet.with_rows(resampled.quantiles.iter().map(row))
    }
}

fn quantile_head(percent: u16) -> String {
    match percent {
        50 => "median".to_string(),
        percent => format!("{percent} %"),
    }
}

/// The moments of every column, with unbiased estimates if available.
pub(super) fn moments(summary: &Summary) -> Sheet {
    let unbiased = summary.unbiased.as_ref();
    let heads = ["min", "max", "mean", "sd", "skewness", "kurtosis"];
    let mut sheet = Sheet::new("moments", "Moments of the finite values", COLUMN)
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
        let range = [moments.min, moments.max].map(|value| value_cell(of.column, value));
        let mut cells = Vec::from(range);
        cells.extend(mean_and_sd(&moments));
        cells.extend([moments.skewness, moments.kurtosis].map(|x| SheetCell::significant(x, 4)));
        if let Some(unbiased) = unbiased {
            let found = unbiased
                .moments
                .iter()
                .find(|other| other.column == of.column);
            cells.extend(estimate_cells(found.map(|found| found.mean)));
            cells.extend(estimate_cells(found.map(|found| found.sd)));
        }
        column_row(of.column, moments.n, cells)
    };
    sheet.with_rows(summary.moments.iter().map(row))
}

/// The distribution of a column: a row for each value up to the largest, even if
/// no puzzle has it.
impl From<&Distribution> for Sheet {
    fn from(distribution: &Distribution) -> Sheet {
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
            let mut cells = vec![entry, line.count.into()];
            let shares = [
                share.map(|share| share.value),
                share.map(|share| share.low),
                share.map(|share| share.high),
                Some(line.cumulated),
            ];
            let fixed = |share| SheetCell::Fixed(share, decimals);
            cells.extend(shares.map(|share| share.map(fixed).into()));
            if unbiased {
                cells.extend(estimate_cells(line.unbiased));
            }
            if has_bounds {
                cells.push(line.upper.into());
            }
            cells
        };
        sheet.with_rows(lines.iter().map(row))
    }
}

/// A rating for each value of another column.
impl From<&RatingByColumn> for Sheet {
    fn from(by: &RatingByColumn) -> Sheet {
        let cross = &by.cross;
        let id = format!("{}-by-{}", cross.across, cross.down);
        let entries = cross.down_entries.iter();
        let labels = entries.map(|&entry| entry_cell(cross.down, entry));
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
}

/// A rating for each value of a column that is not one of ours.
impl From<&Grouping> for Sheet {
    fn from(grouping: &Grouping) -> Sheet {
        let id = format!("{}-by-{}", grouping.rating, file_name(&grouping.by));
        let label = |value: &Option<String>| match value {
            Some(value) if value.is_empty() => "(nothing)".into(),
            Some(value) => SheetCell::Said(value.clone()),
            None => "(other values)".into(),
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
        if grouping.groups.contains(&None) {
            sheet.with_note(format!(
                "There are more than {} values; the rest are counted together.",
                grouped(MOST_VALUES as u64)
            ))
        } else {
            sheet
        }
    }
}

/// A string that is safe as a file name: letters, digits and `-`.
fn file_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    text.chars().take(40).map(plain).collect()
}

struct RatingBy<'a> {
    by: &'a str,
    rating: Column,
    entries: &'a [Entry],
    counts: &'a [Vec<u64>],
    moments: &'a [Option<Moments>],
    /// The medians and the standard errors of the skewness, if any.
    shape: Option<&'a RatingByColumn>,
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
            let [mean, sd] = match &moments {
                Some(moments) => mean_and_sd(moments),
                None => [SheetCell::Empty, SheetCell::Empty],
            };
            let value = |value| value_cell(self.rating, value);
            let max = moments.map(|moments| value(moments.max)).into();
            let mut cells = vec![label, counts.iter().sum::<u64>().into(), mean, sd, max];
            if let Some(shape) = self.shape {
                let skewness = moments.and_then(|moments| moments.skewness);
                cells.extend([
                    shape.medians[place].map(value).into(),
                    SheetCell::significant(skewness, 3),
                    SheetCell::significant(shape.skewness_errors[place], 2),
                ]);
            }
            cells.extend(counts.iter().map(|&count| count.into()));
            cells
        };
        sheet.with_rows(labels.into_iter().enumerate().map(row))
    }
}
