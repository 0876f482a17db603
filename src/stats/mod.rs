//! Statistics over tables of ratings: distributions, moments, correlations,
//! differences, unbiased estimates, and the published tables beside them.
//!
//! A table is read once into a [`Joint`] distribution; everything else is
//! computed from that, exactly.

pub(crate) mod batch;
pub(crate) mod compare;
pub mod correlation;
pub mod cross;
pub mod difference;
pub(crate) mod distribution;
pub(crate) mod entry;
pub(crate) mod extremes;
pub(crate) mod interval;
pub(crate) mod joint;
pub(crate) mod layout;
pub(crate) mod moments;
pub mod origin;
pub mod published;
pub(crate) mod quantity;
pub mod reading;
pub(crate) mod scan;
pub mod summary;
pub(crate) mod top;
pub mod unbiased;

pub use crate::table::Column;
pub use compare::Agreement;
pub use difference::Gap;
pub use distribution::Distribution;
pub use entry::Entry;
pub use extremes::Extremes;
pub use interval::Interval;
pub use joint::{Counter, Joint};
pub use moments::Moments;
pub use quantity::Quantity;
pub use reading::{Reading, Wanted};
pub use scan::Tables;
pub use summary::{Summary, SummaryOptions};
pub use unbiased::{Estimate, Unbiased};
