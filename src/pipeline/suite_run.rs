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

/// A suite to be run.
pub struct SuiteRun<'a> {
    /// What to do.
    pub suite: &'a Suite,
    /// The folder for what is made on the way, with a folder for each pipeline.
    pub folder: &'a Path,
    /// Workers.
    pub threads: usize,
    /// Whether to do again what was done.
    pub force: bool,
    /// Set when the suite is asked to stop.
    pub stop: &'a AtomicBool,
}

/// Runs the pipelines of a suite and writes its page. A pipeline whose puzzles are not
/// there is left out.
pub fn run(run: &SuiteRun, audience: &mut dyn Audience) -> Result<Outcome, PipelineError> {
    let here = Path::new("");
    // All are read before the first is run: a slip in the last one shows at once.
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
