//! `gradus expand`: puzzles with more clues of their solution.

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::Outcome;
use super::convert::{ConvertOptions, ReadLimit};
use crate::convert::{More, expansions};
use crate::engine::rating::Expansion;

/// Write puzzles with more clues of their solution, one a line with the comment.
///
/// By a theory: all values that it asserts become clues. The expansion by Singles has the
/// same ratings as the puzzle. With --one: every puzzle with one more clue, in the order
/// of the empty cells.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus expand puzzles.txt
  gradus expand puzzles.txt --by s -o expanded.txt.zst
  gradus expand puzzles.txt --by brt | gradus expand - --one | gradus minimals -")]
pub(super) struct Arguments {
    /// The theory whose values become clues
    #[arg(
        long,
        value_name = "THEORY",
        default_value = "brt",
        conflicts_with = "one"
    )]
    by: By,

    /// Add one clue, in every way: a puzzle for each empty cell
    #[arg(long)]
    one: bool,

    #[command(flatten)]
    limit: ReadLimit,

    #[command(flatten)]
    options: ConvertOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum By {
    /// Singles
    Brt,
    /// Singles and whips[1]
    W1,
    /// Singles, whips[1] and Subsets
    S,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let options = &arguments.options;
    let job = options.job(arguments.limit.limit)?;
    let more = match (arguments.one, arguments.by) {
        (true, _) => More::One,
        (false, By::Brt) => More::By(Expansion::Brt),
        (false, By::W1) => More::By(Expansion::W1),
        (false, By::S) => More::By(Expansion::S),
    };
    options.run(&[&job.found], |output, stop, observer| {
        expansions(&job, more, output, stop, observer)
    })
}
