//! Rows of text put together as batches: what a field means, and whether it may
//! stand in its column.

use std::path::Path;

use super::{ScanError, Take};
use crate::rating::Status;
use crate::stats::batch::Batch;
use crate::stats::column::Column;
use crate::stats::entry::Entry;
use crate::stats::layout::{Layout, ROW};

/// Rows of a batch.
pub(super) const ROWS: usize = 16_384;

/// The entry that a value and a status make in a column, or what is wrong with
/// them.
pub(super) fn entry(
    column: Column,
    value: Option<u64>,
    status: Option<Status>,
) -> Result<Entry, String> {
    let limit = column.limit();
    let number = match value {
        None => None,
        Some(value) if value <= limit.into() => Some(value as u16),
        Some(value) => return Err(format!("{value} is more than {limit}")),
    };
    Entry::new(number, status).map_err(|mismatch| mismatch.to_string())
}

/// The status that a word stands for.
pub(super) fn status(word: &str) -> Result<Status, String> {
    let shown = || crate::input::record::shown(word.as_bytes(), 40);
    Status::of(word).ok_or_else(|| format!("{:?} is no status", shown()))
}

/// A field of a text table: empty, or what stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Field {
    /// Nothing.
    #[default]
    Null,
    /// A whole number.
    Number(u64),
    /// A text.
    Text(String),
}

impl Field {
    /// A field of a CSV table: digits make a number.
    pub(super) fn set_csv(&mut self, bytes: &[u8]) -> Result<(), String> {
        let bytes = bytes.trim_ascii();
        if bytes.is_empty() {
            *self = Field::Null;
            return Ok(());
        }
        let text = str::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?;
        match text.parse() {
            Ok(number) if text.len() < 20 && !text.starts_with('+') => {
                *self = Field::Number(number)
            }
            _ => self.set_text(text),
        }
        Ok(())
    }

    /// A text; the memory of a text that was here is used again.
    pub(super) fn set_text(&mut self, text: &str) {
        match self {
            Field::Text(old) => {
                old.clear();
                old.push_str(text);
            }
            _ => *self = Field::Text(text.to_string()),
        }
    }

    fn number(&self) -> Result<Option<u64>, String> {
        match self {
            Field::Null => Ok(None),
            Field::Number(number) => Ok(Some(*number)),
            Field::Text(text) => {
                let shown = crate::input::record::shown(text.as_bytes(), 40);
                Err(format!("{shown:?} is no whole number"))
            }
        }
    }

    fn status(&self) -> Result<Option<Status>, String> {
        match self {
            Field::Null => Ok(None),
            Field::Number(number) => Err(format!("{number} is no status")),
            Field::Text(word) => status(word).map(Some),
        }
    }
}

/// The fields of a row that a layout asks for, by their order: the row's number,
/// the puzzle, then value and status of each column.
pub(super) fn fields(layout: &Layout) -> Vec<&str> {
    let mut names = Vec::new();
    names.extend(layout.row.then_some(ROW));
    names.extend(layout.puzzle.then_some(crate::stats::layout::PUZZLE));
    for place in &layout.places {
        names.push(&place.value);
        names.extend(place.status.as_deref());
    }
    names
}

/// Puts rows together as batches.
pub(super) struct Rows<'a> {
    path: &'a Path,
    layout: &'a Layout,
    take: &'a mut Take<'a>,
    batch: Batch,
    /// Rows of the tables before this one.
    before: u64,
    count: u64,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        path: &'a Path,
        layout: &'a Layout,
        before: u64,
        take: &'a mut Take<'a>,
    ) -> Rows<'a> {
        Rows {
            path,
            layout,
            take,
            batch: Batch::new(&layout.columns()),
            before,
            count: 0,
        }
    }

    /// The number of the next row in its table, from 1.
    pub(super) fn next(&self) -> u64 {
        self.count + 1
    }

    /// Adds a row, given by the fields that [`fields`] names.
    pub(super) fn push(&mut self, row: &[Field]) -> Result<(), ScanError> {
        let next = self.next();
        let mut row = row.iter();
        let mut field = || row.next().unwrap_or(&Field::Null);
        let bad = |name: &str, reason: String| ScanError::bad_cell(self.path, next, name, reason);
        let number = match self.layout.row {
            true => field().number().map_err(|reason| bad(ROW, reason))?,
            false => None,
        };
        self.batch
            .rows
            .push(number.unwrap_or(self.before + self.count));
        if self.layout.puzzle {
            match field() {
                Field::Text(puzzle) => self.batch.puzzles.push(puzzle),
                // A puzzle without a point is a number.
                Field::Number(number) => self.batch.puzzles.push(&number.to_string()),
                Field::Null => self.batch.puzzles.push(""),
            }
        }
        for (place, (_, entries)) in self.layout.places.iter().zip(&mut self.batch.entries) {
            let value = field()
                .number()
                .map_err(|reason| bad(&place.value, reason))?;
            let status = match &place.status {
                Some(name) => field().status().map_err(|reason| bad(name, reason))?,
                None => None,
            };
            let entry = entry(place.column, value, status);
            entries.push(entry.map_err(|reason| bad(&place.value, reason))?);
        }
        self.count += 1;
        if self.batch.len() == ROWS {
            self.hand_over();
        }
        Ok(())
    }

    fn hand_over(&mut self) {
        (self.take)(&self.batch);
        self.batch = Batch::new(&self.layout.columns());
    }

    /// Hands over what is left, and tells how many rows there were.
    pub(super) fn finish(mut self) -> u64 {
        if !self.batch.is_empty() {
            self.hand_over();
        }
        self.count
    }
}
