#![doc = include_str!("../README.md")]
#![warn(unreachable_pub)]

pub mod chart;
mod choice;
mod compare;
mod correlation;
mod cross;
mod difference;
mod distribution;
mod extremes;
mod flaws;
mod foreign;
mod found;
mod groups;
mod inference;
mod inputs;
mod interval;
mod joint;
mod moments;
mod named;
mod operands;
mod origin;
pub mod published;
mod quantiles;
mod reading;
mod repeats;
mod resampled;
mod scan;
pub mod sheet;
mod summary;
mod top;
mod unbiased;

pub use choice::Choice;
pub use compare::{
    Agreement, ColumnAgreement, Confusion, Disagreement, EntryVerdict, PuzzleIndex, fingerprint,
};
pub use correlation::Correlations;
pub use cross::{Cross, RatingByColumn};
pub use difference::{Difference, DifferenceLine, Example, Gap, NoGap};
pub use distribution::{Distribution, DistributionLine};
pub use extremes::{Extreme, ExtremeSide, Extremes, ExtremesError};
pub use flaws::{Flaws, RowName};
pub use foreign::ForeignCorrelation;
pub use found::{RowsError, chosen_metadata, write_rows};
/// The generators of minimal puzzles (PBCS 6.1).
pub use gradus_generate::Generator;
pub use gradus_table::table::{Column, Entry};
pub use groups::{Grouper, Grouping};
pub use inference::ChiSquare;
pub use inputs::InputError;
pub use interval::Interval;
pub use joint::Joint;
pub use moments::Moments;
pub use named::UnknownName;
pub use origin::{Origin, TableSource};
pub use quantiles::{PERCENTS, Quantiles};
pub use reading::{ReadPlan, Slice, TablesRead};
pub use repeats::{Conflict, Repeats};
pub use resampled::{Resampled, UnbiasedCorrelation, UnbiasedQuantiles};
pub use scan::{ScanOrder, TableSet};
pub use summary::{ColumnMoments, ColumnQuantiles, Summary, SummaryError, SummaryOptions};
pub use unbiased::{ByClues, Estimate, Totals, Unbiased, UnbiasedMoments};
