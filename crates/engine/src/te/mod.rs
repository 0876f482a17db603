//! Trial and Error over a confluent theory, and the T&E depth of a puzzle.
//!
//! T&E(T, n) eliminates a candidate when asserting it leads T&E(T, n − 1) to a contradiction;
//! T&E(T, 0) is T itself. This is not guessing: a solution found in a trial is discarded. PBCS
//! 4.6, 5.6 and 11.3.

pub mod depth;
mod restricted;
pub mod trial;

pub use depth::{DepthSearch, Over, depth_of};
pub(crate) use restricted::{close_within, within_cells};
pub use trial::TrialAndError;
pub(crate) use trial::trial_cost;
