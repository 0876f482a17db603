//! Why a puzzle has its rating: a resolution path or the trials of a class, as a page of
//! text, as pictures and as a record; and what the checker says of a record.

mod explanation;
pub mod page;
mod theory;
mod verdict;

pub(crate) use explanation::trials_summary;
pub use explanation::{Explanation, Unexplained};
pub use theory::{Meaning, Theory, UnknownTheory, path_theories, trial_classes};
pub use verdict::{Checked, check_text};
