//! A sheet as JSON lines, for programs: one object a row.

use serde_json::{Map, Value};

use super::cell::SheetCell;
use super::table::Sheet;

impl Sheet {
    /// An object a row, each value under the head of its column; numbers are not rounded.
    pub fn json_lines(&self) -> String {
        let heads = self.full_heads();
        let line = |row: &Vec<SheetCell>| {
            let pairs = heads.iter().cloned().zip(row.iter().map(value));
            format!("{}\n", Value::Object(Map::from_iter(pairs)))
        };
        self.rows.iter().map(line).collect()
    }
}

fn value(cell: &SheetCell) -> Value {
    match cell {
        SheetCell::Empty => Value::Null,
        SheetCell::Text(text)
        | SheetCell::Said(text)
        | SheetCell::Code(text)
        | SheetCell::Written(text) => text.clone().into(),
        SheetCell::Count(count) => (*count).into(),
        SheetCell::Fixed(number, 0) => (*number as i64).into(),
        SheetCell::Significant(number, _) | SheetCell::Fixed(number, _) => (*number).into(),
    }
}
