//! Pipelines: jobs that are declared in a file, from puzzles or a generator to a
//! report. What is done already is not done again, so that a pipeline can be
//! stopped at any time and run again.

pub(crate) mod format;
pub(crate) mod stages;
mod state;

pub use format::{FormatError, Pipeline};
pub use stages::{Audience, End, PipelineError, Run, run};
