//! Tables of ratings with the same columns, read one after the other as batches of
//! entries. Columns are recognised by their names, in any order.

use std::path::{Path, PathBuf};

use super::batch::Batch;
use super::choice::Filter;
use super::layout::{Layout, Place, ScanOrder};
use super::origin::Source;
use gradus_engine::rating::Status;
use gradus_engine::rating::registry::Words;
use gradus_table::expression::{Condition, Fault, Scope};
use gradus_table::io::shown;
use gradus_table::table::Entry;
use gradus_table::table::columns::PUZZLE;
use gradus_table::table::{self, Cells, Chunk, Column, Metadata, ReadError, Texts};
use tempfile::TempDir;

/// Tables with the same columns, to be read one after the other.
#[derive(Debug)]
pub struct Tables {
    tables: Vec<Table>,
    /// What was passed over when they were looked for, and why.
    notes: Vec<String>,
    /// Which rows are read, if not all.
    filter: Option<Filter>,
    /// The folder of tables that can be read only once; it vanishes with them.
    _kept: Option<TempDir>,
}

/// A table of ratings.
#[derive(Debug)]
struct Table {
    table: table::Table,
    layout: Layout,
    metadata: Option<Metadata>,
}

impl Tables {
    /// Recognises tables; an error unless all have the same columns.
    pub fn open(paths: &[PathBuf]) -> Result<Tables, ReadError> {
        let tables: Result<Vec<Table>, ReadError> =
            paths.iter().map(|path| Table::open(path)).collect();
        let tables = Tables {
            tables: tables?,
            notes: Vec::new(),
            filter: None,
            _kept: None,
        };
        for table in tables.tables.iter().skip(1) {
            tables.tables[0].check_same(table)?;
        }
        Ok(tables)
    }

    /// Adds what was passed over and what must stay as long as the tables.
    pub(super) fn keep(&mut self, notes: Vec<String>, kept: Option<TempDir>) {
        self.notes = notes;
        self._kept = kept;
    }

    /// What was passed over when the tables were looked for, and why.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.tables.iter().map(|table| table.table.path())
    }

    /// The names of the columns of a table, in order.
    pub(super) fn names(&self, table: usize) -> &[String] {
        self.tables[table].table.names()
    }

    /// The columns of numbers.
    pub fn columns(&self) -> Vec<Column> {
        let first = self.tables.first();
        first.map_or(Vec::new(), |table| table.layout.columns())
    }

    /// Those columns of numbers that have a status beside them in all tables.
    pub fn columns_with_status(&self) -> Vec<Column> {
        let mut columns = self.columns();
        let has = |table: &Table, column: Column| {
            let mut places = table.layout.places.iter();
            places.any(|place| place.column == column && place.status.is_some())
        };
        columns.retain(|column| self.tables.iter().all(|table| has(table, *column)));
        columns
    }

    /// The other columns that all tables have, such as comments, in the order of the
    /// first table.
    pub fn others(&self) -> Vec<String> {
        let [first, rest @ ..] = &self.tables[..] else {
            return Vec::new();
        };
        let everywhere =
            |name: &&String| rest.iter().all(|table| table.layout.others.contains(name));
        let others = first.layout.others.iter().filter(everywhere);
        others.cloned().collect()
    }

    /// An error unless the tables have a column.
    pub fn need(&self, column: Column) -> Result<(), ReadError> {
        match self.columns().contains(&column) {
            true => Ok(()),
            false => Err(self.lack(column.name())),
        }
    }

    /// An error unless the tables have puzzles.
    pub fn need_puzzles(&self) -> Result<(), ReadError> {
        match self.has_puzzles() {
            true => Ok(()),
            false => Err(self.lack(PUZZLE)),
        }
    }

    /// Whether the tables have puzzles.
    pub fn has_puzzles(&self) -> bool {
        self.tables.iter().all(|table| table.layout.puzzle)
    }

    fn lack(&self, column: &str) -> ReadError {
        let path = self.tables.first().map(|table| table.table.path());
        ReadError::NoColumn {
            path: path.unwrap_or(Path::new("")).to_path_buf(),
            column: column.to_string(),
        }
    }

    /// The columns that expressions over the tables can name.
    pub fn scope(&self) -> Scope {
        let mut scope = Scope::new(self.columns());
        if self.has_puzzles() {
            scope.puzzles();
        }
        for place in self.tables.iter().flat_map(|table| &table.layout.places) {
            if place.value != place.column.name() {
                scope.alias(&place.value, place.column);
            }
        }
        self.others().iter().for_each(|name| scope.text(name));
        scope
    }

    /// Reads only rows for which a condition holds, from now on.
    pub fn choose(&mut self, condition: &Condition) -> Result<(), Fault> {
        self.filter = Some(Filter::new(condition, &self.scope())?);
        Ok(())
    }

    /// The condition on the rows that are read, if there is one.
    pub fn condition(&self) -> Option<&Condition> {
        self.filter.as_ref().map(|filter| &filter.condition)
    }

    /// Reads some columns of all rows for which the condition holds, if there is one, and
    /// returns what was read. An error if a table is empty.
    pub fn scan(
        &self,
        order: ScanOrder,
        mut take: impl FnMut(&Batch),
    ) -> Result<Vec<Source>, ReadError> {
        self.scan_all(order, |batch, places| match places {
            None => take(batch),
            Some(places) if places.is_empty() => {}
            Some(places) => take(&batch.picked(places)),
        })
    }

    /// Reads some columns of all rows, and the places of those for which the condition
    /// holds, if there is one; returns what was read. An error if a table is empty.
    pub(super) fn scan_all(
        &self,
        order: ScanOrder,
        mut take: impl FnMut(&Batch, Option<Vec<u32>>),
    ) -> Result<Vec<Source>, ReadError> {
        let mut sources = Vec::new();
        let mut before = 0;
        let operands = self.filter.as_ref().map(|filter| filter.bound.operands());
        for (number, table) in self.tables.iter().enumerate() {
            let layout = table.layout.only(&order, operands.unwrap_or_default());
            let path = table.table.path();
            let mut choice = self.filter.as_ref().map(Filter::choice);
            let mut rows = 0;
            for chunk in table.table.chunks(&layout.selected())? {
                let chunk = chunk?;
                let count = chunk.rows() as u64;
                let batch = batch(chunk, &layout, before + rows);
                let mut batch = batch.map_err(|fault| fault.at(path, rows))?;
                (batch.table, batch.first) = (number, rows);
                let filter = self.filter.as_ref().zip(choice.as_mut());
                let places = filter.map(|(filter, choice)| filter.places(&batch, choice));
                if places.is_some() {
                    order.strip(&mut batch);
                }
                take(&batch, places);
                rows += count;
            }
            if rows == 0 {
                return Err(ReadError::Empty(path.to_path_buf()));
            }
            before += rows;
            sources.push(Source {
                choice,
                ..Source::new(path, rows, table.metadata.clone())
            });
        }
        Ok(sources)
    }
}

impl Table {
    fn open(path: &Path) -> Result<Table, ReadError> {
        let table = table::Table::open(path)?;
        let mut layout = Layout::of(table.names()).ok_or_else(|| {
            let reason = format!("it has none of the columns {}", Column::names());
            ReadError::no_table(path, reason)
        })?;
        layout.others.retain(|name| table.is_plain(name));
        let metadata = table.metadata()?;
        Ok(Table {
            table,
            layout,
            metadata,
        })
    }

    fn check_same(&self, other: &Table) -> Result<(), ReadError> {
        for (with, without) in [(self, other), (other, self)] {
            let missing = |column: &Column| !without.layout.columns().contains(column);
            if let Some(column) = with.layout.columns().into_iter().find(missing) {
                return Err(ReadError::OtherColumns {
                    with: with.table.path().to_path_buf(),
                    without: without.table.path().to_path_buf(),
                    column: column.to_string(),
                });
            }
        }
        Ok(())
    }
}

/// What is wrong with a cell of a chunk.
struct BadEntry {
    /// The row of the chunk, from 0.
    row: usize,
    column: String,
    reason: String,
}

impl BadEntry {
    /// The error in a table that has these rows before the chunk.
    fn at(self, path: &Path, before: u64) -> ReadError {
        let row = before + self.row as u64 + 1;
        ReadError::bad_cell(path, row, &self.column, self.reason)
    }
}

/// The rows of a chunk as entries; the first row has this number if the table has
/// no numbers.
fn batch(chunk: Chunk, layout: &Layout, first: u64) -> Result<Batch, BadEntry> {
    let mut batch = Batch {
        rows: (first..first + chunk.rows() as u64).collect(),
        ..Batch::default()
    };
    let mut columns = chunk.into_columns();
    if layout.row {
        for (row, number) in batch.rows.iter_mut().zip(numbers(columns.next())) {
            *row = number.unwrap_or(*row);
        }
    }
    if layout.puzzle {
        batch.puzzles = texts(columns.next());
    }
    for place in &layout.places {
        let values = match (columns.next(), place.column.words()) {
            (Some(Cells::Texts(texts)), Some(words)) => levels(place, &words, &texts)?,
            (cells, _) => numbers(cells),
        };
        let statuses = place.status.as_ref().map(|_| texts(columns.next()));
        batch
            .entries
            .push((place.column, entries(place, &values, statuses)?));
    }
    for name in &layout.others {
        batch.texts.push((name.clone(), texts(columns.next())));
    }
    Ok(batch)
}

fn numbers(cells: Option<Cells>) -> Vec<Option<u64>> {
    match cells {
        Some(Cells::Numbers(numbers)) => numbers,
        _ => Vec::new(),
    }
}

fn texts(cells: Option<Cells>) -> Texts {
    match cells {
        Some(Cells::Texts(texts)) => texts,
        _ => Texts::default(),
    }
}

/// The numbers that words stand for; a number stands for itself.
fn levels(place: &Place, words: &Words, texts: &Texts) -> Result<Vec<Option<u64>>, BadEntry> {
    let level = |(row, text): (usize, &str)| match (text, text.parse()) {
        ("", _) => Ok(None),
        (_, Ok(number)) => Ok(Some(number)),
        _ => words
            .value(text)
            .map(|value| value.map(u64::from))
            .map_err(|unknown| BadEntry {
                row,
                column: place.value.clone(),
                reason: unknown.to_string(),
            }),
    };
    texts.iter().enumerate().map(level).collect()
}

/// The entries of a column.
fn entries(
    place: &Place,
    values: &[Option<u64>],
    statuses: Option<Texts>,
) -> Result<Vec<Entry>, BadEntry> {
    let limit = place.column.limit();
    let fault = |row, column: &str, reason| BadEntry {
        row,
        column: column.to_string(),
        reason,
    };
    let entry = |(row, &value): (usize, &Option<u64>)| {
        let status = match (&statuses, &place.status) {
            (Some(words), Some(name)) => {
                status(words.get(row)).map_err(|reason| fault(row, name, reason))?
            }
            _ => None,
        };
        let number = match value {
            None => None,
            Some(value) if value <= limit.into() => Some(value as u16),
            Some(value) => {
                let reason = format!("{value} is more than {limit}");
                return Err(fault(row, &place.value, reason));
            }
        };
        let entry = Entry::new(number, status);
        entry.map_err(|mismatch| fault(row, &place.value, mismatch.to_string()))
    };
    values.iter().enumerate().map(entry).collect()
}

/// The status that a word stands for; none if there is no word.
fn status(word: &str) -> Result<Option<Status>, String> {
    match word.parse::<Status>().ok() {
        None if word.is_empty() => Ok(None),
        None => Err(format!("{:?} is no status", shown(word.as_bytes(), 40))),
        status => Ok(status),
    }
}
