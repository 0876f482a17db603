//! The layout of every statistics table: numbers in, a [`Sheet`] out. The
//! command line and the reports show these sheets and lay out none of their own
//! for the same numbers.

mod columns;
mod pairs;
mod parts;
mod published;
mod rows;
mod unbiased;

pub use columns::{by, distribution, grouping, moments, overview, quantiles, unbiased_quantiles};
pub use pairs::{correlations, cross, difference};
pub use parts::{Part, UnknownPart, parts};
pub use published::{ALL_COLUMNS, Beside, VERDICTS, comparison, verdicts};
pub use rows::{agreement, examples, extreme_rows, extremes};
pub use unbiased::{by_clues, totals};

use super::{Sheet, SheetCell};
use crate::{Column, Estimate, Summary};
use gradus_table::io::number::digits;
use gradus_table::table::Entry;

/// All tables of a summary, in the order of its parts.
pub fn summary(summary: &Summary) -> Vec<Sheet> {
    parts(summary, &Part::ALL)
}

/// The group of columns with estimates for all minimal puzzles.
const UNBIASED: &str = "unbiased";

/// The head of a column with standard errors.
const ERROR: &str = "± 1 se";

/// The one way to show what is known of a rating.
fn entry_cell(column: Column, entry: Entry) -> SheetCell {
    SheetCell::written(entry.shown(column))
}

/// A value of a column.
fn value_cell(column: Column, value: u16) -> SheetCell {
    match column.words() {
        Some(_) => entry_cell(column, Entry::Exact(value)),
        None => SheetCell::Count(value.into()),
    }
}

/// A value and its standard error, in two cells.
fn estimate_cells(estimate: Option<Estimate>) -> [SheetCell; 2] {
    let digits = estimate.map_or(6, |estimate| digits(estimate.value, estimate.error));
    [
        SheetCell::significant(estimate.map(|estimate| estimate.value), digits),
        SheetCell::significant(estimate.map(|estimate| estimate.error), 2),
    ]
}

/// A value and its relative error in percent, in two cells.
fn relative_cells(estimate: Estimate) -> [SheetCell; 2] {
    let relative = 100.0 * estimate.error / estimate.value;
    [
        SheetCell::Significant(estimate.value, 5),
        SheetCell::Significant(relative, 3),
    ]
}
