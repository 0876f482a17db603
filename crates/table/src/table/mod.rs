//! Tables: their columns and rows, and the formats that they are read from and
//! written to. A table is the same whatever the format: Parquet, CSV or JSON lines.

#[cfg(feature = "polars")]
pub mod arrow;
pub mod asked;
pub mod chunk;
pub mod column;
pub mod columns;
pub mod csv;
pub mod entry;
pub mod error;
pub mod format;
pub mod jsonl;
pub mod kept;
pub mod metadata;
#[cfg(feature = "polars")]
pub mod parquet;
pub mod read;
pub mod row;
mod rows;
#[cfg(feature = "polars")]
mod seal;

use std::io;

pub use asked::Asked;
pub use chunk::{Cells, Chunk, Kind, Selected, Texts};
pub use column::Column;
pub use columns::{Columns, Field};
pub use entry::Entry;
pub use error::ReadError;
pub use format::{Format, UnknownFormat};
pub use kept::Keep;
pub use metadata::Metadata;
pub use read::{Chunks, Table, TableReader};
pub use row::{Cell, Row};

/// Something that rows can be written to.
pub trait TableWriter {
    /// Writes a row.
    fn write(&mut self, row: &Row) -> io::Result<()>;

    /// Writes what has to come last.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
