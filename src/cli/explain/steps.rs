//! `gradus explain --steps`: solutions in few steps.

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::explain::few_steps_text;
use gradus_csp::{Instance, Style};
use gradus_engine::backdoor::{ChainKind, NoStep};
use gradus_engine::proof::{StepRules, Wanted, few_steps};
use gradus_engine::rating::Limits;
use gradus_path::Record;

/// Solutions in few steps.
#[derive(Args)]
pub(super) struct StepOptions {
    /// Instead of a path, list all solutions with one or two steps, or look for one with
    /// few. A step is a chain that eliminates one candidate; what --modulo does is not counted
    #[arg(long, value_enum, conflicts_with_all = ["theory", "step", "show_state", "svg", "html", "all_singles", "check"])]
    steps: Option<Steps>,

    /// With --steps, the theory that is not counted: w1 (Singles and whips[1]), s2, s3 or s
    /// (with Subsets up to size 2, 3, 4)
    #[arg(long, value_name = "T0", requires = "steps", default_value = "w1", value_parser = modulo)]
    modulo: NoStep,

    /// With --steps, the chains: whips, z (z-chains) or bc (bivalue chains)
    #[arg(
        long,
        value_name = "CHAINS",
        requires = "steps",
        default_value = "whips"
    )]
    chains: ChainKind,

    /// With --steps, the longest chains
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=99))]
    length: u8,

    /// With --steps fewest, how often to try
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,

    /// With --steps fewest, the seed of the tries
    #[arg(long, value_name = "N", requires = "steps", default_value_t = 1)]
    seed: u64,
}

/// Which solutions.
#[derive(Clone, Copy, ValueEnum)]
enum Steps {
    /// All with one step
    One,
    /// All with two steps
    Two,
    /// The shortest that random steepest descent finds
    Fewest,
}

/// A theory that chains can be counted modulo.
fn modulo(word: &str) -> Result<NoStep, String> {
    match word.parse() {
        Ok(NoStep::Brt) | Err(_) => Err("give w1, s2, s3 or s".to_string()),
        Ok(theory) => Ok(theory),
    }
}

impl StepOptions {
    /// The output, if few steps are asked for.
    pub(super) fn run(
        &self,
        puzzle: &dyn Instance,
        limits: Limits,
        json: bool,
        style: Style,
    ) -> Option<Result<String>> {
        let wanted = match self.steps? {
            Steps::One => Wanted::One,
            Steps::Two => Wanted::Two,
            Steps::Fewest => Wanted::Fewest {
                tries: self.tries,
                seed: self.seed,
            },
        };
        let rules = StepRules {
            no_step: self.modulo,
            kind: self.chains,
            max_length: self.length.into(),
            budget: limits.budget,
        };
        Some(output(puzzle, rules, wanted, json, style))
    }
}

fn output(
    puzzle: &dyn Instance,
    rules: StepRules,
    wanted: Wanted,
    json: bool,
    style: Style,
) -> Result<String> {
    let found = few_steps(puzzle, rules, wanted)?;
    if !json {
        return Ok(few_steps_text(puzzle, &rules, wanted, &found, style));
    }
    let mut lines = String::new();
    for solution in &found.solutions {
        let record = Record::new(puzzle, &solution.path, None);
        lines.push_str(&serde_json::to_string(&record)?);
        lines.push('\n');
    }
    Ok(lines)
}
