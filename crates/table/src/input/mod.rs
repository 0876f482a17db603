//! From sources to puzzles: a source is opened and split into records, and a record
//! becomes a puzzle with its comment or a bad line with a reason.
//!
//! Everything streams: for any input, memory is bounded by
//! `crate::io::LONGEST_LINE` and the buffers of the decoders.

#[cfg(feature = "polars")]
mod chosen;
mod column_error;
mod columns;
mod csv;
mod find;
mod grid;
mod json;
mod kept_values;
mod line;
mod lookahead;
#[cfg(feature = "polars")]
mod parquet;
mod plain;
mod record;
mod records;
mod sample;
mod text;
mod words;

pub use column_error::ColumnError;
pub use columns::ReadOptions;
pub use find::{find_inputs, is_puzzle};
pub use kept_values::KeptValues;
pub use line::PuzzleLine;
#[cfg(feature = "polars")]
pub use parquet::arrow_records;
pub use plain::{SplitLine, split_line};
pub use record::{BadLine, Fields, LONGEST_SHOWN, PuzzleRecord};
pub use records::{Records, open};
pub use text::{GENERATED, text_records};
