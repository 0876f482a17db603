//! Tables: their columns and rows, and the formats that they are read from and
//! written to. A table is the same in every format: Parquet, CSV or JSON lines.

#[cfg(feature = "polars")]
pub(crate) mod arrow;
#[cfg(feature = "polars")]
mod arrow_file;
mod asked;
#[cfg(feature = "polars")]
mod calendar;
mod column;
pub(crate) mod columns;
mod csv;
mod entry;
pub(crate) mod error;
mod format;
#[cfg(feature = "polars")]
pub(crate) mod frame;
mod infinite;
mod jsonl;
pub(crate) mod kept;
#[cfg(feature = "polars")]
mod kept_arrow;
mod kept_type;
#[cfg(feature = "polars")]
mod layout;
mod metadata;
#[cfg(feature = "polars")]
pub(crate) mod parquet;
pub(crate) mod read;
mod row;
mod row_reader;
#[cfg(feature = "polars")]
mod rows_at;
#[cfg(feature = "polars")]
mod seal;
pub(crate) mod selected;
mod writer;

/// A list of texts that shares one allocation.
pub use ::csv::StringRecord as Texts;
#[cfg(feature = "polars")]
pub use arrow::{ArrowColumns, ArrowError, REASON, Rated, arrow_array};
#[cfg(feature = "polars")]
pub use arrow_file::write_parquet;
pub use asked::{Asked, Hunt, Input, JobKind, changes};
pub use column::{Column, UnknownColumn};
pub use columns::{COMMENT, Columns, Field, KIND, PUZZLE, ROW};
pub use csv::io_error;
pub use entry::Entry;
pub use error::ReadError;
pub use format::{Format, UnknownFormat};
#[cfg(feature = "polars")]
pub use frame::Rows;
pub use infinite::{Infinite, NotInfinite};
pub use jsonl::JsonWriter;
pub use kept::{Keep, kept_name};
pub use kept_type::{KeptField, KeptType, Spelling, TypeSearch, Unit, Words};
#[cfg(feature = "polars")]
pub use layout::{RatingColumns, TableLayout};
pub use metadata::{HuntExtent, Metadata};
pub use read::{Table, TableReader, is_our_parquet, own_types};
pub use row::{Cell, Row};
pub use writer::TableWriter;
