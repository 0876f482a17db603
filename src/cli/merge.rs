//! `gradus merge`: shards of one job, put together as one run would have made them.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use indicatif::HumanCount;

use super::classify::outputs;
use super::job::{advised, before};
use super::{Outcome, complain};
use crate::classify::merge;

/// Put the shards of one job together.
///
/// Every shard must be there once, whole, and of the same job; the merged table
/// is then the same, byte for byte, as that of a job that was not cut. The rejects
/// of a shard are looked for beside it.
#[derive(Args)]
#[command(after_help = "\
Example:
  gradus classify big.txt --shard 0/2 -o part-0.parquet
  gradus classify big.txt --shard 1/2 -o part-1.parquet
  gradus merge part-*.parquet -o ratings.parquet")]
pub(super) struct Arguments {
    /// The tables of all shards
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,

    /// The table to write
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// Overwrite what is there
    #[arg(long)]
    force: bool,

    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let outputs = outputs(&arguments.output, None)?;
    let before = before(false, arguments.force);
    let tally = merge(&arguments.shards, &outputs, before).map_err(|error| advised(error, None))?;
    if !arguments.quiet {
        complain(&format!(
            "{} shards merged: {} rows, {} rejected lines",
            arguments.shards.len(),
            HumanCount(tally.rows),
            HumanCount(tally.rejected),
        ));
    }
    Ok(Outcome::of(tally.rejected))
}
