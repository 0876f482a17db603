//! `gradus extremes`: the puzzles of a table with the largest ratings or gaps.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::{Outcome, complain};
use crate::stats::{Extremes, Quantity, Tables};

/// Shows the puzzles with the largest ratings, or the largest gaps between two.
///
/// Puzzles are ranked by a column, such as w, or by a gap, such as w-b or w-gw; of
/// equals the smaller row number comes first. A number is proven, or a bound where
/// a rating is one (≤, ≥). Puzzles without a number, such as those whose rating is
/// infinite, are counted but not ranked.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus extremes ratings.parquet --by w --top 20
  gradus extremes ratings.parquet --by w-b --json")]
pub struct Arguments {
    /// Tables of ratings
    #[arg(value_name = "RATINGS", required = true)]
    tables: Vec<PathBuf>,

    /// A column or a gap to rank by
    #[arg(long, value_name = "COLUMN|GAP")]
    by: Quantity,

    /// How many puzzles to show
    #[arg(long, value_name = "K", default_value_t = 20)]
    top: usize,

    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV
    #[arg(long)]
    csv: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let tables = Tables::open(&arguments.tables)?;
    let extremes = Extremes::of(&tables, arguments.by, arguments.top)?;
    print(&extremes, arguments).context("cannot write to standard output")?;
    if extremes.without > 0 {
        complain(&format!(
            "{} of {} puzzles have no finite {} and are not ranked",
            extremes.without,
            extremes.rows,
            extremes.by.heading()
        ));
    }
    Ok(Outcome::Done)
}

fn print(extremes: &Extremes, arguments: &Arguments) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, extremes)?;
        writeln!(out)?;
    } else if arguments.csv {
        write!(out, "{}", extremes.sheet().csv())?;
    } else {
        write!(out, "{}", extremes.sheet().markdown())?;
    }
    out.flush()
}
