//! `gradus run`: a pipeline from a file, from puzzles to a report.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::exit::{ExitStatus, Usage, bail_usage};
use super::messages::{print_note, print_notice};
use super::options::RunningOptions;
use super::output::conflict_with_hint;
use super::{stop, summary};
use crate::io::FolderError;
use crate::job::{self, Observer};
use crate::pipeline::{self, Audience, Pipeline, PipelineEnd, PipelineError, RunOptions, Suite};
use crate::report::ReportError;

/// Run a pipeline, from puzzles to a report.
///
/// Reruns only stages whose options or inputs have changed, so a pipeline can be stopped at any
/// time and run again. File names in a pipeline are relative to the current directory. A suite
/// runs its pipelines in turn, skips those whose puzzles are missing, and writes a summary page
/// about the published tables.
#[derive(Args)]
#[command(after_long_help = "\
A pipeline:
  name = \"My puzzles\"
  [source]               # one of: files, generate, book
  files = [\"puzzles.txt.zst\"]
  # generate = { kind = \"controlled-bias\", count = 20000, seed = 1 }
  # book = \"PBCS-T11.3\"  # puzzles of the books whose names start like this
  # rated = true         # the files are ratings tables: rate nothing
  # needs = \"...\"        # files that the user must supply, for the error message
  # column, keep         # as in classify
  # [[also]]             # more sources, for published tables that need them
  [classify]             # all optional: ratings, max_length, max_depth,
                         # budget, limit, where
  ratings = [\"te\", \"w\", \"b\", \"gw\"]
  [stats]                # all optional: unbiased, generator, grids, tables, where
  tables = [\"pbcs-6.4\"]
  [report]               # dir; optional: extremes, top, paths, clock
  dir = \"reports/mine\"

Examples:
  gradus run pipelines/quickstart.toml
  gradus run pipelines/extremes.toml --source ratings.parquet
  gradus run pipelines/all-tables.toml")]
pub(super) struct Arguments {
    /// Pipeline or suite to run
    #[arg(value_name = "PIPELINE")]
    pipeline: PathBuf,

    /// Puzzles to use instead of the pipeline's; may be repeated
    #[arg(long, value_name = "FILE")]
    source: Vec<String>,

    /// Directory for intermediate files [default: runs/NAME]
    #[arg(long, value_name = "DIR", alias = "work")]
    work_dir: Option<PathBuf>,

    /// Rerun every stage and overwrite its files
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    running: RunningOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let path = &arguments.pipeline;
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read the pipeline {}", path.display()))?;
    let named = || path.display().to_string();
    let mut terminal = Terminal(&arguments.running);
    let is_suite = Suite::is_one(&text);
    if is_suite && !arguments.source.is_empty() {
        bail_usage!("--source needs a single pipeline, not a suite");
    }
    let folder = arguments.work_dir.clone().unwrap_or_else(|| {
        if is_suite {
            RUNS.into()
        } else {
            Path::new(RUNS).join(path.file_stem().unwrap_or(path.as_os_str()))
        }
    });
    let options = |stop| RunOptions {
        folder: &folder,
        threads: arguments.running.threads(),
        force: arguments.force,
        stop,
    };
    let end = if is_suite {
        let suite = Suite::parse(&text).with_context(named)?;
        pipeline::run_suite(&suite, options(stop::on_signal()?), &mut terminal)
    } else {
        let mut pipeline = Pipeline::parse(&text).with_context(named)?;
        if !arguments.source.is_empty() {
            let source = arguments.source.clone();
            pipeline = pipeline.with_source(source).with_context(named)?;
        }
        pipeline::run(&pipeline, options(stop::on_signal()?), &mut terminal)
    };
    match end.map_err(with_hint)? {
        PipelineEnd::Done { rejected } => {
            summary::set_count("rejected", rejected);
            Ok(ExitStatus::from_rejected(rejected))
        }
        PipelineEnd::Interrupted => {
            print_notice(&format!("stopped{RERUN}"));
            Ok(ExitStatus::Interrupted)
        }
    }
}

const RUNS: &str = "runs";

/// How to continue after an interruption.
const RERUN: &str = "; nothing is lost; rerun to continue";

/// The error of a pipeline, with a hint.
fn with_hint(error: PipelineError) -> anyhow::Error {
    match error {
        PipelineError::OutputConflict(what)
        | PipelineError::Job(job::Error::OutputConflict(what))
        | PipelineError::Report(ReportError::Folder(FolderError::OutputConflict(what))) => {
            conflict_with_hint(what)
        }
        PipelineError::Job(job::Error::Columns { .. }) => {
            let hint = "set column or keep in [source]";
            Usage(format!("{error} ({hint})")).into()
        }
        PipelineError::Source { needs: Some(_), .. } => {
            anyhow!("{error}\n(put the file there, or use --source FILE)")
        }
        other => other.into(),
    }
}

struct Terminal<'a>(&'a RunningOptions);

impl Audience for Terminal<'_> {
    fn say(&mut self, message: &str) {
        print_note(message);
    }

    fn observer(&mut self) -> Box<dyn Observer + '_> {
        let mut progress = self.0.show();
        progress.hint = RERUN;
        Box::new(progress)
    }
}
