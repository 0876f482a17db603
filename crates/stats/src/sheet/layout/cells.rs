//! Cells shared by several tables.

use crate::sheet::SheetCell;
use crate::{Column, Estimate};
use gradus_table::io::digits;
use gradus_table::table::Entry;

/// The group of columns with estimates for all minimal puzzles.
pub(super) const UNBIASED: &str = "unbiased";

/// The heading of a column with standard errors.
pub(super) const ERROR: &str = "± 1 se";

/// Formats an entry of a rating.
pub(super) fn entry_cell(column: Column, entry: Entry) -> SheetCell {
    SheetCell::written(entry.shown(column))
}

pub(super) fn value_cell(column: Column, value: u16) -> SheetCell {
    match column.words() {
        Some(_) => entry_cell(column, Entry::Exact(value)),
        None => SheetCell::Count(value.into()),
    }
}

/// A value and its standard error, in two cells.
pub(super) fn estimate_cells(estimate: Option<Estimate>) -> [SheetCell; 2] {
    let digits = estimate.map_or(6, |estimate| digits(estimate.value, estimate.error));
    [
        SheetCell::significant(estimate.map(|estimate| estimate.value), digits),
        SheetCell::significant(estimate.map(|estimate| estimate.error), 2),
    ]
}

/// A value and its relative error in percent, in two cells.
pub(super) fn relative_cells(estimate: Estimate) -> [SheetCell; 2] {
    let relative = 100.0 * estimate.error / estimate.value;
    [
        SheetCell::Significant(estimate.value, 5),
        SheetCell::Significant(relative, 3),
    ]
}
