//! The batch job: puzzles streamed from the inputs, classified on all cores, and
//! written in the order of the inputs, so that nothing that was done is lost.
//!
//! A reader cuts the inputs into numbered batches; workers turn them into
//! entries, rows and rejected lines; the writer puts them in order and appends
//! them to the [`journal`] beside the output. When all are there the table is
//! rendered from the journal and moved into place. A job that was killed, or
//! stopped by a full disk or a broken input, goes on from the last durable frame
//! of its journal; since the table is rendered from entries alone, its bytes
//! depend neither on threads nor on interruptions.
//!
//! The runner knows nothing of ratings: what a puzzle becomes is decided by a
//! function that it is given.

pub mod description;
pub mod entry;
pub mod error;
pub mod feed;
pub mod job;
pub mod journal;
pub mod merge;
pub mod observe;
pub mod outputs;
pub mod pipeline;
pub mod render;
pub mod shard;
pub mod sink;
pub mod stream;
pub mod tally;

pub use error::Error;
pub use job::{Before, End, Job, run};
pub use observe::{Observer, Quiet, Snapshot};
pub use outputs::Outputs;
pub use shard::Shard;
pub use stream::stream;
pub use tally::Tally;
