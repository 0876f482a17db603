//! Runs the pipelines of a suite and writes its page.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::PipelineError;
use super::excerpt::Excerpts;
use super::line::{Audience, RunOptions};
use super::page;
use super::stages::{self, PipelineEnd};
use super::suite::Suite;

/// Runs the pipelines of a suite and writes its page. Pipelines without their puzzles are
/// skipped.
pub(crate) fn run(
    suite: &Suite,
    run: RunOptions,
    audience: &mut dyn Audience,
) -> Result<PipelineEnd, PipelineError> {
    let here = Path::new("");
    // All are read before the first runs, so that an error in the last one shows at once.
    let parts = suite.parts.iter();
    let parts = parts.map(|part| Suite::pipelines(here, part));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let mut rejected = 0;
    for (name, pipeline) in parts.iter().flatten() {
        audience.say(&format!("{name}:"));
        let stem = Path::new(name).file_stem().unwrap_or_default();
        let folder = &run.folder.join(stem);
        match stages::run(pipeline, RunOptions { folder, ..run }, audience) {
            Ok(PipelineEnd::Done { rejected: lines }) => rejected += lines,
            Ok(PipelineEnd::Interrupted) => return Ok(PipelineEnd::Interrupted),
            Err(PipelineError::Source {
                reason,
                needs: Some(_),
            }) => audience.say(&format!("skipped, puzzles missing: {reason}")),
            Err(error) => return Err(error),
        }
    }
    let excerpts = Excerpts {
        suite,
        root: here,
        force: run.force,
    };
    excerpts.write(&excerpts.collect()?)?;
    let path = PathBuf::from(&suite.page.file);
    let text = page::render(suite, here)?;
    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
        audience.say(&format!("{} is up to date", path.display()));
        return Ok(PipelineEnd::Done { rejected });
    }
    excerpts.replace(&path, &text)?;
    audience.say(&format!("wrote {}", path.display()));
    Ok(PipelineEnd::Done { rejected })
}
