//! `gradus extremes`: the puzzles of a table with the largest ratings or gaps.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::stats::print;
use super::{Outcome, complain};
use crate::sheet::layout;
use crate::stats::{Extremes, Quantity, Tables};

/// Show the puzzles with the largest ratings, or the largest gaps between two.
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
pub(super) struct Arguments {
    /// Ratings tables
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
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let tables = Tables::open(&arguments.tables)?;
    let extremes = Extremes::of(&tables, arguments.by, arguments.top)?;
    let sheet = layout::extremes(&extremes);
    print(&extremes, arguments.json, || match arguments.csv {
        true => sheet.csv(),
        false => sheet.terminal(),
    })?;
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
