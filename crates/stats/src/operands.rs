//! Expressions over the rows of a batch.

use super::batch::Batch;
use gradus_table::expression::{Operand, Value};
use gradus_table::table::{Entry, Texts};

/// The columns that an expression reads, in a batch.
pub(super) struct Operands<'a>(Vec<Cells<'a>>);

enum Cells<'a> {
    Rows(&'a [u64]),
    Entries(&'a [Entry]),
    Texts(&'a Texts),
    None,
}

impl<'a> Operands<'a> {
    /// The operands of an expression, in a batch that has been read with them.
    pub(super) fn of(batch: &'a Batch, operands: &[Operand]) -> Operands<'a> {
        let cells = operands.iter().map(|operand| match operand {
            Operand::Row => Cells::Rows(&batch.rows),
            Operand::Puzzle => Cells::Texts(&batch.puzzles),
            Operand::Entry(column) => Cells::Entries(batch.column(*column)),
            Operand::Text(name) => batch.text(name).map_or(Cells::None, Cells::Texts),
        });
        Operands(cells.collect())
    }

    /// The values of the operands in a row.
    pub(super) fn at(&self, place: usize) -> impl Fn(usize) -> Value<'a> {
        move |operand| match &self.0[operand] {
            Cells::Rows(rows) => Value::Number(rows[place]),
            Cells::Entries(entries) => {
                Value::Entry(entries.get(place).copied().unwrap_or(Entry::Unknown))
            }
            Cells::Texts(texts) => Value::Text(texts.get(place)),
            Cells::None => Value::Text(""),
        }
    }
}
