//! Expressions over rows.

use gradus_table::expression::{Operand, Value};
use gradus_table::table::{Entry, PUZZLE, Rows};
use polars::prelude::StringChunked;

pub(super) struct Operands<'a>(Vec<OperandColumn<'a>>);

enum OperandColumn<'a> {
    Numbers(&'a [u64]),
    Codes(&'a [u32]),
    Texts(&'a StringChunked),
    Missing,
}

impl<'a> Operands<'a> {
    /// The operands of an expression, over rows that were read with them.
    pub(super) fn new(rows: &'a Rows, operands: &[Operand]) -> Operands<'a> {
        let texts = |name: &str| {
            let texts = rows.texts(name);
            texts.map_or(OperandColumn::Missing, OperandColumn::Texts)
        };
        let columns = operands.iter().map(|operand| match operand {
            Operand::Row => OperandColumn::Numbers(rows.row_numbers()),
            Operand::Puzzle => texts(PUZZLE),
            Operand::Entry(column) => OperandColumn::Codes(rows.codes(*column)),
            Operand::Text(name) => texts(name),
        });
        Operands(columns.collect())
    }

    /// The values of the operands in a row.
    pub(super) fn at(&self, row: usize) -> impl Fn(usize) -> Value<'a> {
        move |operand| match self.0[operand] {
            OperandColumn::Numbers(numbers) => Value::Number(numbers[row]),
            OperandColumn::Codes(codes) => {
                let code = codes.get(row);
                Value::Entry(code.map_or(Entry::Unknown, |code| Entry::from(*code)))
            }
            OperandColumn::Texts(texts) => Value::Text(texts.get(row).unwrap_or_default()),
            OperandColumn::Missing => Value::Text(""),
        }
    }
}
