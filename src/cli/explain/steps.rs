//! `gradus explain --few-steps`: solutions in few chains.

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::cli::options::TimedLimitsOptions;
use crate::explain::few_steps_text;
use gradus_csp::{Instance, Style, deadline};
use gradus_engine::backdoor::{ChainKind, NoStep};
use gradus_engine::proof::{StepGoal, StepRules, few_steps};
use gradus_path::Record;

#[derive(Args)]
pub(super) struct StepOptions {
    /// Find solutions in few chains: one, two, fewest
    ///
    /// A step is a chain that eliminates one candidate; rules of --modulo do not count. one and
    /// two list all solutions, fewest searches for a short one. Tries chains up to length 8, or
    /// --max-length
    #[arg(long, value_name = "WHICH", alias = "steps", value_enum, conflicts_with_all = ["theory", "step", "show_state", "files", "all_singles", "check"])]
    few_steps: Option<StepsMode>,

    /// With --few-steps: whips, z (z-chains) or bc (bivalue chains)
    #[arg(long, value_name = "CHAINS", requires = "few_steps")]
    #[arg(default_value = "whips", hide_short_help = true)]
    chains: ChainKind,

    /// With --few-steps: rules that do not count, w1, s2, s3 or s
    ///
    /// w1 is Singles and whips[1]; s2, s3 and s add Subsets up to size 2, 3, 4
    #[arg(long, value_name = "THEORY", requires = "few_steps")]
    #[arg(default_value = "w1", value_parser = modulo, hide_short_help = true)]
    modulo: NoStep,

    /// With --few-steps fewest: number of tries
    #[arg(long, value_name = "N", requires = "few_steps", default_value_t = 20, hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,

    /// With --few-steps fewest: random seed
    #[arg(long, value_name = "S", requires = "few_steps", default_value_t = 1)]
    #[arg(hide_short_help = true)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum StepsMode {
    One,
    Two,
    Fewest,
}

/// The longest chains, unless --max-length says otherwise.
const LONGEST: u8 = 8;

fn modulo(word: &str) -> Result<NoStep, String> {
    match word.parse() {
        Ok(NoStep::Brt) | Err(_) => Err("expected w1, s2, s3 or s".to_string()),
        Ok(theory) => Ok(theory),
    }
}

impl StepOptions {
    /// The output, or `None` if few steps are not requested.
    pub(super) fn run(
        &self,
        puzzle: &dyn Instance,
        limits: &TimedLimitsOptions,
        json: bool,
        style: Style,
    ) -> Result<Option<String>> {
        let (tries, seed) = (self.tries, self.seed);
        let wanted = match self.few_steps {
            None => return Ok(None),
            Some(StepsMode::One) => StepGoal::One,
            Some(StepsMode::Two) => StepGoal::Two,
            Some(StepsMode::Fewest) => StepGoal::Fewest { tries, seed },
        };
        let rules = StepRules {
            no_step: self.modulo,
            kind: self.chains,
            max_length: limits.max_length().unwrap_or(LONGEST).into(),
            budget: limits.limits().budget,
        };
        let timeout = limits.limits().timeout;
        let found = deadline::within(timeout, || few_steps(puzzle, rules, wanted))?;
        if !json {
            return Ok(Some(few_steps_text(puzzle, &rules, wanted, &found, style)));
        }
        let mut lines = String::new();
        for solution in &found.solutions {
            let record = Record::new(puzzle, &solution.path, None);
            lines += &(serde_json::to_string(&record)? + "\n");
        }
        Ok(Some(lines))
    }
}
