//! Tables: their columns and rows, and the formats that they are read from and
//! written to. A table is the same whatever the format: Parquet, CSV or JSON lines.

#[cfg(feature = "polars")]
pub mod arrow;
pub mod asked;
pub mod column;
pub mod columns;
pub mod csv;
pub mod entry;
pub mod error;
pub mod format;
#[cfg(feature = "polars")]
pub mod frame;
pub mod jsonl;
pub mod kept;
#[cfg(feature = "polars")]
pub mod layout;
pub mod metadata;
#[cfg(feature = "polars")]
pub mod parquet;
pub mod read;
pub mod row;
mod row_reader;
#[cfg(feature = "polars")]
mod seal;
mod selected;
mod writer;

/// A list of texts that shares one allocation.
pub use ::csv::StringRecord as Texts;
pub use asked::Asked;
pub use column::Column;
pub use columns::{Columns, Field};
pub use entry::Entry;
pub use error::ReadError;
pub use format::{Format, UnknownFormat};
#[cfg(feature = "polars")]
pub use frame::Rows;
pub use kept::Keep;
pub use metadata::Metadata;
pub use read::{Table, TableReader};
pub use row::{Cell, Row};
pub use selected::{CellKind, Selected};
pub use writer::TableWriter;
