//! Saves the rows of a view: puzzles as lines of text, or a table in the formats of
//! `classify`. The rows are checked first and then written to the client window by window, so
//! that memory does not grow with their number.

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::loaded::Loaded;
use super::saved::SavedColumns;
use super::view::RowView;
use super::window::{RowTexts, TextWindow};
use crate::expression::Condition;
use crate::input::PuzzleLine;
use crate::io::Compression;
use crate::stats::chosen_metadata;
use crate::table::{COMMENT, Column, Columns, Field, Format, KIND, KeptType, Metadata, PUZZLE};
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
}

/// The rows of a view, which can be written.
#[derive(Debug)]
pub(super) struct Export<'a> {
    table: &'a Loaded,
    view: Arc<RowView>,
    content: Content<'a>,
}

#[derive(Debug)]
enum Content<'a> {
    Lines,
    Table(Format, SavedColumns<'a>, Box<Metadata>),
}

impl<'a> Export<'a> {
    /// Fails if a row cannot be written in this format.
    pub(super) fn new(
        table: &'a Loaded,
        view: Arc<RowView>,
        condition: Option<&Condition>,
        format: SavedAs,
    ) -> Result<Export<'a>, ExportError> {
        table.texts().map_err(ExportError::Texts)?;
        let content = match format.table {
            None => Content::Lines,
            Some(format) => {
                let (columns, metadata) = described(table, view.len(), condition);
                let columns = SavedColumns::new(table, columns);
                columns.check(&view)?;
                Content::Table(format, columns, Box::new(metadata))
            }
        };
        Ok(Export {
            table,
            view,
            content,
        })
    }

    pub(super) fn write(&self, output: &mut (impl Write + Send)) -> io::Result<()> {
        match &self.content {
            Content::Lines => self.write_lines(output),
            Content::Table(format, columns, metadata) => {
                let mut writer = format.writer(output, columns.columns.clone(), metadata)?;
                self.for_each(&columns.texts(), |row, texts| {
                    writer.write(&columns.row(row, texts).map_err(io::Error::other)?)
                })?;
                writer.finish()
            }
        }
    }

    fn write_lines(&self, output: &mut impl Write) -> io::Result<()> {
        self.for_each(&[PUZZLE, COMMENT], |_, texts| {
            let line = PuzzleLine::new(texts.get(PUZZLE), Some(texts.get(COMMENT)));
            writeln!(output, "{line}")
        })
    }

    /// Calls a function with each row of the view and its texts in some columns.
    fn for_each(
        &self,
        names: &[&str],
        mut take: impl FnMut(usize, RowTexts) -> io::Result<()>,
    ) -> io::Result<()> {
        let texts = self.table.texts().map_err(io::Error::other)?;
        for range in TextWindow::ranges(self.view.len()) {
            let window = TextWindow::new(texts, names, &self.view, range.clone());
            for place in range {
                take(self.view.row(place), window.row(place))?;
            }
        }
        Ok(())
    }
}

/// The columns and the metadata of a table of some rows.
fn described(table: &Loaded, rows: usize, condition: Option<&Condition>) -> (Columns, Metadata) {
    let has = |column: Column| table.column(column).is_some();
    let has_text = |name: &str| table.others.iter().any(|other| other == name);
    let has_fact = |fact: &Fact| has(Column::Fact(*fact)) || has_text(fact.column());
    let names = Names::new(
        Name::all().filter(|name| has(Column::Rating(*name))),
        Fact::ALL.into_iter().filter(has_fact),
    );
    let others = table.others.iter().zip(&table.other_types);
    let others =
        others.filter(|(name, _)| *name != COMMENT && *name != KIND && Fact::of(name).is_none());
    let (kept, types): (Vec<String>, Vec<KeptType>) = others
        .map(|(name, kind)| (name.clone(), kind.clone()))
        .unzip();
    let mut columns = Columns::of(&names)
        .with_kinds(has_text(KIND))
        .with(&kept, &types);
    columns.0.retain(|field| match field {
        Field::Row | Field::Kind | Field::Kept(..) | Field::Fact(..) => true,
        Field::Puzzle => table.texts().is_ok_and(|texts| texts[PUZZLE].len() > 0),
        Field::Comment => has_text(COMMENT),
        Field::Number(column, _) | Field::Rating(column, _) => has(*column),
        Field::Status(column, _) => table.with_status.contains(column),
    });
    let source = table.sources.first();
    let metadata = source.and_then(|source| source.metadata.as_ref());
    let kinds = metadata.map_or(Vec::new(), |metadata| metadata.kinds.clone());
    let metadata = Metadata {
        kept_types: types,
        ..chosen_metadata(metadata, &names, &kept, rows as u64, condition, kinds)
    };
    (columns, metadata)
}
