//! `gradus report`: a page about ratings tables, with figures and their data.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::exit::ExitStatus;
use super::messages::print_note;
use super::output::{conflict_with_hint, if_exists};
use super::summary;
use super::tables::{SampleOptions, TableOptions};
use crate::io::FolderError;
use crate::report::{self, PAGE, ReportError, ReportOrder, Respects};

/// Write a report: web page, Markdown and the data behind it.
///
/// The page is self-contained: it can be moved, mailed and printed. The same tables give the
/// same report, but for its provenance box with time and machine. If the tables say that they
/// are a controlled-bias sample, the report has estimates for all minimal puzzles next to the
/// numbers of the sample, without --unbiased.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus report ratings.parquet -o report
  gradus report ratings.parquet -o deep --where 'te >= 2'
  gradus report part-*.parquet -o all --title 'My collection' --published pbcs-6.4")]
pub(super) struct Arguments {
    /// Directory for index.html, report.md and figures/
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Write into a directory that is not empty
    ///
    /// Overwrites the files of the report and removes those of an earlier one
    #[arg(long)]
    force: bool,

    /// Title
    #[arg(long, value_name = "TEXT", default_value = "Ratings")]
    title: String,

    #[command(flatten)]
    tables: TableOptions,

    #[command(flatten)]
    sample: SampleOptions,

    /// Rankings: main, all, only (nothing else)
    #[arg(long, value_enum, value_name = "WHICH", default_value = "main")]
    extremes: Respects,

    /// Puzzles to draw per ranking
    #[arg(long, value_name = "K", default_value_t = 4)]
    top: usize,

    /// Number of these with a path
    #[arg(long, value_name = "K", default_value_t = 1)]
    paths: usize,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let folder = &arguments.output;
    if !arguments.force && folder.exists() {
        let name = folder.display();
        let mut files =
            fs::read_dir(folder).with_context(|| format!("cannot read the directory {name}"))?;
        if files.next().is_some() {
            bail!("{name} is not empty (use --force to write into it)");
        }
    }
    let order = ReportOrder {
        title: arguments.title.clone(),
        unbiased: arguments.sample.unbiased.then_some(true),
        grids: arguments.sample.grids_tried,
        generator: arguments.sample.generator,
        tables: arguments.sample.published.clone(),
        respects: arguments.extremes,
        top: arguments.top,
        paths: arguments.paths,
        ..ReportOrder::default()
    };
    let tables = arguments.tables.open()?;
    let written = report::write_report(folder, &tables, &order, if_exists(arguments.force));
    written.map_err(|error| match error {
        ReportError::Folder(FolderError::OutputConflict(what)) => conflict_with_hint(what),
        other => other.into(),
    })?;
    summary::set_count("tables", tables.paths().count() as u64);
    print_note(&format!("wrote {}", folder.join(PAGE).display()));
    Ok(ExitStatus::Done)
}
