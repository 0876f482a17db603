//! Tables read back, whatever their format: recognised by content, with columns
//! in any order, as [`Chunk`]s of rows. Memory is bounded whatever the size of a
//! table.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::chunk::{Chunk, Selected};
use super::columns::{Columns, our_name};
use super::csv;
use super::error::ReadError;
use super::format::Format;
use super::jsonl;
use super::metadata::Metadata;
#[cfg(feature = "polars")]
use super::parquet::ParquetFile;
use super::row::Row;
use crate::io::{Compression, Lines, open_file};

/// A table that was recognised.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    /// The names of the columns, ours as we write them.
    names: Vec<String>,
    /// The same names as they stand in the file.
    written: Vec<String>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    #[cfg(feature = "polars")]
    Parquet(ParquetFile),
    /// CSV with this byte between fields.
    Csv(u8),
    Json,
}

/// Some rows at a time, in order.
pub type Chunks = Box<dyn Iterator<Item = Result<Chunk, ReadError>>>;

/// Starts every Parquet file.
pub const PARQUET: &[u8] = b"PAR1";

impl Table {
    /// Recognises a table and reads the names of its columns.
    pub fn open(path: &Path) -> Result<Table, ReadError> {
        let unreadable = |error| ReadError::read(path, error);
        let opened = open_file(path).map_err(unreadable)?;
        if opened.start == PARQUET {
            return match opened.compression {
                Compression::None => Table::parquet(path),
                _ => Err(ReadError::no_table(
                    path,
                    "a Parquet file must not be compressed again",
                )),
            };
        }
        let mut lines = Lines::new(opened.input);
        if !lines.advance().map_err(unreadable)? {
            return Err(ReadError::Empty(path.to_path_buf()));
        }
        let line = lines.line();
        if line.too_long || line.bytes.contains(&0) {
            return Err(ReadError::no_table(path, "it is neither Parquet nor text"));
        }
        let (names, content) = if line.bytes.starts_with(b"{") {
            (jsonl::names(path, line.bytes)?, Content::Json)
        } else {
            let mut delimiters = line.bytes.iter().filter(|byte| b",;\t".contains(byte));
            let delimiter = *delimiters.next().unwrap_or(&b',');
            (csv::names(path, delimiter)?, Content::Csv(delimiter))
        };
        Ok(Table::new(path, names, content))
    }

    fn new(path: &Path, written: Vec<String>, content: Content) -> Table {
        let name = |name: &String| match our_name(name) {
            Some(ours) if !written.contains(&ours) => ours,
            _ => name.clone(),
        };
        Table {
            path: path.to_path_buf(),
            names: written.iter().map(name).collect(),
            written,
            content,
        }
    }

    #[cfg(feature = "polars")]
    fn parquet(path: &Path) -> Result<Table, ReadError> {
        let file = ParquetFile::open(path)?;
        let names = file.names().map(str::to_string).collect();
        Ok(Table::new(path, names, Content::Parquet(file)))
    }

    #[cfg(not(feature = "polars"))]
    fn parquet(path: &Path) -> Result<Table, ReadError> {
        Err(ReadError::read(path, super::format::no_parquet()))
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of its columns, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether the cells of a column are numbers or texts, so that it can be read.
    pub fn is_plain(&self, name: &str) -> bool {
        match &self.content {
            #[cfg(feature = "polars")]
            Content::Parquet(file) => file.is_plain(name),
            Content::Csv(_) | Content::Json => self.names.iter().any(|other| other == name),
        }
    }

    /// Its rows, with some of the columns, in the order that these are given in.
    pub fn chunks(&self, selected: &[Selected]) -> Result<Chunks, ReadError> {
        let as_written = |column: &Selected| {
            let place = self.names.iter().position(|name| *name == column.name);
            let name = place.map_or(&column.name, |place| &self.written[place]);
            Selected::new(name, column.kind)
        };
        let selected: &[Selected] = &selected.iter().map(as_written).collect::<Vec<_>>();
        Ok(match &self.content {
            #[cfg(feature = "polars")]
            Content::Parquet(file) => Box::new(file.chunks(selected)?),
            Content::Csv(delimiter) => Box::new(csv::chunks(&self.path, *delimiter, selected)?),
            Content::Json => Box::new(jsonl::chunks(&self.path, selected)?),
        })
    }

    /// What the table says of itself, if it does; an error if it cannot be
    /// understood, or if the table is of another version.
    pub fn metadata(&self) -> Result<Option<Metadata>, ReadError> {
        let Some(json) = self.metadata_text()? else {
            return Ok(None);
        };
        let unreadable = |error: serde_json::Error| ReadError::Metadata {
            path: self.path.clone(),
            reason: error.to_string(),
        };
        // The version first: another one may say other things.
        let value: serde_json::Value = serde_json::from_str(&json).map_err(unreadable)?;
        if let Some(version) = value["version"].as_str() {
            let series = |version: &str| version.split('.').take(2).map(str::to_string).collect();
            let [theirs, ours]: [Vec<String>; 2] = [version, env!("CARGO_PKG_VERSION")].map(series);
            if theirs != ours {
                return Err(ReadError::OtherVersion {
                    path: self.path.clone(),
                    version: version.to_string(),
                });
            }
        }
        serde_json::from_value(value).map(Some).map_err(unreadable)
    }

    fn metadata_text(&self) -> Result<Option<String>, ReadError> {
        #[cfg(feature = "polars")]
        if let Content::Parquet(file) = &self.content {
            return Ok(file.carried());
        }
        let beside = Metadata::beside(&self.path);
        match fs::read_to_string(&beside) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReadError::read(&beside, error)),
        }
    }
}

/// The rows of a ratings table, one by one.
pub struct TableReader {
    chunks: Chunks,
    columns: Columns,
    chunk: Chunk,
    /// The next row of the chunk.
    next: usize,
    /// Rows of the chunks before.
    before: u64,
}

impl TableReader {
    /// Opens a table that must have these columns.
    pub fn open(path: &Path, columns: Columns) -> io::Result<TableReader> {
        let chunks = match Table::open(path) {
            Ok(table) if table.names == columns.names() => table
                .chunks(&columns.selected())
                .map_err(ReadError::into_io)?,
            Ok(_) => {
                let message = format!("its columns are not {}", columns.names().join(","));
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            // JSON lines have no header: without rows there is nothing.
            Err(ReadError::Empty(_)) if matches!(Format::of(path), Ok((Format::Json(_), _))) => {
                Box::new(std::iter::empty())
            }
            Err(error) => return Err(error.into_io()),
        };
        Ok(TableReader {
            chunks,
            columns,
            chunk: Chunk::default(),
            next: 0,
            before: 0,
        })
    }

    fn row(&mut self) -> io::Result<Option<Row>> {
        while self.next == self.chunk.rows() {
            self.before += self.chunk.rows() as u64;
            self.next = 0;
            self.chunk = match self.chunks.next() {
                None => return Ok(None),
                Some(chunk) => chunk.map_err(ReadError::into_io)?,
            };
        }
        let cells = self.chunk.row(self.next);
        self.next += 1;
        let row = Row::from_cells(&self.columns, cells).map_err(|error| {
            let place = self.before + self.next as u64;
            io::Error::new(io::ErrorKind::InvalidData, format!("row {place}, {error}"))
        });
        row.map(Some)
    }
}

impl Iterator for TableReader {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<io::Result<Row>> {
        self.row().transpose()
    }
}
