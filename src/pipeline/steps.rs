//! The steps of a pipeline: each turns a file of puzzles into another, which is kept, so that
//! a step reruns only if it or its puzzles have changed.

use std::path::{Path, PathBuf};

use super::error::PipelineError;
use super::format::SourceSpec;
use super::line::{
    ClassifyTask, StageOutput, StagePaths, StagePuzzles, StageRunner, TABLE, task_of,
};
use super::state::StageRecord;
use super::step::PipelineStep;
use crate::canon;
use crate::convert::{self, Which, expanded, isomorphs_of, neighbours_of, solution_of};
use crate::input::ReadOptions;
use crate::io::{IfExists, counted, is_same};
use crate::job::inputs::unread;
use crate::job::line_output::Output;
use crate::job::lines::{Job, Outcome};
use crate::job::{self, Control, Outputs};
use crate::table::{Asked, JobKind, Keep};
use gradus_csp::Instance;
use gradus_engine::rating::Limits;

/// Memory for the keys of classes.
const MEMORY: u64 = 1 << 30;

impl StageRunner<'_> {
    /// Runs the steps of the pipeline. Returns `None` if interrupted.
    pub(super) fn steps(
        &mut self,
        source: &SourceSpec,
        mut puzzles: StagePuzzles,
        place: &StagePaths,
    ) -> Result<Option<StagePuzzles>, PipelineError> {
        for (number, step) in (1..).zip(&self.pipeline.steps) {
            let name = format!("step {number}, {}", step.name());
            let stem = place.folder.join(format!("step-{number}-{}", step.name()));
            let made = match step {
                PipelineStep::Classify { request, condition } => {
                    let path = with_extension(&stem, TABLE.trim_start_matches("ratings."));
                    let outputs = Outputs::new(&path, None)?;
                    let found = self.found(&puzzles, source, |path| outputs.has(path))?;
                    let rating = ClassifyTask {
                        name,
                        reading: puzzles.reading.clone(),
                        request,
                        condition: condition.clone(),
                        limit: None,
                    };
                    (self.classify(found, rating, &outputs)?, path)
                }
                step => {
                    let path = with_extension(&stem, "txt.zst");
                    let found = self.found(&puzzles, source, |other| is_same(other, &path))?;
                    let job = Job {
                        found,
                        reading: ReadOptions {
                            keep: Keep::None,
                            ..puzzles.reading.clone()
                        },
                        limit: None,
                        strict: false,
                        threads: self.run.threads,
                    };
                    (self.convert(name, job, step, &path)?, path)
                }
            };
            let (Some(done), path) = made else {
                return Ok(None);
            };
            puzzles = StagePuzzles {
                arguments: vec![path.into_os_string()],
                reading: ReadOptions {
                    keep: Keep::None,
                    ..ReadOptions::default()
                },
                rejected: puzzles.rejected + done.rejected,
            };
        }
        Ok(Some(puzzles))
    }

    /// Turns puzzles into others. Returns `None` if interrupted.
    fn convert(
        &mut self,
        name: String,
        job: Job,
        step: &PipelineStep,
        path: &Path,
    ) -> Result<Option<StageRecord>, PipelineError> {
        let asked = Asked {
            column: job.reading.column.clone(),
            keep: job.reading.keep.clone(),
            kind: job.reading.kind.clone(),
            inputs: unread(&job.found.sources),
            unreadable: job.found.unreadable.clone(),
            ..Asked::from(JobKind::Convert {
                step: step.name().to_string(),
                options: step.options(),
            })
        };
        let replaceable = self.check_replaceable(&[path.to_path_buf()]);
        let (stop, folder) = (self.run.stop, self.run.folder);
        let sources = job.found.sources.clone();
        self.stage(&name, task_of(&asked), &sources, |stage| {
            replaceable?;
            let mut observer = stage.audience.observer();
            let mut output = Output::file(path, IfExists::Replace, &[&job.found])?;
            let mut more = Vec::new();
            let mut control = Control {
                stop,
                observer: &mut *observer,
            };
            let end = turned(job, step, &mut output, &mut more, &mut control)?;
            let Outcome::Done(counts, inputs) = end else {
                return Ok(None);
            };
            let written = output.written;
            drop(observer);
            output.finish_after(|digest| {
                let announced = stage.announce(path, digest, &inputs, counts.rejected);
                announced.map_err(job::Error::writing(folder))
            })?;
            if let PipelineStep::Minimals(Which::All { limit }) = step
                && let Some(first) = more.first()
            {
                stage.audience.say(&format!(
                    "{name}: {} more minimals than the limit of {limit}: {first} first",
                    match more.len() {
                        1 => "1 puzzle has".to_string(),
                        count => format!("{count} puzzles have"),
                    }
                ));
            }
            Ok(Some(StageOutput {
                outputs: vec![path.to_path_buf()],
                inputs,
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

/// Runs the job of a step. `more` receives the puzzles with more minimals than the limit.
fn turned(
    job: Job,
    step: &PipelineStep,
    output: &mut Output,
    more: &mut Vec<String>,
    control: &mut Control,
) -> Result<Outcome, job::Error> {
    let nodes = Limits::default().budget;
    let work = |row, puzzle: &dyn Instance| match step {
        PipelineStep::Expand(by) => expanded(puzzle, *by, nodes),
        PipelineStep::Neighbours(vicinity) => neighbours_of(puzzle, vicinity),
        PipelineStep::Isomorph { seed, count } => isomorphs_of(puzzle, row, *seed, *count),
        PipelineStep::Solve
        | PipelineStep::Classify { .. }
        | PipelineStep::Minimals(_)
        | PipelineStep::Canon { .. } => solution_of(puzzle, nodes),
    };
    match step {
        PipelineStep::Minimals(which) => convert::all_minimals(&job, *which, output, more, control),
        PipelineStep::Canon { form, unique } => {
            let job = canon::Job {
                puzzles: job,
                against: None,
                form: *form,
                automorphisms: false,
                unique: *unique,
                classes: false,
                memory: MEMORY,
            };
            canon::run(&job, output, control)
        }
        _ => convert::run(&job, work, output, control),
    }
}

fn with_extension(stem: &Path, extension: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}
