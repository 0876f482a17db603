//! `gradus minimals`: the minimal puzzles inside puzzles.

use anyhow::Result;
use clap::Args;

use super::convert::ConvertOptions;
use super::{Outcome, complain};
use crate::convert::{Which, all_minimals};
use crate::io::number::counted;

/// Puzzles with more minimals than the limit that are listed.
const LISTED: usize = 5;

/// Write all minimal puzzles that puzzles contain, one a line with the comment.
///
/// A minimal puzzle has one solution, and several without any one of its clues. Those of
/// a puzzle are written in alphabetical order. Where there are more than --limit, some of
/// them are written, always the same, and a warning says so.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus minimals expanded.txt
  gradus minimals expanded.txt --limit 1000 -o minimals.txt.zst
  gradus minimals grids.txt --sample 100 --seed 1")]
pub(super) struct Arguments {
    /// The most minimals of one puzzle
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Instead of all, those that come of deleting redundant clues N times in random
    /// order; what comes twice is written once
    #[arg(long, value_name = "N", conflicts_with = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The same seed gives the same sample of the same puzzle
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,

    #[command(flatten)]
    options: ConvertOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let options = &arguments.options;
    let job = options.job(None)?;
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let which = match arguments.sample {
        Some(draws) => Which::Sample {
            draws: number(draws),
            seed: arguments.seed,
        },
        None => Which::All {
            limit: number(arguments.limit),
        },
    };
    let mut incomplete = Vec::new();
    let outcome = options.run(&[&job.found], |output, stop, observer| {
        all_minimals(&job, which, output, &mut incomplete, stop, observer)
    });
    if !incomplete.is_empty() {
        let many = incomplete.len() as u64;
        let (have, of_each) = match many {
            1 => ("has", ""),
            _ => ("have", " of each"),
        };
        let mut text = format!(
            "{} {have} more than {}: only so many{of_each} are written; raise --limit, or use \
             --sample",
            counted(many, "puzzle"),
            counted(arguments.limit, "minimal"),
        );
        for puzzle in incomplete.iter().take(LISTED) {
            text += &format!("\n  {puzzle}");
        }
        if incomplete.len() > LISTED {
            text += &format!("\n  and {} more", incomplete.len() - LISTED);
        }
        complain(&text);
    }
    outcome
}
