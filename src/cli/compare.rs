//! `gradus compare`: a ratings table and a reference that should agree with it.

use std::ffi::OsString;

use anyhow::{Result, bail};
use clap::Args;

use super::exit::{ExitStatus, bail_usage};
use super::messages::print_note;
use super::options::{RowOptions, ThreadOptions};
use super::tables::{self, print, sections};
use crate::io::{counted, grouped};
use crate::job::pool;
use crate::sheet::layout;
use crate::stats::{Agreement, Repeats, TableSet};

/// Compare a ratings table with a reference, puzzle by puzzle.
///
/// Compares the ratings that both have; an upper bound (≤) counts as its value. The reference is
/// another ratings table, or any CSV, TSV, JSON Lines or Parquet file with a column puzzle and
/// ratings, under our names or those of the published collections (te_depth, bxb, bxbb, s_w,
/// cands, clues_after_brt, cands_after_brt, cands_after_w1). Repeated puzzles are matched in the
/// order of their rows, with a note; other values in a later row of a puzzle are differences. A
/// condition selects rows of TABLE; the reference is then compared only where it has the same
/// puzzles. The exit code is 1 if anything differs.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus compare ratings.parquet published.tsv
  gradus compare new.csv old.csv --list 50
  gradus compare new.csv old.csv --where 'w_status = exact'")]
pub(super) struct Arguments {
    /// Ratings table: a file, a directory, a glob, or - for stdin
    #[arg(value_name = "TABLE")]
    table: OsString,

    /// Table to compare with
    #[arg(value_name = "REFERENCE")]
    reference: OsString,

    #[command(flatten)]
    rows: RowOptions,

    /// Differences to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    list: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: ThreadOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    pool::set_threads(arguments.threads.threads());
    if arguments.table == "-" && arguments.reference == "-" {
        bail_usage!("stdin (-) cannot be both the table and the reference");
    }
    let open = |name, condition| tables::open(std::slice::from_ref(name), condition);
    let table = open(&arguments.table, arguments.rows.condition.as_ref())?;
    let reference = open(&arguments.reference, None)?;
    let agreement = pool::install(|| Agreement::of(&table, &reference, arguments.list))?;
    print(&agreement, arguments.json, || {
        format!(
            "{} in both; {} only in the table, {} only in the reference\n{}",
            counted(agreement.matched, "puzzle"),
            grouped(agreement.only_ours),
            grouped(agreement.only_reference),
            sections(&layout::agreement(&agreement))
        )
    })?;
    if let Some(choice) = &agreement.choice {
        choice.notes().iter().for_each(|note| print_note(note));
    }
    note_repeats("the table", &table, &agreement.repeats_ours);
    note_repeats("the reference", &reference, &agreement.repeats_reference);
    if let (0, Some(choice)) = (agreement.matched, &agreement.choice) {
        bail!("no common puzzle satisfies {}", choice.condition);
    }
    if agreement.matched == 0 {
        bail!("the tables have no puzzles in common");
    }
    if agreement.is_whole() {
        return Ok(ExitStatus::Done);
    }
    let differ: u64 = agreement.columns.iter().map(|column| column.differ()).sum();
    if differ > 0 {
        let values = counted(differ, "value");
        print_note(&format!("the tables differ in {values}"));
    }
    if agreement.conflicts > 0 {
        let rows = counted(agreement.conflicts, "row");
        let verb = if agreement.conflicts == 1 {
            "has"
        } else {
            "have"
        };
        print_note(&format!(
            "{rows} {verb} other values than the first row of the same puzzle in the same table"
        ));
    }
    Ok(ExitStatus::Differs)
}

fn note_repeats(which: &str, tables: &TableSet, repeats: &Repeats) {
    let names: Vec<_> = tables.paths().map(|path| path.to_string_lossy()).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    for note in repeats.notes(&names) {
        print_note(&format!("{which}: {note}"));
    }
}
