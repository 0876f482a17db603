//! Explains the rating of a puzzle by a resolution path or the trials of a class, as text,
//! as pictures and as a record; also checks records.

mod check_text;
mod deletion;
mod examined;
mod explanation;
mod few_steps;
mod html;
mod page;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "polars")]
mod rule_counts;
mod scene;
mod scene_labels;
mod scene_step;
mod state_line;
mod theory;

pub use check_text::{CheckedText, NotAccepted, check_text};
pub(crate) use deletion::without;
pub(crate) use examined::{CONTRADICTION, examined_row, examined_text};
pub use explanation::{Explanation, SavedExplanation, Unexplained};
pub(crate) use explanation::{NotOnePuzzle, only_puzzle, trials_summary};
pub(crate) use few_steps::few_steps_text;
pub(crate) use html::page as html_page;
pub use html::{NoPage, VIEWER};
pub(crate) use page::PathPage;
#[cfg(feature = "png")]
pub(crate) use png::png;
#[cfg(feature = "polars")]
pub(crate) use rule_counts::{RuleCounts, RuleFrequency};
pub use scene::Scene;
pub use theory::{ExplainTarget, UnknownTarget, path_theories, trial_classes};
