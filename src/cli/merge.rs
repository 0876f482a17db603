//! `gradus merge`: one table of the shards of a job.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::classify::outputs;
use super::exit::ExitStatus;
use super::messages::print_note;
use super::options::InfiniteOptions;
use super::output::{start_mode, with_hint};
use super::summary;
use crate::classify::merge;
use crate::io::counted;

/// Merge the shards of a job into one table.
///
/// All shards must be present, complete and of the same job. The result is byte-for-byte the
/// table of an unsplit job. The rejects of a shard are expected next to it.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus classify puzzles.txt --shard 0/2 -o part-0.parquet
  gradus classify puzzles.txt --shard 1/2 -o part-1.parquet
  gradus merge part-*.parquet -o all.parquet")]
pub(super) struct Arguments {
    /// Tables of all shards
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,

    /// Table to write
    #[arg(short, long, value_name = "TABLE")]
    output: PathBuf,

    #[command(flatten)]
    infinite: InfiniteOptions,

    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let outputs = outputs(&arguments.output, None)?;
    let mode = start_mode(false, arguments.force);
    let merged = merge(
        &arguments.shards,
        &outputs,
        arguments.infinite.infinite,
        mode,
    );
    let tally = merged.map_err(|error| with_hint(error, None))?;
    summary::set_count("rows", tally.rows);
    summary::set_count("rejected", tally.rejected);
    for (reason, count) in &tally.reasons {
        summary::add_reject(reason, *count);
    }
    print_note(&format!(
        "merged {}: {}, {} rejected",
        counted(arguments.shards.len() as u64, "shard"),
        counted(tally.rows, "row"),
        counted(tally.rejected, "line"),
    ));
    Ok(ExitStatus::from_rejected(tally.rejected))
}
