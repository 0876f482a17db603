//! Estimates for all minimal puzzles from a controlled-bias sample.

use super::cells::{ERROR, estimate_cells, relative_cells};
use crate::Unbiased;
use crate::sheet::{Sheet, SheetCell};
use crate::unbiased::{ByClues, Totals};
use gradus_table::io::{grouped, significant};

/// The estimates by number of clues.
impl From<&Unbiased> for Sheet {
    fn from(unbiased: &Unbiased) -> Sheet {
        let mut heads = vec!["clues", "puzzles", "correction factor", "unbiased %", ERROR];
        if unbiased.totals.is_some() {
            heads.extend([
                "minimal puzzles per grid",
                "relative error %",
                "grids tried for one",
            ]);
        }
        let row = |line: &ByClues| {
            let mut cells = vec![
                SheetCell::written(line.clues),
                line.count.into(),
                SheetCell::Significant(line.factor, 5),
            ];
            cells.extend(estimate_cells(Some(line.percent)));
            cells.extend(line.per_grid.into_iter().flat_map(relative_cells));
            cells.extend(line.tries.map(|tries| SheetCell::Significant(tries, 5)));
            cells
        };
        let title = "Unbiased estimates by number of clues";
        Sheet::new("unbiased-clues", title, heads)
            .with_note(format!(
                "An unbiased sample of {} puzzles would be as precise.",
                significant(unbiased.effective_size, 4)
            ))
            .with_rows(unbiased.clues.iter().map(row))
    }
}

/// The numbers of minimal puzzles.
impl From<&Totals> for Sheet {
    fn from(totals: &Totals) -> Sheet {
        let lines = [
            ("per complete grid", totals.per_grid),
            ("in all", totals.all),
            ("essentially different", totals.essentially_different),
        ];
        let row = |(name, estimate): (&str, _)| {
            let numbers = relative_cells(estimate);
            [name.into()].into_iter().chain(numbers).collect()
        };
        let heads = ["minimal puzzles", "number", "relative error %"];
        Sheet::new("unbiased-totals", "Numbers of minimal puzzles", heads)
            .with_note(format!(
                "From {} complete grids tried.",
                grouped(totals.grids)
            ))
            .with_rows(lines.map(row))
    }
}
