//! Why a puzzle has its rating: a resolution path or the trials of a class, as a page of
//! text, as pictures and as a record; and what the checker says of a record.

mod check_text;
mod examined;
mod explanation;
mod few_steps;
pub mod html;
pub mod page;
pub mod scene;
mod scene_labels;
mod scene_step;
mod theory;

pub use check_text::{CheckedText, NotAccepted, check_text};
pub use examined::{CONTRADICTION, examined_row, examined_text};
pub(crate) use explanation::trials_summary;
pub use explanation::{Explanation, Unexplained};
pub use few_steps::few_steps_text;
pub use scene::Scene;
pub use scene_step::{SceneArc, SceneFrame, SceneStep, SceneTrial};
pub use theory::{ExplainTarget, NamedMeaning, UnknownTarget, path_theories, trial_classes};
