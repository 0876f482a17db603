//! A sheet for programs, as CSV and as JSON lines: numbers are not rounded.

use serde_json::{Map, Value};

use super::cell::SheetCell;
use super::table::Sheet;

impl Sheet {
    /// CSV with a header line.
    pub fn csv(&self) -> String {
        let rows = self.rows.iter();
        let rows = rows.map(|row| line(row.iter().map(SheetCell::raw)));
        line(self.full_heads().into_iter()) + &rows.collect::<String>()
    }

    /// One JSON object per row, keyed by column heading.
    pub fn json_lines(&self) -> String {
        let heads = self.full_heads();
        let line = |row: &Vec<SheetCell>| {
            let pairs = heads.iter().cloned().zip(row.iter().map(value));
            format!("{}\n", Value::Object(Map::from_iter(pairs)))
        };
        self.rows.iter().map(line).collect()
    }
}

/// Joins fields with commas, quoting where necessary.
fn line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell
        }
    };
    format!("{}\n", cells.map(quoted).collect::<Vec<_>>().join(","))
}

fn value(cell: &SheetCell) -> Value {
    match cell {
        SheetCell::Empty => Value::Null,
        SheetCell::Text(text)
        | SheetCell::Said(text)
        | SheetCell::Code(text)
        | SheetCell::Written(text) => text.clone().into(),
        SheetCell::Decimal(text) => text.parse::<f64>().ok().into(),
        SheetCell::Count(count) => (*count).into(),
        SheetCell::Fixed(number, 0) => (*number as i64).into(),
        SheetCell::Significant(number, _) | SheetCell::Fixed(number, _) => (*number).into(),
    }
}
