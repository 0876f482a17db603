//! Rows of a view as a file: puzzles as lines of text, or a table as `classify` writes it.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::str::FromStr;

use thiserror::Error;

use super::loaded::Loaded;
use super::view::View;
use crate::expression::Condition;
use crate::io::Compression;
use crate::stats::found::chosen_metadata;
use crate::table::columns::{COMMENT, KIND};
use crate::table::{Cell, Column, Columns, Entry, Field, Format, Row, Texts};
use gradus_engine::rating::{Fact, Name, Names};

/// What rows are saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SavedAs {
    /// Puzzles, one a line, with their comments.
    Text,
    /// A table with commas.
    Csv,
    /// JSON lines.
    Json,
    /// A Parquet file.
    Parquet,
}

impl SavedAs {
    /// How the names of such files end.
    pub(super) fn ending(self) -> &'static str {
        match self {
            SavedAs::Text => "txt",
            SavedAs::Csv => "csv",
            SavedAs::Json => "jsonl",
            SavedAs::Parquet => "parquet",
        }
    }

    /// What browsers call it.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            SavedAs::Text => "text/plain; charset=utf-8",
            SavedAs::Csv => "text/csv; charset=utf-8",
            SavedAs::Json => "application/x-ndjson",
            SavedAs::Parquet => "application/vnd.apache.parquet",
        }
    }
}

impl FromStr for SavedAs {
    type Err = ExportError;

    fn from_str(word: &str) -> Result<SavedAs, ExportError> {
        match word {
            "text" => Ok(SavedAs::Text),
            "csv" => Ok(SavedAs::Csv),
            "jsonl" => Ok(SavedAs::Json),
            "parquet" => Ok(SavedAs::Parquet),
            _ => Err(ExportError::Format),
        }
    }
}

/// Why rows are not saved.
#[derive(Debug, Error)]
pub(super) enum ExportError {
    /// There is no such format.
    #[error("rows are saved as text, csv, jsonl or parquet")]
    Format,
    /// The texts of the table cannot be read.
    #[error("{0}")]
    Texts(String),
    /// A rating has no status.
    #[error(
        "row {row} has no {status}, and a table of ratings needs one in every row: \
         choose the others with {status} != \"\", or save the puzzles as text"
    )]
    NoStatus {
        /// Its number, from 1.
        row: usize,
        /// The name of the column.
        status: String,
    },
    /// A cell does not fit into a table.
    #[error("row {0}: {1}")]
    Cell(usize, String),
    /// The file cannot be written.
    #[error("the rows cannot be written to a temporary file: {0}")]
    Write(#[from] io::Error),
}

/// The rows of a view as a file, to be read from its beginning.
pub(super) fn export(
    table: &Loaded,
    view: &View,
    condition: Option<&Condition>,
    format: SavedAs,
) -> Result<File, ExportError> {
    let mut file = tempfile::tempfile()?;
    let unpacked = Unpacked::of(table, view).map_err(ExportError::Texts)?;
    match format {
        SavedAs::Text => lines(view, &unpacked, &mut file)?,
        SavedAs::Csv => rows(
            table,
            view,
            condition,
            &unpacked,
            Format::Csv(Compression::None),
            &mut file,
        )?,
        SavedAs::Json => rows(
            table,
            view,
            condition,
            &unpacked,
            Format::Json(Compression::None),
            &mut file,
        )?,
        SavedAs::Parquet => rows(
            table,
            view,
            condition,
            &unpacked,
            Format::Parquet,
            &mut file,
        )?,
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The texts of a table, for rows in any order: unpacked, if there are many rows.
struct Unpacked<'a> {
    table: &'a Loaded,
    /// The puzzles, and after them the other columns.
    columns: Option<Vec<Texts>>,
}

/// For fewer rows, their blocks are unpacked one by one.
const MANY: usize = 10_000;

impl<'a> Unpacked<'a> {
    fn of(table: &'a Loaded, view: &View) -> Result<Unpacked<'a>, String> {
        let packed = table.texts()?;
        let all = || {
            let others = table
                .others
                .iter()
                .filter_map(|name| packed.others.get(name));
            let columns = std::iter::once(&packed.puzzles).chain(others);
            let unpack = |column: &super::texts::PackedTexts| {
                let mut texts = Texts::default();
                for block in 0..column.blocks() {
                    let block = column.unpacked(block);
                    block.iter().for_each(|text| texts.push(text));
                }
                texts
            };
            columns.map(unpack).collect()
        };
        let columns = (view.len() >= MANY).then(all);
        Ok(Unpacked { table, columns })
    }

    fn puzzle(&self, row: usize) -> String {
        match &self.columns {
            Some(columns) => columns[0].get(row).to_string(),
            None => self.table.puzzle(row).unwrap_or_default(),
        }
    }

    fn text(&self, name: &str, row: usize) -> String {
        let place = self.table.others.iter().position(|other| other == name);
        match (&self.columns, place) {
            (_, None) => String::new(),
            (Some(columns), Some(place)) => columns[place + 1].get(row).to_string(),
            (None, _) => {
                let texts = self.table.texts().ok();
                let column = texts.and_then(|texts| texts.others.get(name));
                column.map_or(String::new(), |column| column.get(row))
            }
        }
    }
}

fn lines(view: &View, texts: &Unpacked, file: &mut File) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    for place in 0..view.len() {
        let row = view.row(place);
        let comment = texts.text(COMMENT, row);
        // A comment never makes a second line.
        let comment = comment.replace(['\n', '\r'], " ");
        match comment.is_empty() {
            true => writeln!(out, "{}", texts.puzzle(row))?,
            false => writeln!(out, "{} {comment}", texts.puzzle(row))?,
        }
    }
    out.flush()
}

fn rows(
    table: &Loaded,
    view: &View,
    condition: Option<&Condition>,
    texts: &Unpacked,
    format: Format,
    file: &mut File,
) -> Result<(), ExportError> {
    let has = |column: Column| table.column(column).is_some();
    let has_text = |name: &str| table.others.iter().any(|other| other == name);
    let names = Names::new(
        Name::all().filter(|name| has(Column::Rating(*name))),
        Fact::ALL
            .into_iter()
            .filter(|fact| has(Column::Fact(*fact)) || has_text(fact.column())),
    );
    let mut kept = table.others.clone();
    kept.retain(|name| name != COMMENT && name != KIND && Fact::of(name).is_none());
    let columns = Columns::of(&names).with_kinds(has_text(KIND)).with(&kept);
    let columns = columns.only(|field| match field {
        Field::Row | Field::Kind | Field::Kept(..) | Field::Fact(..) => true,
        Field::Puzzle => table.texts().is_ok_and(|texts| texts.puzzles.len() > 0),
        Field::Comment => has_text(COMMENT),
        Field::Number(column, _) | Field::Rating(column, _) => has(*column),
        Field::Status(column, _) => table.with_status.contains(column),
    });
    let metadata = table
        .sources
        .first()
        .and_then(|source| source.metadata.as_ref());
    let count = view.len() as u64;
    let kinds = metadata.map_or(Vec::new(), |metadata| metadata.kinds.clone());
    let metadata = chosen_metadata(metadata, &names, &kept, count, condition, kinds);
    let out = BufWriter::new(file);
    let mut writer = format.writer(out, columns.clone(), &metadata)?;
    for place in 0..view.len() {
        let row = view.row(place);
        writer.write(&whole(table, texts, &columns, row)?)?;
    }
    Ok(writer.finish()?)
}

/// A row with all its columns.
fn whole(
    table: &Loaded,
    texts: &Unpacked,
    columns: &Columns,
    row: usize,
) -> Result<Row, ExportError> {
    /// What stands in a field, before it is lent to a cell.
    enum Content {
        Null,
        Number(u64),
        Text(String),
    }
    let entry = |column: &Column| {
        let coded = table.column(*column);
        coded.map_or(Entry::Unknown, |coded| coded.entries[coded.codes.get(row)])
    };
    let number = |entry: Entry| match entry.number() {
        Some(number) => Content::Number(number.into()),
        None => Content::Null,
    };
    let content = |field: &Field| match field {
        Field::Row => Content::Number(table.number(row)),
        Field::Puzzle => Content::Text(texts.puzzle(row)),
        Field::Comment => Content::Text(texts.text(COMMENT, row)),
        Field::Kind => Content::Text(texts.text(KIND, row)),
        Field::Number(column, _) => number(entry(column)),
        Field::Rating(column, _) => match (entry(column), column.words()) {
            (Entry::Infinite, Some(words)) => Content::Text(words.beyond.to_string()),
            (entry, Some(words)) => {
                let value = entry.number().map(usize::from);
                let word = value.and_then(|value| words.values.get(value));
                word.map_or(Content::Null, |word| Content::Text(word.to_string()))
            }
            (entry, None) => number(entry),
        },
        Field::Status(column, _) => match entry(column).status() {
            Some(status) => Content::Text(status.word().to_string()),
            None => Content::Null,
        },
        Field::Fact(fact, _) => match table.column(Column::Fact(*fact)) {
            Some(_) => number(entry(&Column::Fact(*fact))),
            None => Content::Text(texts.text(fact.column(), row)),
        },
        Field::Kept(name, _) => Content::Text(texts.text(name, row)),
    };
    let contents: Vec<Content> = columns.iter().map(content).collect();
    for (field, content) in columns.iter().zip(&contents) {
        if let (Field::Status(..), Content::Null) = (field, content) {
            let (row, status) = (row + 1, field.name());
            return Err(ExportError::NoStatus { row, status });
        }
    }
    let cells = contents.iter().map(|content| match content {
        Content::Null => Cell::Null,
        Content::Number(number) => Cell::Number(*number),
        Content::Text(text) => Cell::Text(text),
    });
    let read = Row::from_cells(columns, cells);
    read.map_err(|error| ExportError::Cell(row + 1, error.to_string()))
}
