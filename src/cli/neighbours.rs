//! `gradus neighbours`: the {-n+m} vicinity of puzzles.

use anyhow::Result;
use clap::Args;

use super::exit::{ExitStatus, bail_usage};
use super::lines::LineOptions;
use crate::convert::{self, neighbours_of};
use gradus_csp::Instance;
use gradus_generate::vicinity::Vicinity;

/// Write the puzzles that differ in a few clues.
///
/// These are the {-N+M} vicinity of a puzzle: all puzzles with exactly one solution that lack
/// N of its clues and have M new ones. A different digit in the cell of a clue counts as one
/// of each. The neighbours of a puzzle are written in alphabetical order, one per line, with
/// its comment. Some may be isomorphic (use gradus canon --unique to drop them).
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus neighbours puzzles.txt --minus 2
  gradus neighbours puzzles.txt | gradus canon - --unique
  gradus neighbours puzzles.txt --minimal --in-solution -o near.txt")]
pub(super) struct Arguments {
    /// Clues to delete
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=81))]
    minus: u8,

    /// Clues to add
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=81))]
    plus: u8,

    /// Write only minimal puzzles
    #[arg(long)]
    minimal: bool,

    /// Add clues only where clues were deleted
    #[arg(long, conflicts_with = "in_solution")]
    same_pattern: bool,

    /// Add only clues of the solution
    #[arg(long)]
    in_solution: bool,

    #[command(flatten)]
    lines: LineOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let vicinity = Vicinity {
        minus: arguments.minus.into(),
        plus: arguments.plus.into(),
        minimal: arguments.minimal,
        same_pattern: arguments.same_pattern,
        in_solution: arguments.in_solution,
    };
    if vicinity.minus == 0 && vicinity.plus == 0 {
        bail_usage!("--minus 0 --plus 0 changes nothing");
    }
    if vicinity.same_pattern && vicinity.minus != vicinity.plus {
        bail_usage!("--same-pattern needs --minus and --plus to be equal");
    }
    let work = |_, puzzle: &dyn Instance| neighbours_of(puzzle, &vicinity);
    arguments
        .lines
        .convert(|job, output, control| convert::run(job, work, output, control))
}
