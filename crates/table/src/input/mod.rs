//! From sources to puzzles: a source is opened and split into records, and a record
//! becomes a puzzle with its comment or a bad line with a reason.
//!
//! Everything streams: whatever the input, memory is bounded by
//! `crate::io::lines::LONGEST` and the buffers of the decoders.

pub mod columns;
mod csv;
mod grid;
mod json;
#[cfg(feature = "polars")]
pub mod parquet;
pub mod plain;
pub mod record;
pub mod records;
pub mod text;

pub use columns::{NO_PUZZLE_COLUMN, Reading};
pub use record::{BadLine, Fields, Given};
pub use records::{Records, open};
