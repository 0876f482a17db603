//! Pipelines: jobs that are declared in a file, from puzzles or a generator to a
//! report. What is done already is not done again, so that a pipeline can be
//! stopped at any time and run again. A suite runs several, and writes a page about them.

mod excerpt;
pub(crate) mod format;
mod page;
pub(crate) mod stages;
mod state;
mod step;
mod steps;
mod suite;

pub use format::{FormatError, Pipeline};
pub use page::render;
pub use stages::{Audience, End, PipelineError, Run, run};
pub use step::Step;
pub use suite::{Suite, SuiteRun, run as run_suite};
