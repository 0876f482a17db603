//! `gradus report`: a page on a ratings table, with its figures and their data.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::job::{existing, in_the_way};
use super::options::RowOptions;
use super::{Outcome, complain, tables};
use crate::io::ledger::FolderError;
use crate::report::{self, PAGE, ReportError, ReportOrder, Respects};
use crate::stats::origin::Generator;
use crate::stats::published::{self, PublishedTable};

/// Write a report on a ratings table: a web page, the same as Markdown, and the
/// data of each figure as CSV.
///
/// The page needs nothing but itself: it can be moved, mailed and printed. The
/// same tables give the same report; only its provenance box names time and
/// machine. If the tables say that they are a controlled-bias sample, estimates
/// for all minimal puzzles stand beside the numbers of the sample.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus report ratings.parquet -o report
  gradus report ratings.parquet -o deep --where 'te >= 2' --title \"T&E(2) and beyond\"
  gradus report part-*.parquet -o report --title \"My collection\" --table pbcs-6.4")]
pub(super) struct Arguments {
    /// Ratings tables: files, folders, patterns, or - for standard input; several
    /// are read as one
    #[arg(value_name = "RATINGS", required = true)]
    tables: Vec<OsString>,

    #[command(flatten)]
    rows: RowOptions,

    /// The folder of the report: index.html, report.md, figures/
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Title of the report
    #[arg(long, value_name = "TEXT", default_value = "Ratings")]
    title: String,

    /// Undo the bias of a controlled-bias sample, whatever the tables say
    #[arg(long)]
    unbiased: bool,

    /// Complete grids that were tried for the sample, if the tables do not say
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    grids: Option<u64>,

    /// The generator of the puzzles (bottom-up, top-down, controlled-bias or suexg), if
    /// the tables do not say
    #[arg(long, value_name = "KIND")]
    generator: Option<Generator>,

    /// A published table to set beside what is measured, such as pbcs-6.4
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = published::find)]
    table: Vec<PublishedTable>,

    /// In what respects puzzles are extreme
    #[arg(long, value_enum, value_name = "WHICH", default_value = "main")]
    extremes: Respects,

    /// Extreme puzzles to draw in each respect
    #[arg(long, value_name = "K", default_value_t = 4)]
    top: usize,

    /// How many of these get a resolution path in the page
    #[arg(long, value_name = "K", default_value_t = 1)]
    paths: usize,

    /// Write into a folder that is not empty: files of the report's names are
    /// overwritten, and what an earlier report left is removed
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let folder = &arguments.output;
    if !arguments.force && is_in_use(folder)? {
        bail!("{} is not empty: --force writes into it", folder.display());
    }
    let order = ReportOrder {
        title: arguments.title.clone(),
        unbiased: arguments.unbiased.then_some(true),
        grids: arguments.grids,
        generator: arguments.generator,
        tables: arguments.table.clone(),
        respects: arguments.extremes,
        top: arguments.top,
        paths: arguments.paths,
        ..ReportOrder::default()
    };
    let tables = tables::open(&arguments.tables, &arguments.rows)?;
    let document = report::compose(&tables, &order)?;
    let read: Vec<PathBuf> = tables.paths().map(Path::to_path_buf).collect();
    let written = report::write(folder, &document, &read, existing(arguments.force));
    written.map_err(|error| match error {
        ReportError::Folder(FolderError::OutputConflict(what)) => in_the_way(what),
        other => other.into(),
    })?;
    complain(&format!("{} is written", folder.join(PAGE).display()));
    Ok(Outcome::Done)
}

/// Whether there is anything in a folder.
fn is_in_use(folder: &Path) -> Result<bool> {
    if !folder.exists() {
        return Ok(false);
    }
    let cannot = || format!("cannot read the folder {}", folder.display());
    Ok(fs::read_dir(folder).with_context(cannot)?.next().is_some())
}
