//! A sheet as Markdown, for forums and repositories.

use super::cell::SheetCell;
use super::table::{ColumnKind, Sheet};

impl Sheet {
    /// The title, the notes and the table; whatever the texts are, they stay texts.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = |kind: ColumnKind| match kind {
            ColumnKind::Numbers => "--:".to_string(),
            _ => "---".to_string(),
        };
        let mut text = format!("{}\n\n", plain(&self.title));
        for note in &self.notes {
            text += &format!("{}\n\n", plain(note));
        }
        text += &line(self.full_heads().iter().map(|head| plain(head)).collect());
        text += &line(self.kinds().into_iter().map(rule).collect());
        let shown = |cell: &SheetCell| plain(&cell.shown());
        let rows = self.rows.iter();
        text.extend(rows.map(|row| line(row.iter().map(shown).collect())));
        text
    }
}

/// A text in which nothing means anything to Markdown or to the HTML in it, and
/// which stays on its line.
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
