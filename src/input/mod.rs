//! From sources to puzzles: a source is opened and split into records, and a record
//! becomes a puzzle with its comment or a bad line with a reason.
//!
//! Everything streams: whatever the input, memory is bounded by
//! `crate::io::lines::LONGEST` and the buffers of the decoders.

#[cfg(feature = "polars")]
pub(crate) mod parquet;
pub(crate) mod record;
pub(crate) mod records;
pub mod text;

pub use record::{BadLine, Fields, Given};
pub use records::{Records, open};
