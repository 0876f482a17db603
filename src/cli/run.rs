//! `gradus run`: a pipeline from a file, from puzzles to a report.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::job::in_the_way;
use super::progress::ProgressOptions;
use super::{Outcome, Usage, complain, stop};
use crate::io::ledger::FolderError;
use crate::job::{self, Observer, cores};
use crate::pipeline::{
    self, Audience, Outcome as End, Pipeline, PipelineError, Run, Suite, SuiteRun,
};
use crate::report::ReportError;

/// Run a pipeline: puzzles or a generator, classification, statistics, report.
///
/// What is done already is skipped: a pipeline can be stopped at any time and run
/// again. A stage is done again if its options or its inputs have changed. Names
/// of files in a pipeline are relative to the current folder.
///
/// A suite names several pipelines. They are run one after the other, but for those
/// whose puzzles are not there, and a page is written about what their published
/// tables come to.
#[derive(Args)]
#[command(after_help = "\
A pipeline:
  name = \"My puzzles\"
  [source]               # one of: files, generate, book
  files = [\"puzzles.txt.zst\"]
  # generate = { kind = \"controlled-bias\", count = 20000, seed = 1 }
  # book = \"PBCS-T11.3\"  # the puzzles of the books whose names begin so
  # rated = true           # the files are ratings tables: nothing is rated
  # needs = \"…\"          # what the user must supply, shown if it is not there
  # column, keep           # as --column and --keep of classify, for files
  # [[also]]             # other sources, for published tables that need them
  [classify]             # all optional: ratings, max_length, max_depth,
                         # budget, limit, where
  ratings = [\"te\", \"w\", \"b\", \"gw\"]
  [stats]                # all optional: unbiased, generator, grids, tables, where
  tables = [\"pbcs-6.4\"]
  [report]               # dir; optional: extremes, top, paths, clock
  dir = \"reports/mine\"

Examples:
  gradus run pipelines/quickstart.toml
  gradus run pipelines/all-tables.toml
  gradus run pipelines/pbcs-table-11.2.toml --source eleven.txt.zst
  gradus run pipelines/extremes.toml --source ratings.parquet")]
pub(super) struct Arguments {
    /// The file of the pipeline, or of a suite
    #[arg(value_name = "PIPELINE")]
    pipeline: PathBuf,

    /// Puzzles in the place of the files that the pipeline names: a file, a folder or a
    /// pattern; may be repeated
    #[arg(long, value_name = "FILE")]
    source: Vec<String>,

    /// The folder for what is made on the way; default: runs/ and the name of the
    /// pipeline's file; for a suite, runs/
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,

    /// Workers; default: one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Do everything again, and overwrite whatever is in the way
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    progress: ProgressOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let path = &arguments.pipeline;
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read the pipeline {}", path.display()))?;
    let named = || path.display().to_string();
    let threads = arguments.threads.map_or_else(cores, usize::from);
    let mut terminal = Terminal(arguments.progress);
    let end = if Suite::is_one(&text) {
        if !arguments.source.is_empty() {
            return Err(Usage("--source is for a single pipeline".to_string()).into());
        }
        let suite = Suite::parse(&text).with_context(named)?;
        let folder = arguments.work.clone();
        let run = SuiteRun {
            suite: &suite,
            folder: &folder.unwrap_or_else(|| RUNS.into()),
            threads,
            force: arguments.force,
            stop: stop::on_signal()?,
        };
        pipeline::run_suite(&run, &mut terminal)
    } else {
        let mut pipeline = Pipeline::parse(&text).with_context(named)?;
        if !arguments.source.is_empty() {
            let source = arguments.source.clone();
            pipeline = pipeline.with_source(source).with_context(named)?;
        }
        let folder = arguments.work.clone().unwrap_or_else(|| {
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            Path::new(RUNS).join(stem)
        });
        let run = Run {
            pipeline: &pipeline,
            folder: &folder,
            threads,
            force: arguments.force,
            stop: stop::on_signal()?,
        };
        pipeline::run(&run, &mut terminal)
    };
    match end.map_err(advised)? {
        End::Done { rejected } => Ok(Outcome::of(rejected)),
        End::Interrupted => {
            complain("stopped; nothing is lost: the same command goes on");
            Ok(Outcome::Interrupted)
        }
    }
}

/// Where pipelines work.
const RUNS: &str = "runs";

/// An error of a pipeline, and what to do about it.
fn advised(error: PipelineError) -> anyhow::Error {
    match error {
        PipelineError::OutputConflict(what)
        | PipelineError::Job(job::Error::OutputConflict(what))
        | PipelineError::Report(ReportError::Folder(FolderError::OutputConflict(what))) => {
            in_the_way(what)
        }
        PipelineError::Source { needs: Some(_), .. } => {
            let advice = "Put the file there, or give its path with --source FILE.";
            anyhow::anyhow!("{error}\n{advice}")
        }
        other => other.into(),
    }
}

/// Shows what a pipeline does.
struct Terminal(ProgressOptions);

impl Audience for Terminal {
    fn say(&mut self, message: &str) {
        if !self.0.quiet {
            complain(message);
        }
    }

    fn observer(&mut self) -> Box<dyn Observer + '_> {
        Box::new(self.0.show())
    }
}
