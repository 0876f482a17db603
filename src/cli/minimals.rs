//! `gradus minimals`: the minimal puzzles inside puzzles.

use anyhow::Result;
use clap::Args;

use super::exit::ExitStatus;
use super::lines::LineOptions;
use super::messages::print_warning;
use crate::convert::{Which, all_minimals};
use crate::io::counted;

/// The number of puzzles to list if they have too many minimals.
const LISTED: usize = 5;

/// Write all minimal puzzles inside each puzzle.
///
/// A minimal puzzle has one solution, but several if any clue is deleted. The minimals of a
/// puzzle are written in alphabetical order, one per line, with its comment. If it has more
/// than --max-per-puzzle, the same N of them are always written, with a warning.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus minimals puzzles.txt
  gradus minimals puzzles.txt --sample 100
  gradus minimals puzzles.txt --max-per-puzzle 1000 -o minimals.txt.zst")]
pub(super) struct Arguments {
    /// Most minimals per puzzle
    #[arg(long, value_name = "N", default_value_t = 100_000, alias = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    max_per_puzzle: u64,

    /// Delete redundant clues at random N times instead
    ///
    /// Minimals that are found twice are written once
    #[arg(long, value_name = "N", conflicts_with = "max_per_puzzle", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// Random seed of --sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,

    #[command(flatten)]
    lines: LineOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let which = match arguments.sample {
        Some(draws) => Which::Sample {
            draws: number(draws),
            seed: arguments.seed,
        },
        None => Which::All {
            limit: number(arguments.max_per_puzzle),
        },
    };
    let mut incomplete = Vec::new();
    let status = arguments
        .lines
        .convert(|job, output, control| all_minimals(job, which, output, &mut incomplete, control));
    if !incomplete.is_empty() {
        warn_incomplete(&incomplete, arguments.max_per_puzzle);
    }
    status
}

/// Warns about puzzles with more minimals than the limit.
fn warn_incomplete(puzzles: &[String], limit: u64) {
    let many = puzzles.len() as u64;
    let (have, of_each) = match many {
        1 => ("has", ""),
        _ => ("have", " of each"),
    };
    let mut text = format!(
        "{} {have} more than {}: wrote only {limit}{of_each} (raise --max-per-puzzle, or use \
         --sample)",
        counted(many, "puzzle"),
        counted(limit, "minimal"),
    );
    for puzzle in puzzles.iter().take(LISTED) {
        text += &format!("\n  {puzzle}");
    }
    if puzzles.len() > LISTED {
        text += &format!("\n  and {} more", puzzles.len() - LISTED);
    }
    print_warning(&text);
}
