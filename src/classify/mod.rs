//! The batch job: rates puzzles from the inputs on all cores, and writes a table in the order
//! of the inputs.
//!
//! The `feed` of the job cuts the inputs into batches, workers rate them (`work`), and the
//! results are appended to the journal. When the inputs are read, the table is rendered from
//! the journal and moved into place. A job that was killed, or stopped by a full disk or a
//! broken input, resumes from its journal; since the table is rendered from results alone,
//! its bytes depend neither on threads nor on interruptions.
//!
//! The work function is a parameter, and so are the workers: threads of this process, or
//! workers of a cluster that receive puzzles through an `exchange`.

pub(crate) mod entry;
mod exchange;
pub(crate) mod filter;
pub(crate) mod job;
mod journal;
#[cfg(feature = "polars")]
pub mod memory;
pub(crate) mod merge;
mod progress;
mod rating_cache;
pub(crate) mod render;
mod spec;
pub(crate) mod stream;
pub(crate) mod tally;
pub(crate) mod work;

pub use exchange::{DEADLY, Exchange, NextTask, Task, WrongAnswers};
pub use job::{run, run_by};
pub use merge::merge;
pub use rating_cache::RatingCache;
pub use spec::{Job, Outcome};
pub use stream::stream;
pub use tally::Tally;
pub use work::{BatchFinisher, LocalThreads, RatedRow, RatingWorkers, Work, rate_one};
