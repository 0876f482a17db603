//! Solutions in few steps, modulo a theory whose steps do not count: all with one or two
//! steps, or a short one that is sought at random. Manual of CSP-Rules 3.8 and 13.1 to 13.12.
//!
//! A step is a chain that eliminates one candidate, its target.

mod descent;
mod one_two;
mod shown;

use crate::backdoor::{ChainKind, NoStep};
use crate::kernel::{Kernel, initial_state};
use crate::rating::{Rejection, solution_within};
use crate::rules::budget::OutOfBudget;
use crate::with_kernel;
use gradus_csp::Instance;
use gradus_path::{Family, Path, PathTheory};
use thiserror::Error;

/// The definition of a step, and the theory whose steps are not counted.
#[derive(Clone, Copy, Debug)]
pub struct StepRules {
    /// The theory whose steps do not count, whips\[1\] or more.
    pub no_step: NoStep,
    /// The chains that make steps.
    pub kind: ChainKind,
    /// The longest of them.
    pub max_length: usize,
    /// Search nodes for each candidate.
    pub budget: u64,
}

impl StepRules {
    /// The theory of paths that have such steps.
    pub fn theory(&self) -> PathTheory {
        match self.no_step {
            NoStep::Brt | NoStep::W1 => self.kind.theory(),
            NoStep::S2 | NoStep::S3 | NoStep::S => PathTheory::SubsetsAnd(Family::WHIP),
        }
    }
}

/// The requested solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepGoal {
    /// All with one step.
    One,
    /// All with two steps.
    Two,
    /// The best of some tries at random.
    Fewest {
        /// How many tries.
        tries: u32,
        /// The seed of the random choices.
        seed: u64,
    },
}

/// A path, and how many of its steps count.
#[derive(Clone, Debug)]
pub struct CountedPath {
    /// The path, with the steps that do not count.
    pub path: Path,
    /// Where in it the steps are that count.
    pub steps: Vec<usize>,
}

/// The solutions, and counts of candidates.
#[derive(Clone, Debug)]
pub struct FewSteps {
    /// Candidates left by the theory whose steps do not count.
    pub left: usize,
    /// How many of them are anti-backdoors.
    pub anti_backdoors: usize,
    /// How many can be erased; where one step is wanted, of the anti-backdoors.
    pub erasable: usize,
    /// How many pairs of them are anti-backdoors together, and how many of these have a
    /// candidate that can be erased; where two steps are wanted.
    pub pairs: Option<(usize, usize)>,
    /// How many steps each try needed that came to the solution.
    pub tries: Vec<usize>,
    /// The solutions, those with the shortest chains first.
    pub solutions: Vec<CountedPath>,
}

/// The reason why there are no results.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoSteps {
    /// The puzzle does not have one solution.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The search for chains came to no end.
    #[error("the search for chains came to no end: give a larger --budget or a smaller --length")]
    Budget,
}

impl From<OutOfBudget> for NoSteps {
    fn from(_: OutOfBudget) -> Self {
        NoSteps::Budget
    }
}

/// Solutions in few steps of a puzzle with one solution.
pub fn few_steps(
    puzzle: &dyn Instance,
    rules: StepRules,
    wanted: StepGoal,
) -> Result<FewSteps, NoSteps> {
    with_kernel!(puzzle, |kernel| {
        let initial = initial_state(kernel, puzzle).map_err(Rejection::from)?;
        let truth = kernel.set_of(solution_within(puzzle, rules.budget)?);
        let ground = shown::StepsModulo::new(kernel, rules, initial, &truth);
        match wanted {
            StepGoal::One => one_two::one(&ground),
            StepGoal::Two => one_two::two(&ground),
            StepGoal::Fewest { tries, seed } => descent::fewest(&ground, tries, seed),
        }
    })
}
