//! The format of a table, as the name of its file says, and a writer for it.

use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use super::columns::Columns;
use super::csv::CsvWriter;
use super::jsonl::JsonWriter;
use super::metadata::Metadata;
use super::writer::TableWriter;
use crate::io::{Compression, Encoder};

/// A format of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Parquet, compressed by itself.
    Parquet,
    /// CSV.
    Csv(Compression),
    /// JSON lines.
    Json(Compression),
}

/// A name that stands for no format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{0}: the name of a table must end in .parquet, .csv or .jsonl (the last two perhaps with .zst \
     or .gz); .parquet is known only if gradus was built with polars"
)]
pub struct UnknownFormat(String);

impl Format {
    /// The format that the name of a file stands for, and the name without its endings.
    pub fn of(path: &Path) -> Result<(Format, &str), UnknownFormat> {
        let unknown = || UnknownFormat(path.display().to_string());
        let name = path.to_str().ok_or_else(unknown)?;
        let (name, compression) = match name.rsplit_once('.') {
            Some((stem, "zst")) => (stem, Compression::Zstd),
            Some((stem, "gz")) => (stem, Compression::Gzip),
            _ => (name, Compression::None),
        };
        match (name.rsplit_once('.'), compression) {
            (Some((stem, "parquet")), Compression::None) if cfg!(feature = "polars") => {
                Ok((Format::Parquet, stem))
            }
            (Some((stem, "csv")), _) => Ok((Format::Csv(compression), stem)),
            (Some((stem, "jsonl")), _) => Ok((Format::Json(compression), stem)),
            _ => Err(unknown()),
        }
    }

    /// A writer of this format.
    pub fn writer<'a, W: Write + Send + 'a>(
        self,
        output: W,
        columns: Columns,
        metadata: &Metadata,
    ) -> io::Result<Box<dyn TableWriter + 'a>> {
        Ok(match self {
            #[cfg(feature = "polars")]
            Format::Parquet => Box::new(super::parquet::ParquetWriter::new(
                output, columns, metadata,
            )?),
            #[cfg(not(feature = "polars"))]
            Format::Parquet => {
                let _ = metadata;
                return Err(super::error::no_parquet());
            }
            Format::Csv(compression) => {
                Box::new(CsvWriter::new(Encoder::new(output, compression)?, columns)?)
            }
            Format::Json(compression) => {
                Box::new(JsonWriter::new(Encoder::new(output, compression)?, columns))
            }
        })
    }
}
