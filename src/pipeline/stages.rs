//! The stages of a pipeline, one after the other: puzzles are found, generated or
//! taken from the books; they are classified; a report is written. Each stage says
//! what it did, or that there was nothing to do.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde_json::{Value, json};
use thiserror::Error;

use super::format::{FormatError, Generate, Origin, Pipeline, Source};
use super::state::{Done, State, Task, Why};
use super::steps::Puzzles;
use crate::classify::description::input;
use crate::classify::{self, Job, Outputs, RatingCache};
use crate::expression::Condition;
use crate::generate::{self, Grids};
use crate::input::Reading;
use crate::io::Found;
use crate::io::atomic;
use crate::io::digest::{digest, digest_of};
use crate::io::find::FindError;
use crate::io::lock::Lock;
use crate::io::number::counted;
use crate::io::overwrite::{Existing, InTheWay, is_there};
use crate::job::{self, Before, Observer, Shard};
use crate::report::{self, ComposeError, ReportError, ReportOrder};
use crate::stats::Tables;
use crate::stats::inputs::InputError;
use crate::table::{Metadata, UnknownFormat};
use gradus_csp::Instance;
use gradus_engine::rating::{self, Request};
use gradus_puzzles::book;

/// A pipeline to be run.
pub struct Run<'a> {
    /// What to do.
    pub pipeline: &'a Pipeline,
    /// The folder for what is made on the way.
    pub folder: &'a Path,
    /// Workers.
    pub threads: usize,
    /// Whether to do again what was done.
    pub force: bool,
    /// Set when the pipeline is asked to stop.
    pub stop: &'a AtomicBool,
}

impl Run<'_> {
    /// What becomes of files that the pipeline did not leave where its own should go.
    fn existing(&self) -> Existing {
        match self.force {
            true => Existing::Replace,
            false => Existing::Keep,
        }
    }
}

/// How a pipeline ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// The report is there.
    Done {
        /// Lines of the sources that were rejected.
        rejected: u64,
    },
    /// It was asked to stop, and can be run again.
    Interrupted,
}

/// Those who want to know what is done.
pub trait Audience {
    /// Something was done.
    fn say(&mut self, message: &str);

    /// Someone who wants to know how far a long job is.
    fn observer(&mut self) -> Box<dyn Observer + '_>;
}

/// Why a pipeline was not run to its end.
#[derive(Debug, Error)]
pub enum PipelineError {
    /// There are no puzzles.
    #[error("{}{}", with_causes(.reason), .needs.as_deref().map_or(String::new(), |needs| format!("\nThis pipeline needs {needs}")))]
    Source {
        /// What is not there.
        reason: FindError,
        /// What the pipeline says that it needs.
        needs: Option<String>,
    },
    /// Puzzles could not be generated or classified.
    #[error(transparent)]
    Job(#[from] job::Error),
    /// Ratings tables could not be read.
    #[error(transparent)]
    Tables(#[from] InputError),
    /// The report could not be composed.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// The report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// Something that the pipeline did not leave there would be replaced.
    #[error(transparent)]
    InTheWay(#[from] InTheWay),
    /// The table cannot have its name.
    #[error(transparent)]
    Format(#[from] UnknownFormat),
    /// A pipeline of a suite is none.
    #[error("{}: {reason}", .path.display())]
    Member {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        reason: FormatError,
    },
    /// A file of the working folder could not be read or written.
    #[error("cannot use {}: {reason}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
}

/// An error and what caused it, in a line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

pub(super) fn failed(path: &Path) -> impl FnOnce(io::Error) -> PipelineError {
    let path = path.to_path_buf();
    move |reason| PipelineError::File { path, reason }
}

/// Runs a pipeline: does what is not done yet, and reports each stage.
pub fn run(run: &Run, audience: &mut dyn Audience) -> Result<End, PipelineError> {
    fs::create_dir_all(run.folder).map_err(failed(run.folder))?;
    let _lock = Lock::take(run.folder).map_err(job::Error::from)?;
    let mut line = Line {
        run,
        state: State::open(run.folder, run.existing())?,
        audience,
    };
    let mut tables = Vec::new();
    let sources = std::iter::once(&run.pipeline.source).chain(&run.pipeline.also);
    for (number, source) in sources.enumerate() {
        let place = Place::new(run.folder, number);
        let Some(table) = line.table(source, &place)? else {
            return Ok(End::Interrupted);
        };
        tables.push(table);
    }
    line.report(&tables)?;
    let rejected = tables.iter().map(|table| table.rejected).sum();
    Ok(End::Done { rejected })
}

/// Where the files of a source are, and what its stages are called.
pub(super) struct Place {
    pub(super) folder: PathBuf,
    suffix: String,
}

impl Place {
    /// The place of the source of this number; the first has the folder itself.
    fn new(folder: &Path, number: usize) -> Place {
        match number {
            0 => Place {
                folder: folder.to_path_buf(),
                suffix: String::new(),
            },
            number => Place {
                folder: folder.join(format!("also-{number}")),
                suffix: format!(" (also {number})"),
            },
        }
    }
}

/// Ratings tables of a source, made here or found.
struct Table {
    paths: Vec<PathBuf>,
    /// What they are, with digests.
    files: BTreeMap<PathBuf, String>,
    /// Lines that were rejected, in steps before it too.
    rejected: u64,
    /// What its making took, for the provenance of the report.
    notes: Vec<(String, String)>,
}

/// What a stage has made.
pub(super) struct Made {
    pub(super) outputs: Vec<PathBuf>,
    pub(super) rejected: u64,
    /// What to report about it.
    pub(super) text: String,
}

/// What is to be computed of puzzles.
pub(super) struct Rating<'a> {
    /// What the stage is called.
    pub(super) name: String,
    /// How tables are read.
    pub(super) reading: Reading,
    /// What is computed of each puzzle.
    pub(super) request: &'a Request,
    /// What must hold for a row to be written.
    pub(super) condition: Option<Condition>,
    /// Puzzles read at most.
    pub(super) limit: Option<u64>,
}

/// A pipeline on its way.
pub(super) struct Line<'a> {
    pub(super) run: &'a Run<'a>,
    state: State,
    audience: &'a mut dyn Audience,
}

impl Line<'_> {
    /// Does a stage, unless it is done; none if it was interrupted.
    pub(super) fn stage(
        &mut self,
        name: &str,
        task: Task,
        work: impl FnOnce(&mut dyn Audience) -> Result<Option<Made>, PipelineError>,
    ) -> Result<Option<Done>, PipelineError> {
        match self.state.done(name, &task) {
            Ok(done) if !self.run.force => {
                self.audience
                    .say(&format!("{name}: skipped, nothing has changed"));
                return Ok(Some(done.clone()));
            }
            Err(Why::Changed(what)) => {
                let what = what.join(", ");
                self.audience.say(&format!("{name}: rerun, {what} changed"));
            }
            Err(Why::Output(path)) => {
                if path.starts_with(self.run.folder) {
                    self.may_replace(std::slice::from_ref(&path))?;
                }
                let path = path.display();
                self.audience
                    .say(&format!("{name}: rerun, {path} was modified"));
            }
            Ok(_) | Err(Why::New) => {}
        }
        let started = Instant::now();
        let Some(made) = work(self.audience)? else {
            return Ok(None);
        };
        let seconds = started.elapsed().as_secs_f64();
        let digest = |path: PathBuf| match digest(&path) {
            Ok(digest) => Ok((path, digest)),
            Err(error) => Err(failed(&path)(error)),
        };
        let outputs = made.outputs.into_iter().map(digest);
        let done = Done {
            task,
            outputs: outputs.collect::<Result<_, _>>()?,
            seconds,
            rejected: made.rejected,
        };
        let remembered = self.state.remember(name, done.clone());
        remembered.map_err(failed(self.run.folder))?;
        self.audience
            .say(&format!("{name}: {}, in {seconds:.1} s", made.text));
        Ok(Some(done))
    }

    /// Refuses to replace files that are not as the pipeline left them.
    pub(super) fn may_replace(&self, paths: &[PathBuf]) -> Result<(), InTheWay> {
        let is_ours = |path: &PathBuf| !is_there(path) || self.state.has(path);
        match paths.iter().find(|path| !is_ours(path)) {
            Some(path) if !self.run.force => Err(InTheWay::NotOurs(path.clone())),
            _ => Ok(()),
        }
    }

    /// The ratings of the puzzles of a source; none if interrupted.
    fn table(&mut self, source: &Source, place: &Place) -> Result<Option<Table>, PipelineError> {
        if source.rated {
            return self.rated(source).map(Some);
        }
        fs::create_dir_all(&place.folder).map_err(failed(&place.folder))?;
        let mut notes = Vec::new();
        let arguments = match &source.origin {
            Origin::Files(files) => files.iter().map(OsString::from).collect(),
            Origin::Book(start) => vec![self.book(start, place)?.into_os_string()],
            Origin::Generate(generate) => {
                let Some((path, seconds)) = self.generate(generate, place)? else {
                    return Ok(None);
                };
                notes.push(("Time to generate".to_string(), format!("{seconds:.1} s")));
                vec![path.into_os_string()]
            }
        };
        let mut puzzles = Puzzles {
            arguments,
            reading: source.reading.clone(),
            rejected: 0,
        };
        if place.suffix.is_empty() {
            match self.steps(source, puzzles, place)? {
                Some(turned) => puzzles = turned,
                None => return Ok(None),
            }
        }
        let path = place.folder.join(TABLE);
        let outputs = Outputs::new(&path, None)?;
        let found = self.found(&puzzles, source, |path| outputs.has(path))?;
        let pipeline = self.run.pipeline;
        let rating = Rating {
            name: format!("classify{}", place.suffix),
            reading: puzzles.reading,
            request: &pipeline.request,
            condition: pipeline.condition.clone(),
            limit: pipeline.limit,
        };
        let Some(done) = self.classify(found, rating, &outputs)? else {
            return Ok(None);
        };
        notes.push((
            "Time to classify".to_string(),
            format!("{:.1} s", done.seconds),
        ));
        Ok(Some(Table {
            paths: vec![path],
            rejected: puzzles.rejected + done.rejected,
            files: done.outputs,
            notes,
        }))
    }

    /// The ratings tables that a source names, taken as they are.
    fn rated(&mut self, source: &Source) -> Result<Table, PipelineError> {
        let files = match &source.origin {
            Origin::Files(files) => files.iter().map(OsString::from).collect(),
            Origin::Book(_) | Origin::Generate(_) => Vec::new(),
        };
        let tables = Tables::find(&files).map_err(|error| match error {
            InputError::Find(reason) => PipelineError::Source {
                reason,
                needs: source.needs.clone(),
            },
            other => other.into(),
        })?;
        tables
            .notes()
            .iter()
            .for_each(|note| self.audience.say(note));
        let paths: Vec<PathBuf> = tables.paths().map(Path::to_path_buf).collect();
        let digest = |path: &PathBuf| match digest(path) {
            Ok(digest) => Ok((path.clone(), digest)),
            Err(error) => Err(failed(path)(error)),
        };
        let files = paths.iter().map(digest).collect::<Result<_, _>>()?;
        let count = counted(paths.len() as u64, "table");
        self.audience.say(&format!("source: {count} of ratings"));
        Ok(Table {
            paths,
            files,
            rejected: 0,
            notes: Vec::new(),
        })
    }

    /// The puzzles of the books whose names begin so, as a file.
    fn book(&mut self, start: &str, place: &Place) -> Result<PathBuf, PipelineError> {
        let path = place.folder.join("puzzles.txt");
        let puzzles = book::puzzles();
        let chosen = puzzles.iter().filter(|puzzle| puzzle.id.starts_with(start));
        let lines: Vec<String> = chosen
            .map(|puzzle| format!("{} {}\n", puzzle.puzzle, puzzle.id))
            .collect();
        let (name, text) = (format!("book{}", place.suffix), lines.concat());
        if !fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            self.may_replace(std::slice::from_ref(&path))?;
            let digest = digest_of(text.as_bytes());
            atomic::write(&path, text, Existing::Replace).map_err(failed(&path))?;
            let done = Done {
                task: task(json!({ "book": start })),
                outputs: [(path.clone(), digest)].into(),
                seconds: 0.0,
                rejected: 0,
            };
            let remembered = self.state.remember(&name, done);
            remembered.map_err(failed(self.run.folder))?;
        }
        let count = lines.len() as u64;
        self.audience.say(&format!(
            "{name}: {} whose names begin with {start}",
            counted(count, "puzzle")
        ));
        Ok(path)
    }

    /// Generated puzzles, and how long they took; none if interrupted.
    fn generate(
        &mut self,
        generate: &Generate,
        place: &Place,
    ) -> Result<Option<(PathBuf, f64)>, PipelineError> {
        let path = place.folder.join("puzzles.txt.zst");
        let Generate { kind, count, seed } = *generate;
        let task = task(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "kind": kind.name(),
            "count": count,
            "seed": seed,
        }));
        let job = generate::Job {
            grids: Grids::Own(kind),
            seed,
            count: Some(count),
            threads: self.run.threads,
        };
        let (stop, force) = (self.run.stop, self.run.force);
        let may_replace = self.may_replace(std::slice::from_ref(&path));
        let done = self.stage(&format!("generate{}", place.suffix), task, |audience| {
            let mut observer = audience.observer();
            let end = go_on(force, may_replace, |before| {
                generate::run(&job, &path, before, stop, &mut *observer)
            })?;
            Ok(match end {
                generate::End::Interrupted { .. } => None,
                _ => Some(Made {
                    outputs: vec![path.clone()],
                    rejected: 0,
                    text: counted(count, &format!("{kind} puzzle")),
                }),
            })
        })?;
        Ok(done.map(|done| (path, done.seconds)))
    }

    /// Rates puzzles; none if interrupted.
    pub(super) fn classify(
        &mut self,
        found: Found,
        rating: Rating,
        outputs: &Outputs,
    ) -> Result<Option<Done>, PipelineError> {
        let request = rating.request;
        let inputs = found.sources.iter().map(input);
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let unreadable = json!(found.unreadable);
        let job = Job {
            found,
            reading: rating.reading,
            request: request.clone(),
            condition: rating.condition,
            shard: Shard::WHOLE,
            limit: rating.limit,
            strict: false,
            threads: self.run.threads,
        };
        let mut task = task(json!(job.options()));
        task.insert("version".to_string(), env!("CARGO_PKG_VERSION").into());
        task.insert("max_depth".to_string(), job.request.limits.max_depth.into());
        task.insert("kind".to_string(), json!(job.reading.kind));
        task.insert("inputs".to_string(), json!(inputs));
        task.insert("unreadable".to_string(), unreadable);
        let (stop, force) = (self.run.stop, self.run.force);
        let may_replace = self.may_replace(&outputs.finals());
        self.stage(&rating.name, task, |audience| {
            let mut observer = audience.observer();
            let memory = RatingCache::default();
            let work = |puzzle: &dyn Instance| rating::classify_with(puzzle, request, &memory);
            let end = go_on(force, may_replace, |before| {
                classify::run(&job, outputs, before, work, stop, &mut *observer)
            })?;
            if let classify::End::Interrupted { .. } = end {
                return Ok(None);
            }
            let metadata = Metadata::of(&outputs.table, outputs.format);
            let metadata = metadata.map_err(failed(&outputs.table))?;
            let rejects = outputs.rejects.exists().then(|| outputs.rejects.clone());
            Ok(Some(Made {
                outputs: [outputs.table.clone()].into_iter().chain(rejects).collect(),
                rejected: metadata.rejected,
                text: format!(
                    "{} rated, {} rejected{}",
                    counted(metadata.rated.unwrap_or(metadata.rows), "puzzle"),
                    counted(metadata.rejected, "line"),
                    match &metadata.options.condition {
                        Some(condition) => {
                            let rows = counted(metadata.rows, "row");
                            format!(", {rows} written where {condition}")
                        }
                        None => String::new(),
                    }
                ),
            }))
        })
    }

    /// Writes the report: on the first table, with published tables filled from all.
    fn report(&mut self, tables: &[Table]) -> Result<(), PipelineError> {
        let pipeline = self.run.pipeline;
        let (stats, report) = (&pipeline.stats, &pipeline.report);
        let tables_asked = stats.tables.iter();
        let published: Task = tables_asked
            .map(|table| (table.id.clone(), table.digest.clone().into()))
            .collect();
        let inputs: Vec<_> = tables.iter().map(|table| &table.files).collect();
        let task = task(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "name": pipeline.name,
            "unbiased": stats.unbiased,
            "generator": stats.generator,
            "grids": stats.grids,
            "where": stats.condition.as_ref().map(ToString::to_string),
            "tables": published,
            "dir": report.dir,
            "extremes": report.extremes,
            "top": report.top,
            "paths": report.paths,
            "clock": report.clock,
            "ratings": inputs,
        }));
        let (first, also) = (&tables[0].paths, &tables[1..]);
        let also = also.iter().flat_map(|table| table.paths.clone()).collect();
        let read: Vec<PathBuf> = tables.iter().flat_map(|it| it.paths.clone()).collect();
        let order = ReportOrder {
            title: pipeline.name.clone(),
            unbiased: stats.unbiased,
            grids: stats.grids,
            generator: stats.generator,
            tables: stats.tables.clone(),
            also,
            respects: report.extremes,
            top: report.top,
            paths: report.paths,
            timeless: !report.clock,
            notes: match report.clock {
                true => tables
                    .iter()
                    .flat_map(|table| table.notes.clone())
                    .collect(),
                false => Vec::new(),
            },
        };
        let folder = Path::new(&report.dir);
        let existing = self.run.existing();
        self.stage("report", task, |_| {
            let mut tables = Tables::open(first).map_err(ComposeError::from)?;
            if let Some(condition) = &stats.condition {
                tables.choose(condition).map_err(ComposeError::from)?;
            }
            let document = report::compose(&tables, &order)?;
            Ok(Some(Made {
                outputs: report::write(folder, &document, &read, existing)?,
                rejected: 0,
                text: format!("wrote {}", folder.join(report::PAGE).display()),
            }))
        })?;
        Ok(())
    }
}

/// Tables are Parquet, unless the program was built without.
pub(super) const TABLE: &str = match cfg!(feature = "polars") {
    true => "ratings.parquet",
    false => "ratings.csv.zst",
};

pub(super) fn task(value: Value) -> Task {
    match value {
        Value::Object(task) => task,
        _ => unreachable!("a task is values under names"),
    }
}

/// Goes on with a job that was begun, or begins anew if it is another and its outputs
/// may be replaced.
fn go_on<T>(
    force: bool,
    may_replace: Result<(), InTheWay>,
    mut run: impl FnMut(Before) -> Result<T, job::Error>,
) -> Result<T, PipelineError> {
    if force {
        return Ok(run(Before::Overwrite)?);
    }
    match (run(Before::Resume), may_replace) {
        (Err(job::Error::Changed { .. } | job::Error::Exists { .. }), may_replace) => {
            may_replace?;
            Ok(run(Before::Overwrite)?)
        }
        // It cannot be read for what it should be: it is something else.
        (Err(job::Error::Read { path, .. }), Err(InTheWay::NotOurs(other))) if path == other => {
            Err(InTheWay::NotOurs(path).into())
        }
        (other, _) => Ok(other?),
    }
}
