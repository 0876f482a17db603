//! The table itself, independent of its medium.

use super::cell::SheetCell;

/// A table with the information needed to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// A name for files and links: letters, digits and `-`, `.`.
    pub id: String,
    /// The title.
    pub title: String,
    /// Notes on how to read it.
    pub notes: Vec<String>,
    /// Headings that span several columns, with the number of columns; blank for no heading.
    pub groups: Vec<(String, usize)>,
    /// The heading of each column.
    pub heads: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<SheetCell>>,
    /// Its number in a document.
    pub number: Option<usize>,
    /// True if the digits of each number say how sure it is.
    pub keeps_digits: bool,
}

/// The content of a column, which decides its alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Words,
    Code,
    Numbers,
}

impl Sheet {
    /// A sheet without rows.
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        heads: impl IntoIterator<Item = impl Into<String>>,
    ) -> Sheet {
        let sheet = Sheet {
            id: id.into(),
            title: title.into(),
            notes: Vec::new(),
            groups: Vec::new(),
            heads: Vec::new(),
            rows: Vec::new(),
            number: None,
            keeps_digits: false,
        };
        sheet.group("", heads)
    }

    /// Adds columns on the right, under a common heading.
    pub fn group(
        mut self,
        name: impl Into<String>,
        heads: impl IntoIterator<Item = impl Into<String>>,
    ) -> Sheet {
        let before = self.heads.len();
        self.heads.extend(heads.into_iter().map(Into::into));
        self.groups.push((name.into(), self.heads.len() - before));
        self
    }

    /// Adds these rows.
    pub fn with_rows(mut self, rows: impl IntoIterator<Item = Vec<SheetCell>>) -> Sheet {
        self.rows = rows.into_iter().collect();
        self
    }

    /// Adds a note on how to read the sheet.
    pub fn with_note(mut self, note: impl Into<String>) -> Sheet {
        self.notes.push(note.into());
        self
    }

    /// Keeps the digits of each number, which say how sure it is.
    pub fn keeping_digits(mut self) -> Sheet {
        self.keeps_digits = true;
        self
    }

    /// The title, after the number if it has one.
    pub fn caption(&self) -> String {
        match self.number {
            Some(number) => format!("Table {number}. {}", self.title),
            None => self.title.clone(),
        }
    }

    /// Renames the sheet.
    pub fn named(mut self, id: impl Into<String>) -> Sheet {
        self.id = id.into();
        self
    }

    pub(super) fn has_groups(&self) -> bool {
        self.groups.iter().any(|(name, _)| !name.is_empty())
    }

    /// The headings of the columns, each with the name of its group.
    pub(super) fn full_heads(&self) -> Vec<String> {
        let groups = self.groups.iter();
        let groups = groups.flat_map(|(name, count)| std::iter::repeat_n(name, *count));
        let heads = self.heads.iter().zip(groups);
        heads
            .map(|(head, group)| format!("{group} {head}").trim().to_string())
            .collect()
    }

    /// The content of each column. The first one names the rows: it is left-aligned
    /// even if the names are numbers.
    pub(super) fn kinds(&self) -> Vec<ColumnKind> {
        let kind = |column: usize| {
            let cells = || self.rows.iter().filter_map(|row| row.get(column));
            if cells().any(|cell| matches!(cell, SheetCell::Code(_))) {
                ColumnKind::Code
            } else if column == 0
                || cells().any(|cell| matches!(cell, SheetCell::Text(_) | SheetCell::Said(_)))
            {
                ColumnKind::Words
            } else {
                ColumnKind::Numbers
            }
        };
        (0..self.heads.len()).map(kind).collect()
    }
}
