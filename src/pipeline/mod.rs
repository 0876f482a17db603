//! Pipelines: studies declared in a file, from puzzles or a generator to a report. Stages that
//! are done are skipped, so that a pipeline can be stopped at any time and run again. A suite
//! runs several pipelines and writes a page about them.

mod classification;
mod error;
mod excerpt;
mod format;
mod line;
mod page;
mod stages;
mod state;
mod step;
mod steps;
mod suite;
mod suite_run;

pub use error::{FormatError, PipelineError};
pub use format::Pipeline;
pub(crate) use line::{Audience, RunOptions};
pub use page::render;
pub(crate) use stages::{PipelineEnd, run};
pub use suite::Suite;
pub(crate) use suite_run::run as run_suite;
