//! The layout of every statistics table: turns numbers into a [`Sheet`](super::Sheet). The command
//! line and the reports show these sheets and have no layout of their own for the same numbers.

mod cells;
mod columns;
mod pairs;
mod parts;
mod published;
mod rows;
mod unbiased;

pub use parts::{SummaryPart, UnknownPart, parts};
pub use published::{ALL_COLUMNS, VERDICTS, verdicts};
pub use rows::{agreement, extreme_rows};
