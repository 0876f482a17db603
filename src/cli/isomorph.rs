//! `gradus isomorph`: random isomorphs.

use anyhow::Result;
use clap::Args;

use super::exit::ExitStatus;
use super::lines::LineOptions;
use crate::convert::{self, isomorphs_of};
use gradus_csp::Instance;

/// Write random isomorphs of each puzzle.
///
/// All 3,359,232 × 9! symmetries are equally likely: permutations of bands, stacks, rows in a
/// band and columns in a stack, transposition, and renaming of digits. The same seed gives the
/// same isomorphs for any number of threads. Writes one puzzle per line with its comment.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus isomorph puzzles.txt --seed 1
  gradus isomorph puzzles.txt --per-puzzle 100 -o many.txt.zst")]
pub(super) struct Arguments {
    /// Isomorphs per puzzle
    #[arg(long, value_name = "N", default_value_t = 1, alias = "count", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    per_puzzle: u64,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    lines: LineOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let (seed, count) = (arguments.seed, arguments.per_puzzle);
    let work = |row, puzzle: &dyn Instance| isomorphs_of(puzzle, row, seed, count);
    arguments
        .lines
        .convert(|job, output, control| convert::run(job, work, output, control))
}
