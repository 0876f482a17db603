//! Rows on stdout: a table, JSON Lines with the same columns, or lines of a template.

use std::io::{self, Write};

use anyhow::{Context, Result};
use serde_json::{Map, Value};

use super::advice::Advice;
use super::template::Template;
use crate::cli::messages::CANNOT_PRINT;
use crate::explain::CONTRADICTION;
use crate::io::shortened;
use crate::table::{Column, Entry};
use gradus_engine::rating::Classification;

/// Column names and values, in order.
pub(super) type JsonRow = Map<String, Value>;

/// The form of the rows.
pub(super) enum Form {
    /// A table with the columns of its rows. As rows are printed one by one, a row with a column
    /// that the rows before it do not have comes under a header of its own.
    Table,
    Json,
    Lines(Template),
}

/// Prints rows.
pub(super) struct Printer<W> {
    pub(super) out: W,
    form: Form,
    /// What to ask next about the rows.
    pub(super) advice: Advice,
    names: Vec<String>,
}

impl<W: Write> Printer<W> {
    pub(super) fn new(out: W, form: Form) -> Self {
        Printer {
            out,
            form,
            advice: Advice::default(),
            names: Vec::new(),
        }
    }

    pub(super) fn is_json(&self) -> bool {
        matches!(self.form, Form::Json)
    }

    /// Returns true if the comments of puzzles are printed.
    pub(super) fn has_comments(&self) -> bool {
        matches!(&self.form, Form::Lines(template) if template.has_comments())
    }

    /// Prints the row of a puzzle with this comment.
    pub(super) fn print(&mut self, row: &JsonRow, comment: Option<&str>) -> Result<()> {
        self.try_print(row, comment).context(CANNOT_PRINT)
    }

    fn try_print(&mut self, row: &JsonRow, comment: Option<&str>) -> io::Result<()> {
        match &self.form {
            Form::Json => {
                serde_json::to_writer(&mut self.out, row)?;
                return writeln!(self.out);
            }
            Form::Lines(template) => {
                return writeln!(self.out, "{}", template.line(row, comment));
            }
            Form::Table => {}
        }
        let is_status = |name: &&String| name.ends_with(STATUS);
        let names = row.keys().filter(|name| !is_status(name));
        let count = self.names.len();
        for name in names {
            if !self.names.contains(name) {
                self.names.push(name.clone());
            }
        }
        if self.names.len() > count {
            let header: String = self.names.iter().map(|name| cell(name, name)).collect();
            writeln!(self.out, "{}", header.trim_end())?;
        }
        let cell = |name: &String| cell(name, &shown_value(row, name));
        let cells: String = self.names.iter().map(cell).collect();
        writeln!(self.out, "{}", cells.trim_end())
    }
}

/// Width of the column of puzzles, that of a 9×9 Sudoku. Longer puzzles are shortened.
pub(super) const PUZZLE_WIDTH: usize = 81;

/// A cell of the table. Rows are printed one by one, so the widths are fixed beforehand.
fn cell(name: &str, text: &str) -> String {
    let width = match name {
        "puzzle" | "expand" | "canon" => {
            let text = shortened(text, PUZZLE_WIDTH);
            return format!("{text:<PUZZLE_WIDTH$}  ");
        }
        "solutions" | "published" => 9,
        "id" => 15,
        "remark" => 0,
        _ => {
            let width = longest_value(name).max(name.len());
            return format!("{text:>width$}  ");
        }
    };
    format!("{text:<width$}  ")
}

/// The width of common values of a column.
fn longest_value(name: &str) -> usize {
    let words = name.parse().ok().and_then(Column::words);
    words.map_or(3, |words| {
        let all = words.values.iter().chain([&words.beyond]);
        all.map(|word| word.len()).max().unwrap_or(0)
    })
}

/// The ending of columns with statuses.
pub(super) const STATUS: &str = "_status";

/// A value as the table shows it, with a sign if it is not exact.
pub(super) fn shown_value(row: &JsonRow, name: &str) -> String {
    let value = row.get(name).unwrap_or(&Value::Null);
    let status = row.get(&format!("{name}{STATUS}")).and_then(Value::as_str);
    let number = value.as_u64().and_then(|number| number.try_into().ok());
    let rating = status.map(|word| Entry::new(number, word.parse().ok()));
    match rating {
        Some(Ok(entry)) if !value.is_string() => entry.to_string(),
        _ => text(value),
    }
}

pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_string(),
        Value::String(text) if text == "contradiction" => CONTRADICTION.to_string(),
        Value::String(text) => text.clone(),
        Value::Object(pairs) => {
            let pair = |(name, value)| format!("{name} {}", text(value));
            pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// The numbers of a puzzle as columns.
pub(super) fn columns(numbers: &Classification) -> JsonRow {
    match serde_json::to_value(numbers) {
        Ok(Value::Object(columns)) => columns,
        _ => unreachable!("a classification is an object of plain numbers"),
    }
}
