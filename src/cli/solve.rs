//! `gradus solve`: solutions of puzzles, and their number.

use anyhow::Result;
use clap::Args;

use super::exit::ExitStatus;
use super::lines::LineOptions;
use super::options::BudgetOptions;
use crate::convert::{self, counts, solution_of};

/// Write the solution of each puzzle, or count solutions.
///
/// Writes one solution per line with the comment of the puzzle; puzzles with no or several
/// solutions are rejected. With --count-up-to, writes each puzzle with its number of solutions
/// before the comment.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus solve puzzles.txt
  gradus solve puzzles.txt --count-up-to 1000
  gradus solve puzzles.txt -o solutions.txt.zst")]
pub(super) struct Arguments {
    /// Write each puzzle with its number of solutions, up to N
    ///
    /// N means N or more
    #[arg(long, value_name = "N", alias = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    count_up_to: Option<u64>,

    #[command(flatten)]
    budget: BudgetOptions,

    #[command(flatten)]
    lines: LineOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let nodes = arguments.budget.nodes();
    arguments
        .lines
        .convert(|job, output, control| match arguments.count_up_to {
            Some(limit) => counts(job, limit, nodes, output, control),
            None => convert::run(job, |_, puzzle| solution_of(puzzle, nodes), output, control),
        })
}
