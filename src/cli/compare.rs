//! `gradus compare`: a table of ratings beside a reference that should tell the
//! same.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{Outcome, complain};
use crate::stats::{Agreement, Tables};

/// Compares a table of ratings with a reference, puzzle by puzzle.
///
/// The reference is another table of ratings, or any CSV, TSV, JSON lines or
/// Parquet file with a column puzzle and ratings under our names or those of the
/// published collections (te_depth, bxb, bxbb, s_w, cands, clues_after_brt,
/// cands_after_brt, cands_after_w1). What is not told in one of them is not
/// compared; a path that was found (≤) counts as a value. The exit code is 1 if
/// something differs.
#[derive(Args)]
#[command(after_help = "\
Example:
  gradus compare ratings.parquet published.tsv.zst --list 20")]
pub struct Arguments {
    /// A table of ratings
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
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let ratings = Tables::open(std::slice::from_ref(&arguments.ratings))?;
    let reference = Tables::open(std::slice::from_ref(&arguments.reference))?;
    let agreement = Agreement::of(&ratings, &reference, arguments.list)?;
    print(&agreement, arguments.json).context("cannot write to standard output")?;
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

fn print(agreement: &Agreement, json: bool) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if json {
        serde_json::to_writer_pretty(&mut out, agreement)?;
        writeln!(out)?;
        return out.flush();
    }
    writeln!(
        out,
        "{} puzzles in both; {} only in the ratings, {} only in the reference",
        agreement.matched, agreement.only_ours, agreement.only_reference
    )?;
    for sheet in agreement.sheets() {
        write!(out, "\n{}", sheet.markdown())?;
    }
    out.flush()
}
