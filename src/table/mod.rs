//! The ratings table: its columns, its rows, and the formats that it is written
//! in. A table is the same whatever the format: Parquet, CSV or JSON lines.

pub mod columns;
pub mod csv;
pub mod encode;
pub mod format;
pub mod jsonl;
pub mod metadata;
#[cfg(feature = "polars")]
pub mod parquet;
pub mod read;
pub mod row;

use std::io;

pub use columns::{Column, Columns};
pub use encode::{Compression, Encoder};
pub use format::{Format, UnknownFormat};
pub use metadata::Metadata;
pub use read::TableReader;
pub use row::{Cell, Row};

/// Something that rows can be written to.
pub trait TableWriter {
    /// Writes a row.
    fn write(&mut self, row: &Row) -> io::Result<()>;

    /// Writes what has to come last.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
