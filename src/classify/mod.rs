//! The batch job: puzzles streamed from the inputs, classified on all cores, and
//! written in the order of the inputs, so that nothing that was done is lost.
//!
//! A `feed` cuts the inputs into batches; workers turn them into entries, rows and
//! rejected lines; a `sink` appends these to the journal beside the output. When all
//! are there the table is rendered from the journal and moved into place. A job that
//! was killed, or stopped by a full disk or a broken input, goes on from the last
//! durable frame of its journal; since the table is rendered from entries alone, its
//! bytes depend neither on threads nor on interruptions.
//!
//! The job knows nothing of ratings: what a puzzle becomes is decided by a function
//! that it is given (`work`). Nor does it know who calls that function: threads of this
//! process, or workers of a cluster that are handed puzzles by an `exchange`.

pub(crate) mod description;
pub(crate) mod entry;
mod exchange;
pub(crate) mod feed;
pub(crate) mod filter;
mod frames;
pub(crate) mod job;
mod kept;
#[cfg(feature = "polars")]
pub mod memory;
pub(crate) mod merge;
mod ours;
pub mod outputs;
mod rating_cache;
pub(crate) mod render;
pub(crate) mod sink;
mod standing;
pub(crate) mod stream;
pub(crate) mod tally;
pub(crate) mod work;

pub use exchange::{DEADLY, Exchange, NextTask, Task, WrongAnswers};
pub use job::{End, Job, run, run_by};
pub use merge::merge;
pub use ours::skip_ours;
pub use outputs::Outputs;
pub use rating_cache::RatingCache;
pub use stream::stream;
pub use tally::Tally;
pub use work::{BatchFinisher, LocalThreads, RatedRow, RatingWorkers, Work, rate_one};
