//! `gradus expand`: puzzles with more clues of their solution.

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::exit::ExitStatus;
use super::lines::LineOptions;
use super::options::BudgetOptions;
use crate::convert::{self, More, expanded};
use crate::engine::rating::Expansion;

/// Add clues from the solution.
///
/// All values that a theory asserts become clues. The expansion by Singles (brt) has the same
/// T&E depth, B, gB, S and classes as the puzzle. With --one, there is a puzzle for each empty
/// cell, with one more clue. Writes one puzzle per line with its comment.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus expand puzzles.txt --theory s
  gradus expand puzzles.txt --one
  gradus expand puzzles.txt --first 1 | gradus expand - --one | gradus minimals -")]
pub(super) struct Arguments {
    /// Add what brt, w1 or s deduces
    ///
    /// brt is Singles, w1 adds whips[1], s adds whips[1] and Subsets
    #[arg(long, value_name = "THEORY", default_value = "brt", alias = "by")]
    #[arg(conflicts_with = "one")]
    theory: ExpandBy,

    /// Add one clue, in every possible way
    #[arg(long)]
    one: bool,

    #[command(flatten)]
    budget: BudgetOptions,

    #[command(flatten)]
    lines: LineOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum ExpandBy {
    Brt,
    W1,
    S,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let more = match (arguments.one, arguments.theory) {
        (true, _) => More::One,
        (false, ExpandBy::Brt) => More::By(Expansion::Brt),
        (false, ExpandBy::W1) => More::By(Expansion::W1),
        (false, ExpandBy::S) => More::By(Expansion::S),
    };
    let nodes = arguments.budget.nodes();
    arguments.lines.convert(|job, output, control| {
        convert::run(
            job,
            |_, puzzle| expanded(puzzle, more, nodes),
            output,
            control,
        )
    })
}
