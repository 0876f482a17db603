//! Jobs that generate puzzles: workers make the units of [`gradus_generate`], which are written
//! in order up to the requested number of puzzles. An interrupted job can be resumed, with the
//! saved random state for suexg, whose puzzles depend on all earlier ones.

mod filter;
mod grids;
mod job;
mod output;

pub use filter::Filter;
pub use grids::Grids;
pub(crate) use job::run;
pub use job::{Job, Outcome, stream};
pub use output::Footer;
