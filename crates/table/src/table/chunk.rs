//! Some rows of a table, column by column: what the readers of all formats give.

use super::column::Column;
use super::row::Cell;
use crate::io::shown;

/// Rows of a chunk, at most.
pub(super) const ROWS: usize = 1 << 14;

/// What the cells of a column are read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whole numbers.
    Number,
    /// Texts without the blanks around them.
    Word,
    /// Texts as they stand.
    Text,
}

impl Kind {
    /// The kind of a column of ours.
    pub fn of(column: Column) -> Kind {
        match column.words() {
            Some(_) => Kind::Word,
            None => Kind::Number,
        }
    }

    /// A text as this kind has it.
    pub(super) fn text(self, text: &str) -> &str {
        match self {
            Kind::Word => text.trim_ascii(),
            _ => text,
        }
    }
}

/// A column to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selected {
    /// Its name.
    pub name: String,
    /// What its cells are read as.
    pub kind: Kind,
}

impl Selected {
    /// The column of this name.
    pub fn new(name: impl Into<String>, kind: Kind) -> Selected {
        let name = name.into();
        Selected { name, kind }
    }
}

/// Some rows of a table.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    rows: usize,
    columns: Vec<Cells>,
}

/// The cells of a column.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Numbers; none for an empty cell.
    Numbers(Vec<Option<u64>>),
    /// Texts; an empty cell is an empty text.
    Texts(Texts),
}

impl Cells {
    fn new(kind: Kind) -> Cells {
        match kind {
            Kind::Number => Cells::Numbers(Vec::with_capacity(ROWS)),
            Kind::Word | Kind::Text => Cells::Texts(Texts::default()),
        }
    }

    fn push(&mut self, cell: Cell) -> Result<(), String> {
        match (self, cell) {
            (Cells::Numbers(numbers), Cell::Null) => numbers.push(None),
            (Cells::Numbers(numbers), Cell::Number(number)) => numbers.push(Some(number)),
            (Cells::Numbers(_), Cell::Text(text) | Cell::Decimal(text)) => {
                return Err(format!(
                    "{:?} is no whole number",
                    shown(text.as_bytes(), 40)
                ));
            }
            (Cells::Texts(texts), Cell::Text(text) | Cell::Decimal(text)) => texts.push(text),
            (Cells::Texts(texts), Cell::Null) => texts.push(""),
            // A puzzle without a point is a number.
            (Cells::Texts(texts), Cell::Number(number)) => texts.push(&number.to_string()),
        }
        Ok(())
    }

    fn get(&self, row: usize) -> Cell<'_> {
        match self {
            Cells::Numbers(numbers) => numbers[row].map_or(Cell::Null, Cell::Number),
            Cells::Texts(texts) => Cell::Text(texts.get(row)),
        }
    }
}

impl Chunk {
    /// A chunk without rows that has these columns.
    pub(super) fn new(selected: &[Selected]) -> Chunk {
        let columns = selected.iter().map(|column| Cells::new(column.kind));
        Chunk::from_columns(0, columns.collect())
    }

    /// A chunk of columns that all have this many rows.
    pub(super) fn from_columns(rows: usize, columns: Vec<Cells>) -> Chunk {
        Chunk { rows, columns }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What stands in a column of a row.
    pub fn cell(&self, column: usize, row: usize) -> Cell<'_> {
        self.columns[column].get(row)
    }

    /// The cells of a row, in the order of the columns.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Cell<'_>> {
        self.columns.iter().map(move |cells| cells.get(row))
    }

    /// The columns, in the order that was asked for.
    pub fn into_columns(self) -> impl Iterator<Item = Cells> {
        self.columns.into_iter()
    }

    /// Adds a cell to a column; an error if it does not fit.
    pub(super) fn push(&mut self, column: usize, cell: Cell) -> Result<(), String> {
        self.columns[column].push(cell)
    }

    /// Ends a row whose cells have all been added.
    pub(super) fn end_row(&mut self) {
        self.rows += 1;
    }
}

/// Texts, one after the other in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    bytes: String,
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
    }

    /// Forgets all texts, and keeps their memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text at a place; empty if there is none.
    pub fn get(&self, place: usize) -> &str {
        let Some(&end) = self.ends.get(place) else {
            return "";
        };
        let start = match place {
            0 => 0,
            _ => self.ends[place - 1],
        };
        &self.bytes[start..end]
    }

    /// The texts, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|place| self.get(place))
    }
}
