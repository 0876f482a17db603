//! Tables in memory as Parquet files, for any program. They have no metadata and no seal:
//! nothing says how they were made.

use std::io;
use std::path::Path;

use polars::prelude::*;

use super::arrow::{Rated, arrow_array};
use super::columns::Columns;
use super::parquet::io_error;
use crate::io::{AtomicFile, IfExists};

/// Writes rows with these columns, and the reasons of those that were not rated.
pub fn write_parquet(
    path: &Path,
    columns: &Columns,
    rows: &[Rated],
    existing: IfExists,
) -> io::Result<()> {
    let array = arrow_array(columns, rows).map_err(io_error)?;
    let (fields, _, arrays, _) = array.into_data();
    let series = fields.iter().zip(arrays).map(|(field, array)| {
        let series = Series::from_arrow(field.name.clone(), array)?;
        Ok(Column::from(series))
    });
    let series = series.collect::<PolarsResult<Vec<_>>>().map_err(io_error)?;
    let mut frame = DataFrame::new(rows.len(), series).map_err(io_error)?;
    let part = AtomicFile::create(path)?;
    let writer = ParquetWriter::new(part.file.try_clone()?);
    let writer = writer.with_compression(ParquetCompression::Zstd(None));
    writer.finish(&mut frame).map_err(io_error)?;
    part.commit(existing)
}
