//! `gradus neighbours`: the {-n+m} vicinity of puzzles.

use anyhow::{Result, bail};
use clap::Args;

use super::convert::{ConvertOptions, ReadLimit};
use super::{Outcome, Usage};
use crate::convert::vicinities;
use gradus_generate::vicinity::Vicinity;

/// Write the {-n+m} vicinity of puzzles: n clues exchanged for m others.
///
/// A neighbour has exactly one solution, lacks exactly n clues of the puzzle and has
/// exactly m that the puzzle has not; another digit in the cell of a clue is one of each.
/// The neighbours of a puzzle are written in alphabetical order, each once, with the
/// comment of the puzzle. Some may be isomorphic: see gradus canon --unique.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus neighbours puzzles.txt
  gradus neighbours puzzles.txt --minus 2 --plus 1 --minimal
  gradus neighbours puzzles.txt --minus 2 --plus 2 --minimal | gradus canon - --unique")]
pub(super) struct Arguments {
    /// Clues that are deleted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=81))]
    minus: u8,

    /// Clues that are added
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=81))]
    plus: u8,

    /// Only minimal puzzles
    #[arg(long)]
    minimal: bool,

    /// Add clues only where others were deleted: digits change, the pattern stays
    #[arg(long, conflicts_with = "in_solution")]
    same_pattern: bool,

    /// Add only clues of the puzzle's solution, which stays the solution
    #[arg(long)]
    in_solution: bool,

    #[command(flatten)]
    limit: ReadLimit,

    #[command(flatten)]
    options: ConvertOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let vicinity = Vicinity {
        minus: arguments.minus.into(),
        plus: arguments.plus.into(),
        minimal: arguments.minimal,
        same_pattern: arguments.same_pattern,
        in_solution: arguments.in_solution,
    };
    if vicinity.minus == 0 && vicinity.plus == 0 {
        bail!(Usage("--minus 0 --plus 0 would change nothing".into()));
    }
    if vicinity.same_pattern && vicinity.minus != vicinity.plus {
        bail!(Usage(
            "--same-pattern needs as many clues added as deleted: give --minus and --plus the \
             same number"
                .into()
        ));
    }
    let options = &arguments.options;
    let job = options.job(arguments.limit.limit)?;
    options.run(&[&job.found], |output, stop, observer| {
        vicinities(&job, &vicinity, output, stop, observer)
    })
}
