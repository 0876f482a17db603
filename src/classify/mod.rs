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

mod addition;
mod exchange;
mod job;
mod journal;
#[cfg(feature = "polars")]
mod memory;
mod merge;
mod rating_cache;
mod render;
mod spec;
mod stream;
mod tally;
mod work;

pub(crate) use addition::Skip;
pub use exchange::{DEADLY, Exchange, NextTask, Task, WrongAnswers};
pub use job::run;
#[cfg(feature = "polars")]
pub use memory::{Arriving, InMemory, classify_in_memory};
pub use merge::merge;
pub use rating_cache::RatingCache;
pub use spec::{Job, Outcome};
pub(crate) use stream::stream;
pub use tally::Tally;
pub use work::{RatedRow, RatingWorkers, Work};
