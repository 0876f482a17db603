//! The frames of a hunt's journal.

use serde::{Deserialize, Serialize};

use super::judge::Verdict;
use super::spec::Job;
use super::state::{HuntState, Opened};
use crate::job::durable::JournalFrame;
use crate::table::Row;
use gradus_hunt::SolvedPuzzle;

/// A frame of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// A generation starts: its moves are made.
    Opened(Opened),
    /// Verdicts on its new puzzles, in order.
    Verdicts(Vec<Verdict>),
}

impl JournalFrame for Frame {
    fn absorb(&mut self, next: Frame) -> Option<Frame> {
        match (self, next) {
            (Frame::Verdicts(verdicts), Frame::Verdicts(more)) => {
                verdicts.extend(more);
                None
            }
            (_, next) => Some(next),
        }
    }
}

/// Brings a hunt to the state after the next frame, and shows the finds in it.
pub(super) fn follow(
    state: &mut HuntState,
    job: &Job,
    seeds: &[SolvedPuzzle],
    frame: Frame,
    show: impl FnMut(Row),
) {
    match frame {
        Frame::Opened(opened) => {
            state.plan(job, seeds);
            state.open(opened);
        }
        Frame::Verdicts(verdicts) => {
            let finds = verdicts
                .iter()
                .filter_map(|verdict| state.take(job, verdict));
            finds.for_each(show);
        }
    }
    if state.is_judged() {
        state.close(job);
    }
}
