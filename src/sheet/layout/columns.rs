//! One column at a time: moments, distributions, and a rating for each value of
//! another column.

use super::{ERROR, UNBIASED, estimate_cells};
use crate::sheet::number::grouped;
use crate::sheet::{Sheet, SheetCell};
use crate::stats::cross::By;
use crate::stats::distribution::DistributionLine;
use crate::stats::interval::Interval;
use crate::stats::summary::ColumnMoments;
use crate::stats::{Distribution, Entry, Summary};

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
    .with_note("Kurtosis is in excess of that of a normal distribution.");
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
            SheetCell::Count(moments.min.into()),
            SheetCell::Count(moments.max.into()),
            SheetCell::Significant(moments.mean, 7),
            SheetCell::Significant(moments.sd, 7),
            SheetCell::significant(moments.skewness, 5),
            SheetCell::significant(moments.kurtosis, 5),
        ];
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
            "Of {} puzzles; not defined for {} others.",
            grouped(distribution.n),
            grouped(distribution.not_applicable)
        ));
    }
    let lines = distribution.without_gaps();
    if lines.iter().any(|line| line.entry == Entry::Unknown) {
        sheet = sheet.with_note("?: not known, or beyond what was tried.");
    }
    let row = |line: &DistributionLine| {
        let share = Interval::wilson(line.count, distribution.n);
        let mut cells = vec![
            line.entry.into(),
            SheetCell::Count(line.count),
            SheetCell::significant(share.map(|share| share.value), 6),
            SheetCell::significant(share.map(|share| share.low), 4),
            SheetCell::significant(share.map(|share| share.high), 4),
            SheetCell::Significant(line.cumulated, 6),
        ];
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
    let (down, rating) = (cross.down.heading(), cross.across.heading());
    let sheet = Sheet::new(
        format!("{}-by-{}", cross.across, cross.down),
        format!("{rating} by {down}"),
        [down, "puzzles", "mean", "sd", "max"],
    )
    .group(rating, cross.across_entries.iter().map(Entry::to_string));
    let lines = cross.down_entries.iter().zip(&cross.counts);
    let row = |((entry, counts), moments): ((&Entry, &Vec<u64>), &Option<_>)| {
        let moments: Option<crate::stats::Moments> = *moments;
        let head = [
            (*entry).into(),
            SheetCell::Count(counts.iter().sum()),
            SheetCell::significant(moments.map(|moments| moments.mean), 6),
            SheetCell::significant(moments.map(|moments| moments.sd), 6),
            moments.map_or(SheetCell::Empty, |moments| {
                SheetCell::Count(moments.max.into())
            }),
        ];
        let counts = counts.iter().map(|&count| SheetCell::Count(count));
        head.into_iter().chain(counts).collect()
    };
    sheet.with_rows(lines.zip(&by.moments).map(row))
}
