//! A sheet on a terminal: Markdown with aligned columns.

use super::cell::SheetCell;
use super::table::{ColumnKind, Sheet};

impl Sheet {
    /// The title, the notes and the aligned table.
    pub fn terminal(&self) -> String {
        let escaped = |text: String| text.replace('|', "\\|");
        let shown = |row: &Vec<SheetCell>| row.iter().map(|cell| escaped(cell.shown())).collect();
        let mut lines: Vec<Vec<String>> = self.rows.iter().map(shown).collect();
        lines.insert(0, self.full_heads().into_iter().map(escaped).collect());
        let kinds = self.kinds();
        let width = |column: usize| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).fold(3, usize::max)
        };
        let widths: Vec<usize> = (0..kinds.len()).map(width).collect();
        let rules = kinds.iter().zip(&widths).map(|(kind, width)| match kind {
            ColumnKind::Numbers => format!("{}:", "-".repeat(width - 1)),
            _ => "-".repeat(*width),
        });
        lines.insert(1, rules.collect());
        let mut text = format!("### {}\n\n", self.title);
        text.extend(self.notes.iter().map(|note| format!("{note}\n\n")));
        for line in &lines {
            for ((cell, kind), width) in line.iter().zip(&kinds).zip(&widths) {
                text += &match kind {
                    ColumnKind::Numbers => format!("| {cell:>width$} "),
                    _ => format!("| {cell:<width$} "),
                };
            }
            text += "|\n";
        }
        text
    }
}
