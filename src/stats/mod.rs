//! Statistics over tables of ratings: distributions, moments, correlations,
//! differences, unbiased estimates, and the published tables beside them.
//!
//! A table is read once into a [`Joint`] distribution; everything else is
//! computed from that, exactly.

pub mod column;
pub mod correlation;
pub mod cross;
pub mod difference;
pub mod distribution;
pub mod entry;
pub mod joint;
pub mod moments;
pub mod provenance;
pub mod published;
pub mod reading;
pub mod sheet;
mod sheets;
pub mod summary;
pub mod unbiased;

pub use column::Column;
pub use difference::Gap;
pub use distribution::Distribution;
pub use entry::Entry;
pub use joint::{Counter, Joint};
pub use moments::Moments;
pub use reading::{Reading, Wanted};
pub use sheet::Sheet;
pub use summary::{Options, Summary};
pub use unbiased::{Estimate, Unbiased};
