//! `gradus compare`: a ratings table beside a reference that should agree with it.

use std::ffi::OsString;

use anyhow::{Result, bail};
use clap::Args;

use super::options::RowOptions;
use super::tables::{self, print, sections};
use super::{Outcome, Usage, complain};
use crate::io::number::{counted, grouped};
use crate::sheet::layout;
use crate::stats::{Agreement, Repeats, Tables};

/// Compare a ratings table with a reference, puzzle by puzzle.
///
/// The reference is another ratings table, or any CSV, TSV, JSON lines or
/// Parquet file with a column puzzle and ratings under our names or those of the
/// published collections (te_depth, bxb, bxbb, s_w, cands, clues_after_brt,
/// cands_after_brt, cands_after_w1). What is missing in one of them is not
/// compared; a path that was found (≤) counts as a value. A puzzle that comes several
/// times is joined in the order of its rows, and noted, as are rows of it with other
/// numbers. A condition is about the rows of the ratings; it leaves out what the
/// reference says of the other puzzles. The exit code is 1 if something differs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus compare ratings.parquet published.tsv.zst --list 20
  gradus compare ratings.parquet published.tsv.zst --where 'w_status = exact'")]
pub(super) struct Arguments {
    /// Ratings: a file, a folder, a pattern, or - for standard input
    #[arg(value_name = "RATINGS")]
    ratings: OsString,

    /// What to compare them with, named in the same way
    #[arg(value_name = "REFERENCE")]
    reference: OsString,

    #[command(flatten)]
    rows: RowOptions,

    /// How many differences to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    list: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    if arguments.ratings == "-" && arguments.reference == "-" {
        let message = "standard input (-) is either the ratings or the reference";
        return Err(Usage(message.to_string()).into());
    }
    let ratings = tables::open(std::slice::from_ref(&arguments.ratings), &arguments.rows)?;
    let all = RowOptions { condition: None };
    let reference = tables::open(std::slice::from_ref(&arguments.reference), &all)?;
    let agreement = Agreement::of(&ratings, &reference, arguments.list)?;
    print(&agreement, arguments.json, || {
        format!(
            "{} in both; {} only in the ratings, {} only in the reference\n{}",
            counted(agreement.matched, "puzzle"),
            grouped(agreement.only_ours),
            grouped(agreement.only_reference),
            sections(&layout::agreement(&agreement))
        )
    })?;
    if let Some(choice) = &agreement.choice {
        choice.notes().iter().for_each(|note| complain(note));
    }
    note_repeats("the ratings", &ratings, &agreement.repeats_ours);
    note_repeats("the reference", &reference, &agreement.repeats_reference);
    if let (0, Some(choice)) = (agreement.matched, &agreement.choice) {
        bail!("no puzzle of both tables satisfies {}", choice.condition);
    }
    if agreement.matched == 0 {
        bail!("the two tables have no puzzle in common");
    }
    if agreement.is_whole() {
        return Ok(Outcome::Done);
    }
    let differ: u64 = agreement.columns.iter().map(|column| column.differ()).sum();
    let entries = match differ {
        1 => "1 entry".to_string(),
        differ => format!("{} entries", grouped(differ)),
    };
    complain(&format!("the tables differ in {entries}"));
    Ok(Outcome::Differs)
}

/// Says which puzzles come more than once.
fn note_repeats(which: &str, tables: &Tables, repeats: &Repeats) {
    let names: Vec<String> = tables
        .paths()
        .map(|path| path.display().to_string())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for note in repeats.notes(&names) {
        complain(&format!("{which}: {note}"));
    }
}
