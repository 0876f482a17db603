//! The steps of a pipeline on their way: each turns a file of puzzles into another, which
//! is kept, so that a step is done again only if it or what comes before it has changed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::format::Source;
use super::stages::{Line, Made, PipelineError, Place, Rating, TABLE, task};
use super::step::Step;
use crate::canon;
use crate::classify::description::input;
use crate::classify::{Outputs, skip_ours};
use crate::convert::{self, End, Output, Which};
use crate::input::Reading;
use crate::io::number::counted;
use crate::io::overwrite::is_same;
use crate::io::{Found, find};
use crate::job::{self, Observer};
use crate::table::Keep;

/// Puzzles to be rated: where they are, and how they are read.
pub(super) struct Puzzles {
    pub(super) arguments: Vec<OsString>,
    pub(super) reading: Reading,
    /// Lines that were rejected on the way.
    pub(super) rejected: u64,
}

/// Memory for the keys of classes.
const MEMORY: u64 = 1 << 30;

impl Line<'_> {
    /// Does the steps of the pipeline; none if interrupted.
    pub(super) fn steps(
        &mut self,
        source: &Source,
        mut puzzles: Puzzles,
        place: &Place,
    ) -> Result<Option<Puzzles>, PipelineError> {
        for (number, step) in (1..).zip(&self.run.pipeline.steps) {
            let name = format!("step {number}, {}", step.name());
            let stem = place.folder.join(format!("step-{number}-{}", step.name()));
            let made = match step {
                Step::Classify { request, condition } => {
                    let path = with_extension(&stem, TABLE.trim_start_matches("ratings."));
                    let outputs = Outputs::new(&path, None)?;
                    let found = self.found(&puzzles, source, |path| outputs.has(path))?;
                    let rating = Rating {
                        name,
                        reading: puzzles.reading.clone(),
                        request,
                        condition: condition.clone(),
                        limit: None,
                    };
                    let done = self.classify(found, rating, &outputs)?;
                    done.map(|done| (path, done))
                }
                step => {
                    let path = with_extension(&stem, "txt.zst");
                    let found = self.found(&puzzles, source, |other| is_same(other, &path))?;
                    let job = convert::Job {
                        found,
                        reading: Reading {
                            keep: Keep::None,
                            ..puzzles.reading.clone()
                        },
                        limit: None,
                        strict: false,
                        threads: self.run.threads,
                    };
                    let done = self.convert(name, job, step, &path)?;
                    done.map(|done| (path, done))
                }
            };
            let Some((path, done)) = made else {
                return Ok(None);
            };
            puzzles = Puzzles {
                arguments: vec![path.into_os_string()],
                reading: Reading {
                    column: None,
                    keep: Keep::None,
                    kind: None,
                },
                rejected: puzzles.rejected + done.rejected,
            };
        }
        Ok(Some(puzzles))
    }

    /// The files of puzzles.
    pub(super) fn found(
        &self,
        puzzles: &Puzzles,
        source: &Source,
        is_output: impl Fn(&Path) -> bool,
    ) -> Result<Found, PipelineError> {
        let found = find(&puzzles.arguments, is_output).and_then(skip_ours);
        found.map_err(|reason| PipelineError::Source {
            reason,
            needs: source.needs.clone(),
        })
    }

    /// Turns puzzles into others; none if interrupted.
    fn convert(
        &mut self,
        name: String,
        job: convert::Job,
        step: &Step,
        path: &Path,
    ) -> Result<Option<super::state::Done>, PipelineError> {
        let inputs = job.found.sources.iter().map(input);
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let task = task(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "step": step.name(),
            "options": step.options(),
            "column": job.reading.column,
            "kind": job.reading.kind,
            "inputs": inputs,
            "unreadable": job.found.unreadable,
        }));
        let may_replace = self.may_replace(&[path.to_path_buf()]);
        let stop = self.run.stop;
        self.stage(&name, task, |audience| {
            may_replace?;
            let mut observer = audience.observer();
            let mut output = Output::file(path, true, &[&job.found])?;
            let mut more = Vec::new();
            let end = turned(job, step, &mut output, &mut more, stop, &mut *observer)?;
            let End::Done(counts) = end else {
                return Ok(None);
            };
            let written = output.written();
            output.finish()?;
            drop(observer);
            if let Step::Minimals(Which::All { limit }) = step
                && let Some(first) = more.first()
            {
                audience.say(&format!(
                    "{name}: {} more minimals than the limit of {limit}: {first} first",
                    match more.len() {
                        1 => "1 puzzle has".to_string(),
                        count => format!("{count} puzzles have"),
                    }
                ));
            }
            Ok(Some(Made {
                outputs: vec![path.to_path_buf()],
                rejected: counts.rejected,
                text: format!(
                    "{} read, {} rejected, {} written",
                    counted(counts.puzzles, "puzzle"),
                    counted(counts.rejected, "line"),
                    counted(written, "line"),
                ),
            }))
        })
    }
}

/// Runs the job of a step. `more` gets the puzzles that have more minimals than are kept.
fn turned(
    job: convert::Job,
    step: &Step,
    output: &mut Output,
    more: &mut Vec<String>,
    stop: &std::sync::atomic::AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, job::Error> {
    match step {
        Step::Expand(by) => convert::expansions(&job, *by, output, stop, observer),
        Step::Minimals(which) => convert::all_minimals(&job, *which, output, more, stop, observer),
        Step::Canon { form, unique } => {
            let job = canon::Job {
                puzzles: job,
                against: None,
                form: *form,
                automorphisms: false,
                unique: *unique,
                classes: false,
                memory: MEMORY,
            };
            canon::run(&job, output, stop, observer)
        }
        Step::Neighbours(vicinity) => convert::vicinities(&job, vicinity, output, stop, observer),
        Step::Isomorph { seed, count } => {
            convert::isomorphs(&job, *seed, *count, output, stop, observer)
        }
        Step::Solve | Step::Classify { .. } => convert::solutions(&job, output, stop, observer),
    }
}

fn with_extension(stem: &Path, extension: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}
