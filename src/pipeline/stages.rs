//! The stages of a pipeline: puzzles are found, generated or taken from the books, turned
//! into others by steps, rated, and reported. Each stage reports what it did, or that it was
//! skipped.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::error::{PipelineError, failed};
use super::format::{Generate, Pipeline, SourceOrigin, SourceSpec};
use super::line::{
    Audience, ClassifyTask, RunOptions, StageOutput, StagePaths, StagePuzzles, StageRunner, TABLE,
    digests, resume_or_start, task, task_of,
};
use super::state::{StageRecord, StageRecords, Task};
use crate::generate::{self, Grids};
use crate::io::{IfExists, Lock, counted, digest_of, write_file};
use crate::job::{self, Outputs};
use crate::report::{self, ComposeError, ReportOrder};
use crate::stats::InputError;
use crate::stats::TableSet;
use crate::stats::published::PublishedTable;
use gradus_puzzles::book;

/// The end of a pipeline or suite.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PipelineEnd {
    /// The report is written.
    Done { rejected: u64 },
    /// It was stopped and can be run again.
    Interrupted,
}

/// Runs a pipeline: does the stages that are not done, and reports each.
pub(crate) fn run(
    pipeline: &Pipeline,
    run: RunOptions,
    audience: &mut dyn Audience,
) -> Result<PipelineEnd, PipelineError> {
    fs::create_dir_all(run.folder).map_err(failed(run.folder))?;
    let _lock = Lock::take(run.folder).map_err(job::Error::from)?;
    let mut runner = StageRunner {
        pipeline,
        run,
        records: StageRecords::open(run.folder, run.if_exists())?,
        audience,
    };
    let mut tables = Vec::new();
    let sources = std::iter::once(&pipeline.source).chain(&pipeline.also);
    for (number, source) in sources.enumerate() {
        let place = StagePaths::new(run.folder, number);
        let Some(table) = runner.table(source, &place)? else {
            return Ok(PipelineEnd::Interrupted);
        };
        tables.push(table);
    }
    runner.report(&tables)?;
    let rejected = tables.iter().map(|table| table.rejected).sum();
    Ok(PipelineEnd::Done { rejected })
}

/// Ratings tables of a source, made here or found.
struct StageTable {
    paths: Vec<PathBuf>,
    /// The files with their digests.
    files: BTreeMap<PathBuf, String>,
    /// The number of rejected lines, including those of earlier steps.
    rejected: u64,
    /// The times of its stages, for the provenance of the report.
    notes: Vec<(String, String)>,
}

impl StageRunner<'_> {
    /// The ratings of the puzzles of a source. Returns `None` if interrupted.
    fn table(
        &mut self,
        source: &SourceSpec,
        place: &StagePaths,
    ) -> Result<Option<StageTable>, PipelineError> {
        if source.rated {
            return self.rated(source).map(Some);
        }
        fs::create_dir_all(&place.folder).map_err(failed(&place.folder))?;
        let mut notes = Vec::new();
        let arguments = match &source.origin {
            SourceOrigin::Files(files) => files.iter().map(OsString::from).collect(),
            SourceOrigin::Book(start) => vec![self.book(start, place)?.into_os_string()],
            SourceOrigin::Generate(generate) => {
                let Some((path, seconds)) = self.generate(generate, place)? else {
                    return Ok(None);
                };
                notes.push(("Time to generate".to_string(), format!("{seconds:.1} s")));
                vec![path.into_os_string()]
            }
        };
        let mut puzzles = StagePuzzles {
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
        let pipeline = self.pipeline;
        let rating = ClassifyTask {
            name: format!("classify{}", place.suffix),
            reading: puzzles.reading,
            request: &pipeline.request,
            condition: pipeline.condition.clone(),
            limit: pipeline.limit,
        };
        let Some(done) = self.classify(found, rating, &outputs)? else {
            return Ok(None);
        };
        let time = format!("{:.1} s", done.seconds);
        notes.push(("Time to classify".to_string(), time));
        Ok(Some(StageTable {
            paths: vec![path],
            rejected: puzzles.rejected + done.rejected,
            files: done.outputs,
            notes,
        }))
    }

    /// The ratings tables of a source.
    fn rated(&mut self, source: &SourceSpec) -> Result<StageTable, PipelineError> {
        let files: Vec<OsString> = match &source.origin {
            SourceOrigin::Files(files) => files.iter().map(OsString::from).collect(),
            SourceOrigin::Book(_) | SourceOrigin::Generate(_) => Vec::new(),
        };
        let tables = TableSet::find(&files).map_err(|error| match error {
            InputError::Find(reason) => PipelineError::Source {
                reason,
                needs: source.needs.clone(),
            },
            other => other.into(),
        })?;
        let notes = tables.notes();
        notes.iter().for_each(|note| self.audience.say(note));
        let paths: Vec<PathBuf> = tables.paths().map(Path::to_path_buf).collect();
        let files = digests(paths.clone())?;
        let count = counted(paths.len() as u64, "table");
        self.audience.say(&format!("source: {count} of ratings"));
        Ok(StageTable {
            paths,
            files,
            rejected: 0,
            notes: Vec::new(),
        })
    }

    /// Writes the puzzles of the books whose names start with a text.
    fn book(&mut self, start: &str, place: &StagePaths) -> Result<PathBuf, PipelineError> {
        let path = place.folder.join("puzzles.txt");
        let puzzles = book::puzzles();
        let chosen = puzzles.iter().filter(|puzzle| puzzle.id.starts_with(start));
        let lines = chosen.map(|puzzle| format!("{} {}\n", puzzle.puzzle, puzzle.id));
        let lines: Vec<String> = lines.collect();
        let (name, text) = (format!("book{}", place.suffix), lines.concat());
        if !fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            self.check_replaceable(std::slice::from_ref(&path))?;
            let digest = digest_of(text.as_bytes());
            let done = StageRecord {
                task: task(json!({ "book": start })),
                outputs: [(path.clone(), digest)].into(),
                ..StageRecord::default()
            };
            let announced = self.records.announce(&name, done.clone());
            announced.map_err(failed(self.run.folder))?;
            write_file(&path, text, IfExists::Replace).map_err(failed(&path))?;
            let recorded = self.records.add(&name, done);
            recorded.map_err(failed(self.run.folder))?;
        }
        let count = lines.len() as u64;
        let puzzles = counted(count, "puzzle");
        let message = format!("{name}: {puzzles} whose names begin with {start}");
        self.audience.say(&message);
        Ok(path)
    }

    /// Generates puzzles. Returns the file and its time, or `None` if interrupted.
    fn generate(
        &mut self,
        generate: &Generate,
        place: &StagePaths,
    ) -> Result<Option<(PathBuf, f64)>, PipelineError> {
        let path = place.folder.join("puzzles.txt.zst");
        let Generate { kind, count, seed } = *generate;
        let job = generate::Job {
            grids: Grids::Own(kind),
            seed,
            count: Some(count),
            filter: None,
            threads: self.run.threads,
        };
        let name = format!("generate{}", place.suffix);
        let (stop, force) = (self.run.stop, self.run.force);
        let replaceable = self.check_replaceable(std::slice::from_ref(&path));
        let done = self.stage(&name, task_of(&job.asked()), &[], |stage| {
            let mut observer = stage.audience.observer();
            let outcome = resume_or_start(force, replaceable, |mode| {
                generate::run(&job, &path, mode, stop, &mut *observer)
            })?;
            Ok(match outcome {
                generate::Outcome::Interrupted { .. } => None,
                _ => Some(StageOutput {
                    outputs: vec![path.clone()],
                    inputs: Vec::new(),
                    rejected: 0,
                    text: counted(count, &format!("{kind} puzzle")),
                }),
            })
        })?;
        Ok(done.map(|done| (path, done.seconds)))
    }

    /// Writes the report: on the first table, with published tables filled from all.
    fn report(&mut self, tables: &[StageTable]) -> Result<(), PipelineError> {
        let pipeline = self.pipeline;
        let (stats, report) = (&pipeline.stats, &pipeline.report);
        let digest = |table: &PublishedTable| (table.id.clone(), table.digest.clone().into());
        let published: Task = stats.tables.iter().map(digest).collect();
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
            notes: if report.clock {
                tables.iter().flat_map(|it| it.notes.clone()).collect()
            } else {
                Vec::new()
            },
        };
        let folder = Path::new(&report.dir);
        let if_exists = self.run.if_exists();
        self.stage("report", task, &[], |_| {
            let mut tables = TableSet::open(first).map_err(ComposeError::from)?;
            if let Some(condition) = &stats.condition {
                tables.choose(condition).map_err(ComposeError::from)?;
            }
            let document = report::compose(&tables, &order)?;
            Ok(Some(StageOutput {
                outputs: report::write(folder, &document, &read, if_exists)?,
                inputs: Vec::new(),
                rejected: 0,
                text: format!("wrote {}", folder.join(report::PAGE).display()),
            }))
        })?;
        Ok(())
    }
}
