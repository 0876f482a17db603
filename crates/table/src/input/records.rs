//! The records of a source in any format and compression.

use std::io;
use std::sync::atomic::AtomicBool;

use super::columns::ReadOptions;
#[cfg(feature = "polars")]
use super::parquet::ParquetRecords;
use super::record::Fields;
use super::text::text_records;
#[cfg(feature = "polars")]
use crate::io::Compression;
use crate::io::{self as bytes, BytesRead, Source};
use crate::table::KeptType;
use crate::table::read::PARQUET;

/// The records of a source.
pub trait Records {
    /// The next record, if there is one.
    fn next(&mut self) -> io::Result<Option<Fields<'_>>>;

    /// The names that the kept columns have in our table, as far as they are known.
    fn kept(&self) -> &[String];

    /// The types of the kept columns, if the source declares them.
    fn kept_types(&self) -> Option<&[KeptType]> {
        None
    }

    /// The column of the puzzles, if it was chosen by its content because no column has the
    /// usual name. Known once a record was read.
    fn chosen_column(&self) -> Option<&str> {
        None
    }

    /// Reads as far as is necessary to know the columns: an error if they do not fit. No record
    /// can be read afterwards.
    fn check(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Notes of the generators of the puzzles read so far.
    fn generated(&self) -> &[String] {
        &[]
    }
}

/// Opens a source; `position` is moved as it is read. If it is not a regular file,
/// reading it fails when `stop` is set.
pub fn open<'a>(
    source: &Source,
    position: &BytesRead,
    stop: &'a AtomicBool,
    reading: &ReadOptions,
) -> io::Result<Box<dyn Records + Send + 'a>> {
    let opened = bytes::open(source, position, stop)?;
    if opened.start != PARQUET {
        return Ok(Box::new(text_records(opened.input, reading)));
    }
    #[cfg(not(feature = "polars"))]
    return Err(crate::table::error::no_parquet());
    #[cfg(feature = "polars")]
    match (&source.path, source.length, opened.compression) {
        (Some(path), Some(length), Compression::None) => {
            ParquetRecords::open(path, length, position.clone(), reading)
        }
        // The index is at the end: streams are put in a file first.
        _ => ParquetRecords::spool(opened.input, reading),
    }
    .map(|records| Box::new(records) as Box<dyn Records + Send>)
}
