//! Tables of ratings, read as batches of rows: Parquet by polars, lazily and
//! streaming, CSV and JSON lines as they come. Memory is bounded whatever the
//! size of a table.
//!
//! A format is recognised by content, and columns by their names, in any order.

mod csv;
mod error;
mod jsonl;
#[cfg(feature = "polars")]
mod parquet;
mod rows;

pub use error::ScanError;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::batch::Batch;
use super::column::Column;
use super::layout::{Layout, PUZZLE};
use super::origin::Source;
use crate::input::decompress::{Compression, decompressed};
use crate::table::Metadata;

/// Tables with the same columns, to be read one after the other.
#[derive(Debug)]
pub struct Tables {
    tables: Vec<Table>,
}

/// A table that was recognised.
#[derive(Debug)]
struct Table {
    path: PathBuf,
    format: Format,
    layout: Layout,
    metadata: Option<Metadata>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Parquet,
    /// With this byte between fields.
    Csv(u8),
    Json,
}

/// Takes the batches of a table.
type Take<'a> = dyn FnMut(&Batch) + 'a;

impl Tables {
    /// Recognises tables; an error unless all have the same columns.
    pub fn open(paths: &[PathBuf]) -> Result<Tables, ScanError> {
        let tables: Result<Vec<Table>, ScanError> =
            paths.iter().map(|path| Table::open(path)).collect();
        let tables = Tables { tables: tables? };
        for table in tables.tables.iter().skip(1) {
            tables.tables[0].check_same(table)?;
        }
        Ok(tables)
    }

    /// The columns of numbers.
    pub fn columns(&self) -> Vec<Column> {
        let first = self.tables.first();
        first.map_or(Vec::new(), |table| table.layout.columns())
    }

    /// An error unless the tables have a column.
    pub fn need(&self, column: Column) -> Result<(), ScanError> {
        match self.columns().contains(&column) {
            true => Ok(()),
            false => Err(self.lack(column.name())),
        }
    }

    /// An error unless the tables have puzzles.
    pub fn need_puzzles(&self) -> Result<(), ScanError> {
        match self.has_puzzles() {
            true => Ok(()),
            false => Err(self.lack(PUZZLE)),
        }
    }

    /// Whether the tables have puzzles.
    pub fn has_puzzles(&self) -> bool {
        self.tables.iter().all(|table| table.layout.puzzle)
    }

    fn lack(&self, column: &str) -> ScanError {
        let path = self.tables.first().map(|table| table.path.clone());
        ScanError::NoColumn {
            path: path.unwrap_or_default(),
            column: column.to_string(),
        }
    }

    /// Reads some columns of all rows, with or without the puzzles, and tells what
    /// was read. An error if a table is empty.
    pub fn scan(
        &self,
        columns: &[Column],
        puzzles: bool,
        mut take: impl FnMut(&Batch),
    ) -> Result<Vec<Source>, ScanError> {
        let mut sources = Vec::new();
        let mut before = 0;
        for table in &self.tables {
            let layout = table.layout.only(columns, puzzles);
            let rows = table.scan(&layout, before, &mut take)?;
            if rows == 0 {
                return Err(ScanError::Empty(table.path.clone()));
            }
            before += rows;
            sources.push(Source::new(&table.path, rows, table.metadata.clone()));
        }
        Ok(sources)
    }
}

impl Table {
    fn open(path: &Path) -> Result<Table, ScanError> {
        let (format, start) = recognise(path)?;
        let names = match format {
            Format::Parquet => parquet_names(path)?,
            Format::Csv(delimiter) => csv::names(path, delimiter)?,
            Format::Json => jsonl::names(path, &start)?,
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let layout = Layout::of(&names).ok_or_else(|| {
            let columns: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
            let reason = format!("it has none of the columns {}", columns.join(", "));
            ScanError::no_table(path, reason)
        })?;
        Ok(Table {
            path: path.to_path_buf(),
            format,
            layout,
            metadata: metadata(path, format)?,
        })
    }

    fn check_same(&self, other: &Table) -> Result<(), ScanError> {
        for (with, without) in [(self, other), (other, self)] {
            let missing = |column: &Column| !without.layout.columns().contains(column);
            if let Some(column) = with.layout.columns().into_iter().find(missing) {
                return Err(ScanError::OtherColumns {
                    with: with.path.clone(),
                    without: without.path.clone(),
                    column: column.to_string(),
                });
            }
        }
        Ok(())
    }

    fn scan(&self, layout: &Layout, before: u64, take: &mut Take) -> Result<u64, ScanError> {
        match self.format {
            #[cfg(feature = "polars")]
            Format::Parquet => parquet::scan(&self.path, layout, before, take),
            #[cfg(not(feature = "polars"))]
            Format::Parquet => Err(no_parquet(&self.path)),
            Format::Csv(delimiter) => csv::scan(&self.path, delimiter, layout, before, take),
            Format::Json => jsonl::scan(&self.path, layout, before, take),
        }
    }
}

#[cfg(feature = "polars")]
fn parquet_names(path: &Path) -> Result<Vec<String>, ScanError> {
    parquet::names(path)
}

#[cfg(not(feature = "polars"))]
fn parquet_names(path: &Path) -> Result<Vec<String>, ScanError> {
    Err(no_parquet(path))
}

#[cfg(not(feature = "polars"))]
fn no_parquet(path: &Path) -> ScanError {
    ScanError::read(path, crate::table::format::no_parquet())
}

/// The text of a file, decompressed.
fn text(path: &Path) -> Result<(Box<dyn BufRead + Send>, Compression), ScanError> {
    let file = File::open(path).map_err(|error| ScanError::read(path, error))?;
    let input = BufReader::with_capacity(1 << 17, file);
    decompressed(input).map_err(|error| ScanError::read(path, error))
}

/// The format of a file, and its first line if it is text.
fn recognise(path: &Path) -> Result<(Format, Vec<u8>), ScanError> {
    let (input, compression) = text(path)?;
    let mut lines = crate::input::lines::Lines::new(input);
    // What is cut short or not text at all may still be told apart by its start.
    let found = lines
        .advance()
        .map_err(|error| ScanError::read(path, error))?;
    let line = lines.line();
    if !found {
        return Err(ScanError::Empty(path.to_path_buf()));
    }
    if line.bytes.starts_with(b"PAR1") {
        return match compression {
            Compression::None => Ok((Format::Parquet, Vec::new())),
            _ => Err(ScanError::no_table(
                path,
                "a Parquet file must not be compressed again",
            )),
        };
    }
    if line.too_long || line.bytes.contains(&0) {
        return Err(ScanError::no_table(path, "it is neither Parquet nor text"));
    }
    if line.bytes.starts_with(b"{") {
        return Ok((Format::Json, line.bytes.to_vec()));
    }
    let mut delimiters = line.bytes.iter().filter(|byte| b",;\t".contains(byte));
    Ok((Format::Csv(*delimiters.next().unwrap_or(&b',')), Vec::new()))
}

/// What a table says of itself; an error if it cannot be understood, or if the
/// table is of another version.
fn metadata(path: &Path, format: Format) -> Result<Option<Metadata>, ScanError> {
    let Some(json) = metadata_text(path, format)? else {
        return Ok(None);
    };
    let unreadable = |error: serde_json::Error| ScanError::Metadata {
        path: path.to_path_buf(),
        reason: error.to_string(),
    };
    // The version first: another one may tell other things.
    let value: serde_json::Value = serde_json::from_str(&json).map_err(unreadable)?;
    if let Some(version) = value["version"].as_str() {
        let series = |version: &str| version.split('.').take(2).map(str::to_string).collect();
        let [theirs, ours]: [Vec<String>; 2] = [version, env!("CARGO_PKG_VERSION")].map(series);
        if theirs != ours {
            return Err(ScanError::OtherVersion {
                path: path.to_path_buf(),
                version: version.to_string(),
            });
        }
    }
    serde_json::from_value(value).map(Some).map_err(unreadable)
}

fn metadata_text(path: &Path, format: Format) -> Result<Option<String>, ScanError> {
    if format == Format::Parquet {
        #[cfg(feature = "polars")]
        return parquet::metadata(path);
        #[cfg(not(feature = "polars"))]
        return Ok(None);
    }
    let beside = Metadata::beside(path);
    match fs::read_to_string(&beside) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ScanError::read(&beside, error)),
    }
}
