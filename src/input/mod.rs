//! From names to puzzles: files, folders, patterns and standard input are found,
//! opened, decompressed and split into records, and a record becomes a puzzle
//! with its comment or a bad line with a reason.
//!
//! Everything streams: whatever the input, memory is bounded by
//! [`lines::LONGEST`] and the buffers of the decoders.

pub mod decompress;
pub mod find;
pub mod lines;
pub mod open;
#[cfg(feature = "polars")]
pub mod parquet;
pub mod pipe;
pub mod record;
pub mod text;

pub use find::{Found, Source, find};
pub use open::{Position, Records, open};
pub use record::{BadLine, Fields, Given};
