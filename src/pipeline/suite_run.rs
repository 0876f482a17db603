//! Runs the pipelines of a suite and writes its page.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::{PipelineError, failed};
use super::line::{Audience, Run};
use super::page::{self, is_ours};
use super::stages::{self, Outcome};
use super::suite::Suite;
use crate::io::atomic;
use crate::io::overwrite::{IfExists, OutputConflict};

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
    let path = PathBuf::from(&run.suite.page.file);
    let text = page::render(run.suite, here)?;
    let there = fs::read_to_string(&path).ok();
    if there.as_ref() == Some(&text) {
        audience.say(&format!("{} is up to date", path.display()));
        return Ok(Outcome::Done { rejected });
    }
    if path.exists() && !run.force && !there.is_some_and(|there| is_ours(&there)) {
        return Err(OutputConflict::NotOurs(path).into());
    }
    atomic::write(&path, text, IfExists::Replace).map_err(failed(&path))?;
    audience.say(&format!("wrote {}", path.display()));
    Ok(Outcome::Done { rejected })
}
