//! Ratings: what is computed for a puzzle, in one call, sharing work.
//!
//! The classifier takes a puzzle and a request and returns numbers; it reads
//! and writes nothing.

pub mod bpb;
pub mod chains;
pub mod classify;
mod order;
pub mod request;
pub mod spb;
pub mod subsets;
pub mod value;

pub use chains::ChainRater;
pub use classify::{Classification, Rejection, classify};
pub use request::{Name, Names, Request};
pub use subsets::{s_rating, with_subsets};
pub use value::{Limits, Rating, Status};
