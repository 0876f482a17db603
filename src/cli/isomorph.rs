//! `gradus isomorph`: random isomorphs.

use anyhow::Result;
use clap::Args;

use super::Outcome;
use super::convert::{ConvertOptions, ReadLimit};
use crate::convert::isomorphs;

/// Write random isomorphs of puzzles, one a line with the comment.
///
/// Bands, stacks, rows and columns change places, the grid may be turned over its
/// diagonal, and digits get other names: all 3,359,232 x 9! symmetries are equally
/// likely. The same seed gives the same isomorphs, whatever the threads.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus isomorph puzzles.txt --seed 1
  gradus isomorph puzzles.txt --seed 1 --count 100 -o many.txt.zst")]
pub(super) struct Arguments {
    /// The same seed gives the same isomorphs
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Isomorphs of each puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,

    #[command(flatten)]
    limit: ReadLimit,

    #[command(flatten)]
    options: ConvertOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let job = arguments.options.job(arguments.limit.limit)?;
    let (seed, count) = (arguments.seed, arguments.count);
    arguments
        .options
        .run(&[&job.found], |output, stop, observer| {
            isomorphs(&job, seed, count, output, stop, observer)
        })
}
