//! Published tables, as printed, and the measured numbers to compare with them.
//!
//! The tables are in `data/published/`, one file each, with their source, the sizes
//! of their samples and their misprints. A table computes its own counterpart from
//! the data read of a collection.

mod comparison;
mod counts;
mod error;
mod largest;
mod per_grid;
mod printed;
mod puzzles;
mod shares;
mod table;
mod verdict;

pub use comparison::{
    Comparison, ComparisonCell, ComparisonColumn, ComparisonLine, ComparisonUnit,
};
pub use error::TableError;
pub use largest::Largest;
pub use printed::PrintedNumber;
pub use table::{PublishedTable, UnknownTable, find, tables};
pub use verdict::{ColumnVerdict, ComparisonResult, Outlier, Word};
