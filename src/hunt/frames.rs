//! What the journal of a hunt holds.

use serde::{Deserialize, Serialize};

use super::description::Description;
use super::judge::Verdict;
use super::state::Opened;

/// A part of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// What the hunt is.
    Hunt(Box<Description>),
    /// The outputs may replace what is there.
    Replaces,
    /// A generation begins: its moves are made.
    Opened(Opened),
    /// Verdicts on its new puzzles, in order.
    Verdicts(Vec<Verdict>),
}
