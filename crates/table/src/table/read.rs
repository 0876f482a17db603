//! Tables read back from any format: recognised by content, with columns in any order, as
//! frames or row by row. Memory is bounded for tables of any size.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::columns::{Columns, KIND, our_name};
use super::csv;
use super::error::ReadError;
use super::format::Format;
#[cfg(feature = "polars")]
use super::frame::{FrameRows, Rows, RowsMaker, TextFrames};
use super::jsonl;
use super::kept_type::KeptType;
#[cfg(feature = "polars")]
use super::layout::TableLayout;
use super::metadata::Metadata;
#[cfg(feature = "polars")]
use super::parquet::ParquetFile;
use super::row::Row;
use super::row_reader::RowReader;
use super::selected::Selected;
use crate::io::{Compression, Lines, Opened, open_file};
use gradus_engine::rating::Names;

/// A table that was recognised.
#[derive(Debug)]
pub struct Table {
    /// Its file.
    pub path: PathBuf,
    /// The names of the columns, ours as we write them.
    pub names: Vec<String>,
    /// The same names as they stand in the file.
    written: Vec<String>,
    pub(super) content: TableContainer,
}

#[derive(Debug)]
pub(super) enum TableContainer {
    #[cfg(feature = "polars")]
    Parquet(ParquetFile),
    Csv(u8),
    Json,
}

/// Starts every Parquet file.
pub(crate) const PARQUET: &[u8] = b"PAR1";

/// Returns true if gradus made an opened Parquet file, or `None` for another format.
pub fn is_our_parquet(path: &Path, opened: &Opened) -> Option<bool> {
    #[cfg(feature = "polars")]
    let is_ours = || ParquetFile::open(path).is_ok_and(|file| file.carried().is_some());
    #[cfg(not(feature = "polars"))]
    let is_ours = || Table::parquet(path).is_ok();
    (opened.start == PARQUET).then(is_ours)
}

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
            (jsonl::names(path, line.bytes)?, TableContainer::Json)
        } else {
            let mut delimiters = line.bytes.iter().filter(|byte| b",;\t".contains(byte));
            let delimiter = *delimiters.next().unwrap_or(&b',');
            (csv::names(path, delimiter)?, TableContainer::Csv(delimiter))
        };
        Ok(Table::new(path, names, content))
    }

    fn new(path: &Path, written: Vec<String>, content: TableContainer) -> Table {
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
        Ok(Table::new(path, names, TableContainer::Parquet(file)))
    }

    #[cfg(not(feature = "polars"))]
    fn parquet(path: &Path) -> Result<Table, ReadError> {
        Err(ReadError::read(path, super::error::no_parquet()))
    }

    /// The type of a column, if it can be read: of a text table, the type in its metadata.
    pub fn kept_type(&self, name: &str, metadata: Option<&Metadata>) -> Option<KeptType> {
        let place = self.names.iter().position(|other| other == name);
        let _written = &self.written[place?];
        match &self.content {
            #[cfg(feature = "polars")]
            TableContainer::Parquet(file) => file.kept_type(_written),
            TableContainer::Csv(_) | TableContainer::Json => {
                let known = metadata.and_then(|metadata| {
                    let kept = metadata.kept.iter().position(|other| other == name)?;
                    metadata.kept_types.get(kept).cloned()
                });
                Some(known.unwrap_or_default())
            }
        }
    }

    /// Columns as they are named in the file.
    fn written(&self, mut selected: Vec<Selected>) -> Vec<Selected> {
        for column in &mut selected {
            let place = self.names.iter().position(|name| *name == column.name);
            if let Some(place) = place {
                column.written.clone_from(&self.written[place]);
            }
        }
        selected
    }

    /// The rows as frames, with the columns of a layout. The table has this place among
    /// those that are read, and this many rows come before it.
    #[cfg(feature = "polars")]
    pub fn rows(
        &self,
        layout: &TableLayout,
        place: usize,
        before: u64,
    ) -> Result<Box<dyn Iterator<Item = Result<Rows, ReadError>>>, ReadError> {
        let selected = self.written(layout.selected());
        let mut maker = RowsMaker {
            path: self.path.clone(),
            layout: layout.clone(),
            table: place,
            before,
            read: 0,
        };
        let rows = match &self.content {
            TableContainer::Parquet(file) => {
                let frames = file.mapped(&selected, move |frame| maker.rows(&frame))?;
                return Ok(Box::new(frames));
            }
            TableContainer::Csv(delimiter) => csv::rows(&self.path, *delimiter, &selected)?,
            TableContainer::Json => jsonl::rows(&self.path, &selected)?,
        };
        let frames = TextFrames {
            rows,
            path: self.path.clone(),
            selected,
            count: 0,
        };
        Ok(Box::new(frames.map(move |frame| maker.rows(&frame?))))
    }

    /// Columns to be read, which must be all that the table has.
    pub(super) fn all(&self, columns: &Columns) -> io::Result<Vec<Selected>> {
        if self.names == columns.names() {
            return Ok(self.written(columns.selected()));
        }
        let message = format!("its columns are not {}", columns.names().join(","));
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }

    /// The metadata of the table, if it has any. Fails if it cannot be parsed or belongs to
    /// another version.
    pub fn metadata(&self) -> Result<Option<Metadata>, ReadError> {
        let Some(json) = self.metadata_text()? else {
            return Ok(None);
        };
        let unreadable =
            |error: serde_json::Error| ReadError::Metadata(self.path.clone(), error.to_string());
        // The version first: another one may have other fields.
        let value: serde_json::Value = serde_json::from_str(&json).map_err(unreadable)?;
        if let Some(version) = value["version"].as_str() {
            let series = |version: &str| version.split('.').take(2).map(str::to_string).collect();
            let [theirs, ours]: [Vec<String>; 2] = [version, env!("CARGO_PKG_VERSION")].map(series);
            if theirs != ours {
                return Err(ReadError::OtherVersion(
                    self.path.clone(),
                    version.to_string(),
                ));
            }
        }
        serde_json::from_value(value).map(Some).map_err(unreadable)
    }

    fn metadata_text(&self) -> Result<Option<String>, ReadError> {
        #[cfg(feature = "polars")]
        if let TableContainer::Parquet(file) = &self.content {
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

/// The types of the columns of a text table, as far as they are known: those of ours, and those
/// in its metadata. A Parquet table declares its types itself.
pub fn own_types(path: &Path) -> Result<Vec<(String, KeptType)>, ReadError> {
    let table = match Table::open(path) {
        // JSON lines have no header: without rows the file is empty.
        Err(ReadError::Empty(_)) => return Ok(Vec::new()),
        table => table?,
    };
    let kept = match table.metadata()? {
        Some(metadata) => metadata.kept.into_iter().zip(metadata.kept_types).collect(),
        None => Vec::new(),
    };
    let has_kinds = table.names.iter().any(|name| name == KIND);
    let names = Names::everything();
    let ours = Columns::of(&names).with_kinds(has_kinds);
    let ours = ours
        .iter()
        .map(|field| (field.to_string(), field.kept_type()));
    let known: Vec<(String, KeptType)> = kept.into_iter().chain(ours).collect();
    let known = |name: &String| known.iter().find(|(known, _)| known == name).cloned();
    Ok(table.names.iter().filter_map(known).collect())
}

impl Metadata {
    /// Reads the metadata of a table.
    pub fn open(table: &Path, format: Format) -> io::Result<Metadata> {
        let json = match format {
            #[cfg(feature = "polars")]
            Format::Parquet => {
                let file = ParquetFile::open(table).map_err(ReadError::into_io)?;
                let missing = "this Parquet file was not made by gradus";
                let error = || io::Error::new(io::ErrorKind::InvalidData, missing);
                file.carried().ok_or_else(error)?
            }
            #[cfg(not(feature = "polars"))]
            Format::Parquet => return Err(super::error::no_parquet()),
            Format::Csv(_) | Format::Json(_) => fs::read_to_string(Metadata::beside(table))?,
        };
        Ok(serde_json::from_str(&json)?)
    }
}

/// The rows of a ratings table, one by one.
pub struct TableReader {
    pub(super) rows: Option<Box<dyn RowReader>>,
    pub(super) columns: Columns,
    pub(super) selected: Vec<Selected>,
    /// The number of rows up to the current one.
    pub(super) count: u64,
}

impl TableReader {
    /// Opens a table that must have these columns.
    pub fn open(path: &Path, columns: Columns) -> io::Result<TableReader> {
        let mut selected = columns.selected();
        let rows = match Table::open(path) {
            Ok(table) => {
                selected = table.all(&columns)?;
                let rows = match &table.content {
                    #[cfg(feature = "polars")]
                    TableContainer::Parquet(file) => file
                        .frames(&selected)
                        .map(|frames| Box::new(FrameRows::new(frames)) as Box<dyn RowReader>),
                    TableContainer::Csv(delimiter) => csv::rows(path, *delimiter, &selected),
                    TableContainer::Json => jsonl::rows(path, &selected),
                };
                Some(rows.map_err(ReadError::into_io)?)
            }
            // JSON lines have no header: without rows the file is empty.
            Err(ReadError::Empty(_)) if matches!(Format::of(path), Ok((Format::Json(_), _))) => {
                None
            }
            Err(error) => return Err(error.into_io()),
        };
        Ok(TableReader {
            rows,
            columns,
            selected,
            count: 0,
        })
    }

    pub(super) fn row(&mut self) -> io::Result<Option<Row>> {
        let (place, path) = (self.count + 1, Path::new(""));
        let Some(rows) = &mut self.rows else {
            return Ok(None);
        };
        let found = rows.advance();
        if !found.map_err(|fault| fault.at(path, place).into_io())? {
            return Ok(None);
        }
        let mut bad = None;
        let cells = self.selected.iter().enumerate().map_while(|(at, column)| {
            let cell = rows.cell(at);
            let fault = |reason| bad = Some((&column.written, reason));
            cell.map_err(fault).ok()
        });
        let read = Row::from_cells(&self.columns, cells);
        if let Some((column, reason)) = bad {
            return Err(ReadError::bad_cell(path, place, column, reason).into_io());
        }
        self.count = place;
        let bad = |bad| io::Error::new(io::ErrorKind::InvalidData, format!("row {place}, {bad}"));
        read.map(Some).map_err(bad)
    }
}

impl Iterator for TableReader {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<io::Result<Row>> {
        self.row().transpose()
    }
}
