//! `gradus compare`: a ratings table beside a reference that should agree with it.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::stats::{print, sections};
use super::{Outcome, complain};
use crate::sheet::layout;
use crate::stats::{Agreement, Tables};

/// Compare a ratings table with a reference, puzzle by puzzle.
///
/// The reference is another ratings table, or any CSV, TSV, JSON lines or
/// Parquet file with a column puzzle and ratings under our names or those of the
/// published collections (te_depth, bxb, bxbb, s_w, cands, clues_after_brt,
/// cands_after_brt, cands_after_w1). What is missing in one of them is not
/// compared; a path that was found (≤) counts as a value. The exit code is 1 if
/// something differs.
#[derive(Args)]
#[command(after_help = "\
Example:
  gradus compare ratings.parquet published.tsv.zst --list 20")]
pub(super) struct Arguments {
    /// A ratings table
    #[arg(value_name = "RATINGS")]
    ratings: PathBuf,

    /// What to compare it with
    #[arg(value_name = "REFERENCE")]
    reference: PathBuf,

    /// How many differences to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    list: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let ratings = Tables::open(std::slice::from_ref(&arguments.ratings))?;
    let reference = Tables::open(std::slice::from_ref(&arguments.reference))?;
    let agreement = Agreement::of(&ratings, &reference, arguments.list)?;
    print(&agreement, arguments.json, || {
        format!(
            "{} puzzles in both; {} only in the ratings, {} only in the reference\n{}",
            agreement.matched,
            agreement.only_ours,
            agreement.only_reference,
            sections(&layout::agreement(&agreement))
        )
    })?;
    if agreement.matched == 0 {
        bail!("the two tables have no puzzle in common");
    }
    if agreement.is_whole() {
        return Ok(Outcome::Done);
    }
    let differ: u64 = agreement.columns.iter().map(|column| column.differ()).sum();
    complain(&format!("the tables differ in {differ} entries"));
    Ok(Outcome::Differs)
}
