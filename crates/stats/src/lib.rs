#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

pub mod choice;
pub mod compare;
pub mod correlation;
pub mod cross;
pub mod difference;
pub mod distribution;
pub mod extremes;
pub mod flaws;
pub mod found;
pub mod groups;
pub mod inference;
pub mod inputs;
pub mod interval;
pub mod joint;
pub mod moments;
mod operands;
pub mod origin;
pub mod published;
pub mod quantiles;
pub mod quantity;
pub mod reading;
pub mod repeats;
pub mod resampled;
pub mod scan;
pub mod sheet;
pub mod summary;
pub mod top;
pub mod unbiased;

pub use choice::Choice;
pub use compare::Agreement;
pub use difference::Gap;
pub use distribution::Distribution;
pub use extremes::Extremes;
pub use gradus_table::table::Column;
pub use gradus_table::table::Entry;
pub use groups::Grouper;
pub use interval::Interval;
pub use joint::{Counter, Joint};
pub use moments::Moments;
pub use quantity::Quantity;
pub use reading::{ReadPlan, TablesRead};
pub use repeats::Repeats;
pub use scan::{ScanOrder, TableSet};
pub use summary::{Summary, SummaryError, SummaryOptions};
pub use unbiased::{Estimate, Unbiased};
