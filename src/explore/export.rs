//! Saves the rows of a view: puzzles as lines of text, or a table in the formats of
//! `classify`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::str::FromStr;

use rayon::prelude::*;
use thiserror::Error;

use super::loaded::{Loaded, TextColumns};
use super::texts::PackedTexts;
use super::view::RowView;
use crate::expression::Condition;
use crate::input::PuzzleLine;
use crate::io::Compression;
use crate::job::pool;
use crate::stats::chosen_metadata;
use crate::table::{
    COMMENT, Cell, Column, Columns, Entry, Field, Format, KIND, PUZZLE, Row, Texts,
};
use gradus_engine::rating::{Fact, Name, Names};

#[derive(Clone, Copy, Debug)]
pub(super) struct SavedAs {
    /// The extension of such files.
    pub ending: &'static str,
    pub media_type: &'static str,
    /// The format of a table, or `None` for lines of text.
    table: Option<Format>,
}

impl FromStr for SavedAs {
    type Err = ExportError;

    fn from_str(word: &str) -> Result<SavedAs, ExportError> {
        let plain = Compression::None;
        let (ending, media_type, table) = match word {
            "text" => ("txt", "text/plain; charset=utf-8", None),
            "csv" => ("csv", "text/csv; charset=utf-8", Some(Format::Csv(plain))),
            "jsonl" => ("jsonl", "application/x-ndjson", Some(Format::Json(plain))),
            "parquet" => {
                let media_type = "application/vnd.apache.parquet";
                ("parquet", media_type, Some(Format::Parquet))
            }
            _ => return Err(ExportError::Format),
        };
        Ok(SavedAs {
            ending,
            media_type,
            table,
        })
    }
}

/// Why rows cannot be saved.
#[derive(Debug, Error)]
pub(super) enum ExportError {
    #[error("unknown format (expected text, csv, jsonl or parquet)")]
    Format,
    #[error("{0}")]
    Texts(String),
    #[error(
        "row {row} has no {status}, which a ratings table needs in every row: \
         filter with {status} != \"\", or save the puzzles as text"
    )]
    NoStatus {
        /// Its number, from 1.
        row: usize,
        status: String,
    },
    #[error("row {0}: {1}")]
    Cell(usize, String),
    #[error("cannot write the rows to a temporary file: {0}")]
    Write(#[from] io::Error),
}

/// Saves the rows of a view to a temporary file, to be read from its beginning.
pub(super) fn export(
    table: &Loaded,
    view: &RowView,
    condition: Option<&Condition>,
    format: SavedAs,
) -> Result<File, ExportError> {
    let mut file = tempfile::tempfile()?;
    let texts = table.texts().map_err(ExportError::Texts)?;
    let texts = RowTexts::new(texts, view.len() >= MANY);
    match format.table {
        None => lines(view, &texts, &mut file)?,
        Some(format) => rows(table, view, condition, &texts, format, &mut file)?,
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

struct RowTexts<'a> {
    packed: &'a TextColumns,
    /// All columns decompressed, if there are many rows.
    unpacked: Option<BTreeMap<&'a str, Texts>>,
}

/// For fewer rows, blocks are decompressed one by one.
const MANY: usize = 10_000;

impl<'a> RowTexts<'a> {
    fn new(packed: &'a TextColumns, many: bool) -> RowTexts<'a> {
        let unpack = |(name, column): (&'a String, &PackedTexts)| {
            let mut texts = Texts::default();
            for block in 0..column.blocks() {
                let block = column.unpacked(block);
                block.iter().for_each(|text| texts.push_field(text));
            }
            (name.as_str(), texts)
        };
        let all = || pool::install(|| packed.par_iter().map(unpack).collect());
        RowTexts {
            packed,
            unpacked: many.then(all),
        }
    }

    /// The text of a row, empty if the column is missing.
    fn get(&self, name: &str, row: usize) -> String {
        let text = match &self.unpacked {
            Some(columns) => columns
                .get(name)
                .map(|texts| texts.get(row).unwrap_or_default().to_string()),
            None => self.packed.get(name).map(|texts| texts.get(row)),
        };
        text.unwrap_or_default()
    }
}

fn lines(view: &RowView, texts: &RowTexts, file: &mut File) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    for place in 0..view.len() {
        let row = view.row(place);
        let (puzzle, comment) = (texts.get(PUZZLE, row), texts.get(COMMENT, row));
        writeln!(out, "{}", PuzzleLine::new(&puzzle, Some(&comment)))?;
    }
    out.flush()
}

fn rows(
    table: &Loaded,
    view: &RowView,
    condition: Option<&Condition>,
    texts: &RowTexts,
    format: Format,
    file: &mut File,
) -> Result<(), ExportError> {
    let has = |column: Column| table.column(column).is_some();
    let has_text = |name: &str| table.others.iter().any(|other| other == name);
    let has_fact = |fact: &Fact| has(Column::Fact(*fact)) || has_text(fact.column());
    let names = Names::new(
        Name::all().filter(|name| has(Column::Rating(*name))),
        Fact::ALL.into_iter().filter(has_fact),
    );
    let mut kept = table.others.clone();
    kept.retain(|name| name != COMMENT && name != KIND && Fact::of(name).is_none());
    let mut columns = Columns::of(&names).with_kinds(has_text(KIND)).with(&kept);
    columns.0.retain(|field| match field {
        Field::Row | Field::Kind | Field::Kept(..) | Field::Fact(..) => true,
        Field::Puzzle => table.texts().is_ok_and(|texts| texts[PUZZLE].len() > 0),
        Field::Comment => has_text(COMMENT),
        Field::Number(column, _) | Field::Rating(column, _) => has(*column),
        Field::Status(column, _) => table.with_status.contains(column),
    });
    let source = table.sources.first();
    let metadata = source.and_then(|source| source.metadata.as_ref());
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

fn whole(
    table: &Loaded,
    texts: &RowTexts,
    columns: &Columns,
    row: usize,
) -> Result<Row, ExportError> {
    let entry = |column: Column| {
        let coded = table.column(column);
        coded.map_or(Entry::Unknown, |coded| coded.entry(row))
    };
    let number = |entry: Entry| {
        let number = entry.number().map(u64::from);
        number.map_or(Cell::Null, Cell::Number)
    };
    let text = |field: &Field| match field {
        Field::Puzzle => texts.get(PUZZLE, row),
        Field::Comment => texts.get(COMMENT, row),
        Field::Kind => texts.get(KIND, row),
        Field::Fact(fact, _) => texts.get(fact.column(), row),
        Field::Kept(name, _) => texts.get(name, row),
        _ => String::new(),
    };
    let owned: Vec<String> = columns.0.iter().map(text).collect();
    let cells = columns.0.iter().zip(&owned);
    let cells = cells.map(|(field, text)| match field {
        Field::Row => Ok(Cell::Number(table.number(row))),
        Field::Puzzle | Field::Comment | Field::Kind | Field::Kept(..) => Ok(Cell::Text(text)),
        Field::Number(column, _) => Ok(number(entry(*column))),
        Field::Rating(column, _) => Ok(match (entry(*column), column.words()) {
            (Entry::Infinite, Some(words)) => Cell::Text(words.beyond),
            (entry, Some(words)) => {
                let value = entry.number().map(usize::from);
                let word = value.and_then(|value| words.values.get(value));
                word.map_or(Cell::Null, |word| Cell::Text(word))
            }
            (entry, None) => number(entry),
        }),
        Field::Status(column, _) => {
            let status = entry(*column).status().ok_or_else(|| field.to_string());
            status.map(|status| Cell::Text(status.word()))
        }
        Field::Fact(fact, _) => Ok(match table.column(Column::Fact(*fact)) {
            Some(_) => number(entry(Column::Fact(*fact))),
            None => Cell::Text(text),
        }),
    });
    let cells: Result<Vec<Cell>, String> = cells.collect();
    let row = row + 1;
    let cells = cells.map_err(|status| ExportError::NoStatus { row, status })?;
    let read = Row::from_cells(columns, cells.into_iter());
    read.map_err(|error| ExportError::Cell(row, error))
}
