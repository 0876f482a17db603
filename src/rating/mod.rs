//! Ratings: what is computed for a puzzle, in one call, sharing work.
//!
//! The classifier takes a puzzle and a request and returns numbers; it reads
//! and writes nothing.

pub mod chains;
pub mod classify;
pub mod request;
pub mod subsets;

pub use chains::{Chain, ChainRater, Limits, Rating, Status};
pub use classify::{Classification, Rejection, classify};
pub use request::{Name, Names, Request};
pub use subsets::{SubsetRater, s_rating, ws_rating};
