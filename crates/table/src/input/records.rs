//! The records of a source, whatever its format and compression.

use std::io::{self, BufRead};
use std::sync::atomic::AtomicBool;

use super::columns::ReadOptions;
#[cfg(feature = "polars")]
use super::parquet::ParquetRecords;
use super::record::Fields;
use super::text::TextRecords;
#[cfg(feature = "polars")]
use crate::io::Compression;
use crate::io::{self as bytes, BytesRead, Source};
use crate::table::read::PARQUET;

/// The records of a source.
pub enum Records<'a> {
    /// Of text.
    Text(Box<TextRecords<Box<dyn BufRead + Send + 'a>>>),
    /// Of a Parquet file.
    #[cfg(feature = "polars")]
    Parquet(Box<ParquetRecords<'a>>),
}

impl Records<'_> {
    /// The next record, if there is one.
    #[expect(
        clippy::should_implement_trait,
        reason = "the record is lent, not given"
    )]
    pub fn next(&mut self) -> io::Result<Option<Fields<'_>>> {
        match self {
            Records::Text(records) => records.next(),
            #[cfg(feature = "polars")]
            Records::Parquet(records) => records.next(),
        }
    }

    /// The names that the kept columns have in our table, as far as they are known.
    pub fn kept(&self) -> &[String] {
        match self {
            Records::Text(records) => records.kept(),
            #[cfg(feature = "polars")]
            Records::Parquet(records) => records.kept(),
        }
    }

    /// Notes of the generators of the puzzles read so far.
    pub fn generated(&self) -> &[String] {
        match self {
            Records::Text(records) => records.generated(),
            #[cfg(feature = "polars")]
            Records::Parquet(_) => &[],
        }
    }
}

/// Opens a source; `position` is moved as it is read. If it is no regular file,
/// reading it fails when `stop` is set.
pub fn open<'a>(
    source: &Source,
    position: &BytesRead,
    stop: &'a AtomicBool,
    reading: &ReadOptions,
) -> io::Result<Records<'a>> {
    let opened = bytes::open(source, position, stop)?;
    if opened.start != PARQUET {
        let records = TextRecords::new(opened.input, reading);
        return Ok(Records::Text(Box::new(records)));
    }
    #[cfg(not(feature = "polars"))]
    return Err(crate::table::error::no_parquet());
    #[cfg(feature = "polars")]
    match (&source.path, source.length, opened.compression) {
        (Some(path), Some(length), Compression::None) => {
            ParquetRecords::open(path, length, position.clone(), reading)
        }
        // Its index is at the end: what can only be read forwards is put in a file first.
        _ => ParquetRecords::spool(opened.input, reading),
    }
    .map(|records| Records::Parquet(Box::new(records)))
}
