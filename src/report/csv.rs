//! A table as CSV: numbers as they were computed, no rounding, no thousands
//! apart.

use super::document::{Cell, Table};

/// Writes a table with its header.
pub fn render(table: &Table) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(table.full_heads())?;
    for row in &table.rows {
        writer.write_record(row.iter().map(Cell::raw))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_and_numbers_are_whole() {
        let rows = [
            vec![
                "a, \"b\"".into(),
                Cell::Count(12_345),
                Cell::Significant(1.0 / 3.0, 4),
            ],
            vec![Cell::Empty, Cell::Count(0), Cell::Empty],
        ];
        let table = Table::new("t", "c", ["who", "n", "share"], rows).under([("", 1), ("all", 2)]);
        let text = String::from_utf8(render(&table).expect("a table")).expect("text");
        let expected = "who,all n,all share\n\"a, \"\"b\"\"\",12345,0.3333333333333333\n,0,\n";
        assert_eq!(text, expected);
    }
}
