//! `gradus extremes`: the puzzles of a table with the largest or smallest ratings or
//! gaps.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::job::may_write;
use super::options::RowOptions;
use super::tables::{self, print_text};
use super::{Outcome, complain};
use crate::io::number::{counted, grouped};
use crate::sheet::layout;
use crate::stats::extremes::End;
use crate::stats::found::FoundRows;
use crate::stats::{Choice, Extremes};

/// Show the puzzles with the largest ratings, or the largest gaps between two.
///
/// Puzzles are ranked by a column, such as w or one that was kept of the input, by a
/// gap, such as w-b or w-gw, or by other arithmetic; of equals the smaller row number
/// comes first. A number is proven, or a bound where a rating is one (≤, ≥). A gap
/// between an infinite and a finite rating is larger than any number; among these, a
/// smaller finite rating comes first. Puzzles without a number, such as those whose
/// rating is infinite, are counted but not ranked. CSV and JSON lines have the columns of a ratings table, each number with
/// its status beside it, so stats can read them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus extremes ratings.parquet --by w --top 20
  gradus extremes ratings.parquet --by w-gw --rows hardest.parquet
  gradus extremes ratings.parquet --by w-b --where 'clues <= 20' --json")]
pub(super) struct Arguments {
    /// Ratings tables: files, folders, patterns, or - for standard input
    #[arg(value_name = "RATINGS", required = true)]
    tables: Vec<OsString>,

    #[command(flatten)]
    rows_read: RowOptions,

    /// What to rank by: a column of the table, or arithmetic such as w-b or 2*w-clues
    #[arg(long, value_name = "COLUMN|FORMULA")]
    by: String,

    /// How many puzzles to show
    #[arg(long, value_name = "K", default_value_t = 20)]
    top: usize,

    /// Show the K smallest instead
    #[arg(long, value_name = "K", conflicts_with = "top")]
    bottom: Option<usize>,

    /// Print JSON lines, an object a puzzle
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV
    #[arg(long)]
    csv: bool,

    /// Write the rows found to a ratings table, in the format that its name says
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,

    /// Overwrite the file of --rows
    #[arg(long, requires = "rows")]
    force: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let tables = tables::open(&arguments.tables, &arguments.rows_read)?;
    let by = tables::formula(&arguments.by, &tables)?;
    if let Some(path) = &arguments.rows {
        may_write(std::slice::from_ref(path), tables.paths(), arguments.force)?;
    }
    let (end, count) = match arguments.bottom {
        None => (End::Top, arguments.top),
        Some(count) => (End::Bottom, count),
    };
    let (extremes, repeats) = Extremes::of(&tables, &by, end, count)?;
    if let Some(path) = &arguments.rows {
        let places: Vec<_> = extremes
            .puzzles
            .iter()
            .map(|extreme| extreme.place)
            .collect();
        let rows = FoundRows::read(&tables, &places, &extremes.sources)?;
        rows.write(path)?;
        let rows = counted(rows.len() as u64, "row");
        complain(&format!("{rows} written to {}", path.display()));
    }
    print_text(&match (arguments.json, arguments.csv) {
        (true, _) => layout::extreme_rows(&extremes).json_lines(),
        (_, true) => layout::extreme_rows(&extremes).csv(),
        _ => layout::extremes(&extremes).terminal(),
    })?;
    let sources = extremes.sources.iter();
    let names: Vec<&str> = sources.map(|source| &source.name[..]).collect();
    let choice = Choice::sum(
        extremes
            .sources
            .iter()
            .filter_map(|source| source.choice.as_ref()),
    );
    let notes = choice.map_or(Vec::new(), |choice| choice.notes());
    let notes = notes.into_iter().chain(repeats.notes(&names));
    notes.for_each(|note| complain(&note));
    if extremes.without > 0 {
        let verb = if extremes.without == 1 { "has" } else { "have" };
        complain(&format!(
            "{} of {} {verb} no {} to rank by",
            grouped(extremes.without),
            counted(extremes.rows, "puzzle"),
            extremes.by.heading()
        ));
    }
    if extremes.no_number > 0 {
        let (verb, texts) = match extremes.no_number {
            1 => ("is", "a text that is no number"),
            _ => ("are", "texts that are no numbers"),
        };
        let count = grouped(extremes.no_number);
        complain(&format!("{count} of these {verb} {texts}"));
    }
    Ok(Outcome::Done)
}
