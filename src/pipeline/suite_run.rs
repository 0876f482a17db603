//! Runs the pipelines of a suite and writes its page.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::PipelineError;
use super::excerpt::Excerpts;
use super::line::{Audience, Run};
use super::page;
use super::stages::{self, Outcome};
use super::suite::Suite;

/// A run of a suite.
pub struct SuiteRun<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// The directory for intermediate files, with a subdirectory for each pipeline.
    pub folder: &'a Path,
    /// Number of threads.
    pub threads: usize,
    /// True to rerun all stages.
    pub force: bool,
    /// Set to stop the suite.
    pub stop: &'a AtomicBool,
}

/// Runs the pipelines of a suite and writes its page. Pipelines without their puzzles are
/// skipped.
pub fn run(run: &SuiteRun, audience: &mut dyn Audience) -> Result<Outcome, PipelineError> {
    let here = Path::new("");
    // All are read before the first runs, so that an error in the last one shows at once.
    let parts = run.suite.parts.iter();
    let parts = parts.map(|part| Suite::pipelines(here, part));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let mut rejected = 0;
    for (name, pipeline) in parts.iter().flatten() {
        audience.say(&format!("{name}:"));
        let stem = Path::new(name).file_stem().unwrap_or_default();
        let one = Run {
            pipeline,
            folder: &run.folder.join(stem),
            threads: run.threads,
            force: run.force,
            stop: run.stop,
        };
        match stages::run(&one, audience) {
            Ok(Outcome::Done { rejected: lines }) => rejected += lines,
            Ok(Outcome::Interrupted) => return Ok(Outcome::Interrupted),
            Err(PipelineError::Source {
                reason,
                needs: Some(_),
            }) => audience.say(&format!("skipped, puzzles missing: {reason}")),
            Err(error) => return Err(error),
        }
    }
    let excerpts = Excerpts {
        suite: run.suite,
        root: here,
        force: run.force,
    };
    excerpts.write(&excerpts.collect()?)?;
    let path = PathBuf::from(&run.suite.page.file);
    let text = page::render(run.suite, here)?;
    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
        audience.say(&format!("{} is up to date", path.display()));
        return Ok(Outcome::Done { rejected });
    }
    excerpts.replace(&path, &text)?;
    audience.say(&format!("wrote {}", path.display()));
    Ok(Outcome::Done { rejected })
}
