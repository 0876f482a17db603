//! The search for resolution paths, in which every elimination has its pattern: fit to be read by
//! people and to be checked. Where no rule leads to the solution, Trial and Error does, and each
//! trial has its refutation; [`trials()`] reports in numbers what it does.

mod ladder;
mod order;
mod prove;
mod refutation;
mod simplest;
mod special;
mod steps;
mod trials;
mod walk;

pub use prove::{path_of, path_with_patterns, prove, rating_in, trials_after};
pub use steps::{CountedPath, FewSteps, NoSteps, StepGoal, StepRules, few_steps};
pub use trials::{TrialLevel, TrialsReport, trials};
pub use walk::{follow, resolve};
