//! `gradus extremes`: the puzzles with the largest or smallest ratings or gaps.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::exit::ExitStatus;
use super::messages::{print_note, print_text};
use super::options::InfiniteOptions;
use super::output::check_writable;
use super::tables::{self, TableOptions};
use crate::io::{counted, grouped};
use crate::sheet::{Sheet, layout};
use crate::stats::{ExtremeSide, Extremes, write_rows};
use crate::table::{Format, Metadata};

/// List the puzzles with the largest ratings or gaps.
///
/// Ties go to the smaller row number. A bound (≤, ≥) counts as its value. Infinite minus finite
/// exceeds every number; among these, smaller finite ratings come first. Puzzles without a
/// number, such as those with an infinite rating, are counted but not ranked. JSON Lines and CSV
/// have the columns of a ratings table, so other commands can read them.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus extremes ratings.parquet --rank-by w-gw
  gradus extremes ratings.parquet --rank-by w -o top.csv
  gradus extremes ratings.parquet --rank-by w-b --where 'clues <= 25' --json")]
pub(super) struct Arguments {
    /// Column or arithmetic: w, w-b, 2*w-clues
    #[arg(long, value_name = "EXPR", alias = "by")]
    rank_by: String,

    #[command(flatten)]
    tables: TableOptions,

    /// List the K largest
    #[arg(long, value_name = "K", default_value_t = 20)]
    top: usize,

    /// List the K smallest instead
    #[arg(long, value_name = "K", conflicts_with = "top")]
    bottom: Option<usize>,

    /// Print JSON Lines, with statuses
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV, with statuses
    #[arg(long)]
    csv: bool,

    /// Also write the rows to a ratings table
    #[arg(short, long, value_name = "TABLE", alias = "rows")]
    output: Option<PathBuf>,

    #[command(flatten)]
    infinite: InfiniteOptions,

    /// Overwrite existing files
    #[arg(long, requires = "output")]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let tables = arguments.tables.open()?;
    let by = tables::formula(&arguments.rank_by, &tables)?;
    if let Some(path) = &arguments.output {
        // Whatever is beside a text table would be read as its metadata.
        let (format, _) = Format::of(path)?;
        let beside = (format != Format::Parquet).then(|| Metadata::beside(path));
        let outputs: Vec<_> = beside.into_iter().chain([path.clone()]).collect();
        check_writable(&outputs, tables.paths(), arguments.force)?;
    }
    let (end, count) = match arguments.bottom {
        None => (ExtremeSide::Top, arguments.top),
        Some(count) => (ExtremeSide::Bottom, count),
    };
    let (extremes, repeats) = Extremes::of(&tables, &by, end, count)?;
    if let Some(path) = &arguments.output {
        let places = extremes.puzzles.iter().map(|extreme| extreme.place);
        let places: Vec<_> = places.collect();
        let rows = write_rows(
            &tables,
            &places,
            &extremes.sources,
            path,
            arguments.infinite.infinite,
        )?;
        let rows = counted(rows, "row");
        print_note(&format!("wrote {rows} to {}", path.display()));
    }
    print_text(&match (arguments.json, arguments.csv) {
        (true, _) => layout::extreme_rows(&extremes).json_lines(),
        (_, true) => layout::extreme_rows(&extremes).csv(),
        _ => Sheet::from(&extremes).terminal(),
    })?;
    let sources = extremes.sources.iter();
    let names: Vec<&str> = sources.map(|source| &source.name[..]).collect();
    let notes = extremes.choice.map_or(Vec::new(), |choice| choice.notes());
    let notes = notes.into_iter().chain(repeats.notes(&names));
    notes.for_each(|note| print_note(&note));
    if extremes.without > 0 {
        let verb = if extremes.without == 1 { "has" } else { "have" };
        print_note(&format!(
            "{} of {} {verb} no {} to rank by",
            grouped(extremes.without),
            counted(extremes.rows, "puzzle"),
            extremes.by.heading()
        ));
    }
    if extremes.no_number > 0 {
        let verb = if extremes.no_number == 1 { "is" } else { "are" };
        let count = grouped(extremes.no_number);
        print_note(&format!("{count} of these {verb} not numeric"));
    }
    Ok(ExitStatus::Done)
}
