//! A sheet as CSV, for programs.

use super::cell::SheetCell;
use super::table::Sheet;

impl Sheet {
    /// CSV with a header line; numbers are not rounded.
    pub fn csv(&self) -> String {
        let rows = self
            .rows
            .iter()
            .map(|row| line(row.iter().map(SheetCell::raw)));
        [line(self.full_heads().into_iter())]
            .into_iter()
            .chain(rows)
            .collect()
    }
}

/// Fields with commas between, in quotes where they must be.
fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    format!("{}\n", cells.map(quoted).collect::<Vec<_>>().join(","))
}
