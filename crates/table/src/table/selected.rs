//! Columns to be read, and the types that their cells are read as.

use super::column::Column;

/// The type that the cells of a column are read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CellKind {
    /// Whole numbers.
    Number,
    /// Texts without the blanks around them.
    Word,
    /// Texts, unchanged.
    Text,
    /// The same, where no text is not an empty one.
    Kept,
    /// Words for the status of a rating.
    #[cfg(feature = "polars")]
    Status,
}

impl CellKind {
    /// Returns the kind that the values of a column are read as.
    pub(super) fn for_column(column: Column) -> CellKind {
        match column.words() {
            Some(_) => CellKind::Word,
            None => CellKind::Number,
        }
    }

    /// Returns a text as this kind has it.
    pub(super) fn text(self, text: &str) -> &str {
        match self {
            CellKind::Text | CellKind::Kept => text,
            _ => text.trim_ascii(),
        }
    }
}

/// A column to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Selected {
    /// Its name.
    pub name: String,
    /// Its name in the file.
    pub written: String,
    /// The type of its cells.
    pub kind: CellKind,
}

impl Selected {
    /// Selects the column of this name.
    pub(crate) fn new(name: impl Into<String>, kind: CellKind) -> Selected {
        let name = name.into();
        Selected {
            written: name.clone(),
            name,
            kind,
        }
    }
}
