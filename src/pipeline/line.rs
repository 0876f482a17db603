//! A running pipeline: its stages, each of which runs unless nothing has changed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde_json::{Value, json};

use super::error::{PipelineError, failed};
use super::format::{Pipeline, SourceSpec};
use super::state::{RerunReason, StageRecord, StageRecords, Task};
use crate::classify::{self, Job, Outcome, RatingCache, RatingWorkers};
use crate::expression::Condition;
use crate::input::ReadOptions;
use crate::io::{FoundInputs, IfExists, OutputConflict, Source, counted, digest, exists, find};
use crate::job::inputs::digested;
use crate::job::{self, Observer, Outputs, Shard, StartMode, skip_own_outputs};
use crate::table::{Asked, Input, Metadata};
use gradus_csp::Instance;
use gradus_engine::rating::{self, Request};

/// How to run a pipeline or a suite.
#[derive(Clone, Copy)]
pub(crate) struct RunOptions<'a> {
    /// The directory for intermediate files; of a suite, with a subdirectory per pipeline.
    pub folder: &'a Path,
    pub threads: usize,
    /// True to rerun all stages.
    pub force: bool,
    /// Set to stop after the puzzles in progress.
    pub stop: &'a AtomicBool,
}

impl RunOptions<'_> {
    /// How to treat existing files that the pipeline did not write.
    pub(super) fn if_exists(&self) -> IfExists {
        if self.force {
            IfExists::Replace
        } else {
            IfExists::Fail
        }
    }
}

/// Receives the messages of a pipeline.
pub(crate) trait Audience {
    fn say(&mut self, message: &str);

    /// An observer for a long job.
    fn observer(&mut self) -> Box<dyn Observer + '_>;
}

/// The directory of a source, and the suffix of its stages' names.
pub(super) struct StagePaths {
    pub(super) folder: PathBuf,
    pub(super) suffix: String,
}

impl StagePaths {
    /// The paths of the source with this number; the first has the working directory itself.
    pub(super) fn new(folder: &Path, number: usize) -> StagePaths {
        let (folder, suffix) = match number {
            0 => (folder.to_path_buf(), String::new()),
            _ => {
                let folder = folder.join(format!("also-{number}"));
                (folder, format!(" (also {number})"))
            }
        };
        StagePaths { folder, suffix }
    }
}

/// Puzzles to be rated: where they are, and how they are read.
pub(super) struct StagePuzzles {
    pub(super) arguments: Vec<OsString>,
    pub(super) reading: ReadOptions,
    /// The number of lines that earlier steps rejected.
    pub(super) rejected: u64,
}

pub(super) struct StageOutput {
    pub(super) outputs: Vec<PathBuf>,
    /// The inputs with their digests.
    pub(super) inputs: Vec<Input>,
    pub(super) rejected: u64,
    pub(super) text: String,
}

pub(super) struct ClassifyTask<'a> {
    pub(super) name: String,
    pub(super) reading: ReadOptions,
    pub(super) request: &'a Request,
    /// The condition on the rows to write.
    pub(super) condition: Option<Condition>,
    /// The number of puzzles to read at most.
    pub(super) limit: Option<u64>,
}

/// A stage at work.
pub(super) struct StageAtWork<'a> {
    pub(super) audience: &'a mut dyn Audience,
    records: &'a mut StageRecords,
    name: &'a str,
    task: &'a Task,
    has_sources: bool,
    started: Instant,
}

impl StageAtWork<'_> {
    /// Records a file that is about to be moved into place: if the pipeline is killed then, the
    /// next run knows it.
    pub(super) fn announce(
        &mut self,
        output: &Path,
        digest: String,
        inputs: &[Input],
        rejected: u64,
    ) -> io::Result<()> {
        let mut task = self.task.clone();
        if self.has_sources {
            task.insert(INPUTS.to_string(), json!(inputs));
        }
        let coming = StageRecord {
            task,
            outputs: [(output.to_path_buf(), digest)].into(),
            seconds: self.started.elapsed().as_secs_f64(),
            rejected,
            next: None,
        };
        self.records.announce(self.name, coming)
    }
}

pub(super) struct StageRunner<'a> {
    pub(super) pipeline: &'a Pipeline,
    pub(super) run: RunOptions<'a>,
    pub(super) records: StageRecords,
    pub(super) audience: &'a mut dyn Audience,
}

impl StageRunner<'_> {
    /// Does a stage unless it is done. Returns `None` if interrupted. The digests of the
    /// sources are computed beforehand only if an earlier run has left a record.
    pub(super) fn stage(
        &mut self,
        name: &str,
        mut task: Task,
        sources: &[Source],
        work: impl FnOnce(&mut StageAtWork) -> Result<Option<StageOutput>, PipelineError>,
    ) -> Result<Option<StageRecord>, PipelineError> {
        if self.records.knows(name) && !sources.is_empty() {
            task.insert(INPUTS.to_string(), json!(digested(sources)?));
        }
        match self.records.done(name, &task) {
            Ok(done) if !self.run.force => {
                let skipped = format!("{name}: skipped, nothing has changed");
                self.audience.say(&skipped);
                return Ok(Some(done.clone()));
            }
            Err(RerunReason::Changed(what)) => {
                let what = what.join(", ");
                self.audience.say(&format!("{name}: rerun, {what} changed"));
            }
            Err(RerunReason::Output(path)) => {
                if path.starts_with(self.run.folder) {
                    self.check_replaceable(std::slice::from_ref(&path))?;
                }
                let rerun = format!("{name}: rerun, {} was modified", path.display());
                self.audience.say(&rerun);
            }
            Ok(_) | Err(RerunReason::New) => {}
        }
        let started = Instant::now();
        let mut at_work = StageAtWork {
            audience: &mut *self.audience,
            records: &mut self.records,
            name,
            task: &task,
            has_sources: !sources.is_empty(),
            started,
        };
        let Some(made) = work(&mut at_work)? else {
            return Ok(None);
        };
        let seconds = started.elapsed().as_secs_f64();
        if !sources.is_empty() {
            task.insert(INPUTS.to_string(), json!(made.inputs));
        }
        let done = StageRecord {
            task,
            outputs: digests(made.outputs)?,
            seconds,
            rejected: made.rejected,
            next: None,
        };
        let recorded = self.records.add(name, done.clone());
        recorded.map_err(failed(self.run.folder))?;
        self.audience
            .say(&format!("{name}: {}, in {seconds:.1} s", made.text));
        Ok(Some(done))
    }

    /// Fails if files are not as the pipeline left them.
    pub(super) fn check_replaceable(&self, paths: &[PathBuf]) -> Result<(), OutputConflict> {
        let is_ours = |path: &PathBuf| !exists(path) || self.records.has(path);
        match paths.iter().find(|path| !is_ours(path)) {
            Some(path) if !self.run.force => Err(OutputConflict::NotOurs(path.clone())),
            _ => Ok(()),
        }
    }

    pub(super) fn found(
        &self,
        puzzles: &StagePuzzles,
        source: &SourceSpec,
        is_output: impl Fn(&Path) -> bool,
    ) -> Result<FoundInputs, PipelineError> {
        let found = find(&puzzles.arguments, is_output).and_then(skip_own_outputs);
        found.map_err(|reason| PipelineError::Source {
            reason,
            needs: source.needs.clone(),
        })
    }

    /// Rates puzzles. Returns `None` if interrupted.
    pub(super) fn classify(
        &mut self,
        found: FoundInputs,
        task: ClassifyTask,
        outputs: &Outputs,
    ) -> Result<Option<StageRecord>, PipelineError> {
        let request = task.request;
        let job = Job {
            found,
            reading: task.reading,
            request: request.clone(),
            infinite: Default::default(),
            condition: task.condition,
            shard: Shard::WHOLE,
            limit: task.limit,
            strict: false,
            threads: self.run.threads,
        };
        let (stop, force) = (self.run.stop, self.run.force);
        let replaceable = self.check_replaceable(&outputs.finals());
        let (asked, sources) = (job.asked(), &job.found.sources);
        self.stage(&task.name, task_of(&asked), sources, |stage| {
            let mut observer = stage.audience.observer();
            let memory = RatingCache::default();
            let work = |puzzle: &dyn Instance| rating::classify_with(puzzle, request, &memory);
            let outcome = resume_or_start(force, replaceable, |mode| {
                let workers = RatingWorkers::Threads(&work);
                classify::run(&job, outputs, mode, workers, stop, &mut *observer)
            })?;
            if let Outcome::Interrupted { .. } = outcome {
                return Ok(None);
            }
            let metadata = Metadata::open(&outputs.table, outputs.format);
            let metadata = metadata.map_err(failed(&outputs.table))?;
            let finals = outputs.finals().into_iter();
            let mut text = format!(
                "{} rated, {} rejected",
                counted(metadata.rated.unwrap_or(metadata.rows), "puzzle"),
                counted(metadata.rejected, "line"),
            );
            if let Some(condition) = &metadata.asked.condition {
                let rows = counted(metadata.rows, "row");
                text += &format!(", {rows} written where {condition}");
            }
            Ok(Some(StageOutput {
                outputs: finals.filter(|path| path.exists()).collect(),
                inputs: metadata.asked.inputs,
                rejected: metadata.rejected,
                text,
            }))
        })
    }
}

pub(super) fn digests(paths: Vec<PathBuf>) -> Result<BTreeMap<PathBuf, String>, PipelineError> {
    let digest = |path: PathBuf| match digest(&path) {
        Ok(digest) => Ok((path, digest)),
        Err(error) => Err(failed(&path)(error)),
    };
    paths.into_iter().map(digest).collect()
}

/// The field of a task with the inputs.
const INPUTS: &str = "inputs";

/// The file name of tables: Parquet, unless the program was built without.
pub(super) const TABLE: &str = if cfg!(feature = "polars") {
    "ratings.parquet"
} else {
    "ratings.csv.zst"
};

pub(super) fn task_of(asked: &Asked) -> Task {
    task(json!(asked))
}

pub(super) fn task(value: Value) -> Task {
    match value {
        Value::Object(task) => task,
        _ => unreachable!("a task has named fields"),
    }
}

/// Resumes a job, or starts it again if it has changed and its outputs may be replaced.
pub(super) fn resume_or_start<T>(
    force: bool,
    replaceable: Result<(), OutputConflict>,
    mut run: impl FnMut(StartMode) -> Result<T, job::Error>,
) -> Result<T, PipelineError> {
    if force {
        return Ok(run(StartMode::Overwrite)?);
    }
    match (run(StartMode::Resume), replaceable) {
        (Err(job::Error::Changed { .. } | job::Error::Exists { .. }), replaceable) => {
            replaceable?;
            Ok(run(StartMode::Overwrite)?)
        }
        // An output that cannot be read was not written by gradus.
        (Err(job::Error::Read { path, .. }), Err(OutputConflict::NotOurs(other)))
            if path == other =>
        {
            Err(OutputConflict::NotOurs(path).into())
        }
        (other, _) => Ok(other?),
    }
}
