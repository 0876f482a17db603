//! `gradus solve`: solutions of puzzles, and how many there are.

use anyhow::Result;
use clap::Args;

use super::Outcome;
use super::convert::ConvertOptions;
use crate::convert::{counts, solutions};

/// Write the solutions of puzzles, one a line with the comment.
///
/// Puzzles without a solution, or with several, are reported. With --limit, all puzzles
/// are written instead, each with the number of its solutions before the comment.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus solve puzzles.txt
  gradus solve puzzles.txt --limit 1000
  gradus solve puzzles.txt -o solutions.txt.zst")]
pub(super) struct Arguments {
    /// Count the solutions, but not further than N: this number means N or more
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    #[command(flatten)]
    options: ConvertOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let options = &arguments.options;
    let job = options.job(None)?;
    options.run(&[&job.found], |output, stop, observer| {
        match arguments.limit {
            Some(limit) => counts(&job, limit, output, stop, observer),
            None => solutions(&job, output, stop, observer),
        }
    })
}
