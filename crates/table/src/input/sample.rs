//! The column of puzzles of a table that has none of the usual name: it is recognised by the
//! first rows.

use super::column_error::ColumnError;
use gradus_puzzles::read_with;

/// Rows that are looked at.
pub(super) const SAMPLE: usize = 100;

/// The first rows of a table, column by column.
#[derive(Debug)]
pub(super) struct ColumnSample {
    kind: Option<String>,
    names: Vec<String>,
    seen: Vec<Seen>,
}

/// The fields of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Fields that are not empty.
    filled: usize,
    /// Those that are puzzles.
    puzzles: usize,
    /// Puzzles with an empty cell, which are not solutions.
    open: usize,
}

impl Seen {
    /// Returns true if the column contains puzzles, even if some of them have mistakes.
    fn has_puzzles(&self) -> bool {
        self.puzzles > 0 && 2 * self.puzzles >= self.filled
    }
}

impl ColumnSample {
    /// No rows of a table with these columns. The kind is that of puzzles that do not show
    /// their own.
    pub(super) fn new(names: &[String], kind: Option<&str>) -> ColumnSample {
        let mut sample = ColumnSample {
            kind: kind.map(str::to_string),
            names: Vec::new(),
            seen: Vec::new(),
        };
        for name in names {
            sample.column(name);
        }
        sample
    }

    /// The place of a new column.
    pub(super) fn column(&mut self, name: &str) -> usize {
        self.names.push(name.to_string());
        self.seen.push(Seen::default());
        self.names.len() - 1
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Adds a field of the column at a place.
    pub(super) fn add(&mut self, place: usize, field: &[u8]) {
        let field = field.trim_ascii();
        if field.is_empty() {
            return;
        }
        let seen = &mut self.seen[place];
        seen.filled += 1;
        let Ok(text) = str::from_utf8(field) else {
            return;
        };
        if read_with(text, self.kind.as_deref()).is_ok() {
            seen.puzzles += 1;
            seen.open += usize::from(has_empty_cell(text));
        }
    }

    /// The only column that contains puzzles. Complete grids count only if no column has
    /// puzzles with an empty cell: they are the solutions of the others.
    pub(super) fn only_puzzles(&self) -> Result<usize, ColumnError> {
        let columns = || {
            let seen = self.seen.iter().enumerate();
            seen.filter(|(_, seen)| seen.has_puzzles())
        };
        let mut found: Vec<usize> = columns()
            .filter(|(_, seen)| seen.open > 0)
            .map(|(place, _)| place)
            .collect();
        if found.is_empty() {
            found = columns().map(|(place, _)| place).collect();
        }
        match found[..] {
            [] => Err(ColumnError::NoPuzzles(self.names.clone())),
            [only] => Ok(only),
            _ => {
                let names = found.iter().map(|&place| self.names[place].clone());
                Err(ColumnError::Several(names.collect()))
            }
        }
    }
}

/// Returns true if the text of a puzzle has an empty cell, as those of squares write it.
fn has_empty_cell(text: &str) -> bool {
    let data = text.split_once(':').map_or(text, |(_, data)| data);
    data.contains(['.', '0', '*', '_', '-', 'x', 'X'])
}
