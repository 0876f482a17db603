//! Renders a sheet as Markdown for forums and repositories, and aligned for a terminal.

use super::table::{ColumnKind, Sheet};

impl Sheet {
    /// The title, the notes and the table, with all Markdown in their text escaped.
    pub fn markdown(&self) -> String {
        let caption = self.caption();
        let head = [&caption].into_iter().chain(&self.notes);
        let head: String = head.map(|text| format!("{}\n\n", plain(text))).collect();
        head + &self.lines(plain, false)
    }

    /// The title, the notes and the aligned table.
    pub fn terminal(&self) -> String {
        let notes: String = self
            .notes
            .iter()
            .map(|note| format!("{note}\n\n"))
            .collect();
        let table = self.lines(|text| text.replace('|', "\\|"), true);
        format!("### {}\n\n{notes}{table}", self.title)
    }

    fn lines(&self, escaped: fn(&str) -> String, aligned: bool) -> String {
        let heads = self.full_heads().iter().map(|head| escaped(head)).collect();
        let rows = self.shown();
        let rows = rows
            .iter()
            .map(|row| row.iter().map(|cell| escaped(cell)).collect());
        let mut lines: Vec<Vec<String>> = [heads].into_iter().chain(rows).collect();
        let kinds = self.kinds();
        let width = |column: usize| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            let widths = cells.map(|cell| cell.chars().count());
            widths.filter(|_| aligned).fold(3, usize::max)
        };
        let widths: Vec<usize> = (0..kinds.len()).map(width).collect();
        let rules = kinds.iter().zip(&widths).map(|(kind, width)| match kind {
            ColumnKind::Numbers => format!("{}:", "-".repeat(width - 1)),
            _ => "-".repeat(*width),
        });
        lines.insert(1, rules.collect());
        let mut text = String::new();
        for line in &lines {
            for ((cell, kind), width) in line.iter().zip(&kinds).zip(&widths) {
                let width = if aligned { *width } else { 0 };
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

/// Escapes Markdown and HTML in a string, and keeps it on one line.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
