//! Two columns at a time: cross-tables, differences and correlations.

use super::cells::{ERROR, UNBIASED, entry_cell, estimate_cells};
use crate::cross::Cross;
use crate::difference::{Difference, DifferenceLine};
use crate::inference::bootstrap::REPLICATES;
use crate::sheet::{Sheet, SheetCell};
use crate::{Entry, ForeignCorrelation, Summary};
use gradus_table::io::{counted, grouped, percent, percent_decimals};

/// A cross-table.
impl From<&Cross> for Sheet {
    fn from(cross: &Cross) -> Sheet {
        let (down, across) = (cross.down.heading(), cross.across.heading());
        let heads = cross.across_entries.iter();
        let heads = heads.map(|entry| entry.shown(cross.across));
        let row = |(entry, counts): (&Entry, &Vec<u64>)| {
            let mut cells = vec![entry_cell(cross.down, *entry)];
            cells.extend(counts.iter().map(|&count| SheetCell::from(count)));
            cells
        };
        Sheet::new(
            format!("cross-{}-{}", cross.down, cross.across),
            format!("{down} × {across}"),
            [format!("{down} \\ {across}")].into_iter().chain(heads),
        )
        .with_rows(cross.down_entries.iter().zip(&cross.counts).map(row))
    }
}

/// The correlation coefficients of all pairs of columns, or `None` if there are no pairs.
pub(super) fn correlations(summary: &Summary) -> Option<Sheet> {
    let (found, unbiased) = (&summary.correlations, summary.resampled.as_ref());
    let size = found.columns.len();
    let pairs = (0..size).flat_map(|a| (0..a).map(move |b| (a, b)));
    let row = |(a, b): (usize, usize)| {
        // The error of a coefficient is about 1/√n.
        let decimals = (found.n[a][b].max(1).ilog10() as usize / 2 + 2).min(6);
        let coefficient =
            |r: Option<f64>| SheetCell::from(r.map(|r| SheetCell::Fixed(r, decimals)));
        let mut cells = vec![
            found.columns[b].heading().into(),
            found.columns[a].heading().into(),
            found.n[a][b].into(),
            coefficient(found.pearson[a][b]),
            coefficient(found.spearman[a][b]),
        ];
        if let Some(unbiased) = unbiased {
            let estimate = unbiased.correlation(found.columns[a], found.columns[b]);
            cells.extend([
                coefficient(estimate.map(|estimate| estimate.value)),
                SheetCell::significant(estimate.map(|estimate| estimate.error), 2),
            ]);
        }
        cells
    };
    let title = "Pearson’s and Spearman’s correlation coefficients";
    let heads = ["column", "with", "puzzles", "Pearson", "Spearman"];
    let mut sheet = Sheet::new("correlations", title, heads).with_note(
        "Over the puzzles where both values are finite; “puzzles” is how many there are. Of few \
         puzzles a coefficient means little, and of fewer than three there is none.",
    );
    if unbiased.is_some() {
        let note = format!(
            "Unbiased: Pearson’s coefficients of all minimal puzzles, estimated; standard errors \
             (se) are those of {REPLICATES} samples drawn from the sample."
        );
        sheet = sheet.group(UNBIASED, ["Pearson", ERROR]).with_note(note);
    }
    (size > 1).then(|| sheet.with_rows(pairs.map(row)))
}

/// The correlations of the inputs' own columns with ratings, or `None` if there are none.
pub(super) fn foreign(summary: &Summary) -> Option<Sheet> {
    let row = |found: &ForeignCorrelation| {
        let decimals = (found.n.max(1).ilog10() as usize / 2 + 2).min(6);
        let coefficient =
            |r: Option<f64>| SheetCell::from(r.map(|r| SheetCell::Fixed(r, decimals)));
        vec![
            found.column.as_str().into(),
            found.with.heading().into(),
            found.n.into(),
            coefficient(found.pearson),
            coefficient(found.spearman),
        ]
    };
    let heads = ["column", "with", "puzzles", "Pearson", "Spearman"];
    let title = "Correlations of the inputs’ columns with ratings";
    let sheet = Sheet::new("correlations-inputs", title, heads).with_note(
        "Over the puzzles where both values are finite; “puzzles” is how many there are.",
    );
    (!summary.foreign.is_empty()).then(|| sheet.with_rows(summary.foreign.iter().map(row)))
}

/// The distribution of a difference, with a note that summarises it.
impl From<&Difference> for Sheet {
    fn from(difference: &Difference) -> Sheet {
        let heading = difference.gap.heading();
        let mut sheet = Sheet::new(
            format!("difference-{}", difference.gap),
            format!("Distribution of {heading}"),
            [heading.as_str(), "puzzles", "%"],
        )
        .with_note(outcome(difference));
        let unbiased = difference.lines.iter().any(|line| line.unbiased.is_some());
        if unbiased {
            sheet = sheet.group(UNBIASED, ["%", ERROR]);
        }
        let decimals = percent_decimals(difference.n);
        let row = |line: &DifferenceLine| {
            let mut cells = vec![
                SheetCell::Fixed(line.difference.into(), 0),
                line.count.into(),
                SheetCell::Fixed(line.percent, decimals),
            ];
            if unbiased {
                cells.extend(estimate_cells(line.unbiased));
            }
            cells
        };
        sheet.with_rows(difference.lines.iter().map(row))
    }
}

/// How often two ratings differ, and which one is greater.
fn outcome(difference: &Difference) -> String {
    let heading = difference.gap.heading();
    let [greater, smaller] = [difference.greater, difference.smaller];
    let puzzles = counted(difference.n, "puzzle");
    let of_n = format!("the {puzzles} whose two ratings are finite");
    let rest = match difference.incomparable {
        0 => String::new(),
        1 => " 1 other puzzle has a rating that is not finite.".to_string(),
        count => format!(
            " {} other puzzles have a rating that is not finite.",
            grouped(count)
        ),
    };
    let sides = match (greater, smaller) {
        (0, 0) if difference.n == 0 => {
            return format!("There is no puzzle whose two ratings are finite.{rest}");
        }
        (0, 0) => return format!("{heading} is 0 for all of {of_n}.{rest}"),
        (_, 0) => "always positive".to_string(),
        (0, _) => "always negative".to_string(),
        _ => {
            let [greater, smaller] = [greater, smaller].map(grouped);
            format!("{greater} times positive, {smaller} times negative")
        }
    };
    let differing = greater + smaller;
    let share = percent(differing, difference.n);
    format!(
        "{heading} is not 0 for {} of {of_n} ({share} %): {sides}.{rest}",
        grouped(differing)
    )
}
