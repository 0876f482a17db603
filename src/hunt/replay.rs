//! A hunt built again from its journal.

use std::path::Path;

use super::description::Description;
use super::frames::Frame;
use super::job::Job;
use super::seen::Seen;
use super::state::State;
use crate::io::overwrite::Existing;
use crate::job::{Error, Journal};
use crate::table::Row;
use gradus_hunt::Position;

/// A hunt that is built again, frame by frame.
pub(super) struct Replay<'a> {
    job: &'a Job,
    seeds: &'a [Position],
    /// Where it is.
    pub(super) state: State,
    /// What becomes of other files where the outputs should go.
    pub(super) existing: Existing,
}

impl<'a> Replay<'a> {
    pub(super) fn new(job: &'a Job, seeds: &'a [Position]) -> Self {
        Replay {
            job,
            seeds,
            state: State::new(job),
            existing: Existing::Keep,
        }
    }

    /// Opens a journal and goes to its end; none if it has no beginning.
    pub(super) fn of(
        &mut self,
        path: &Path,
        now: &Description,
        seen: &mut Seen,
    ) -> Result<Option<Journal<Frame>>, Error> {
        let mut has_begun = false;
        let mut failure = None;
        let journal = Journal::reopen(path, |frame, _| {
            if failure.is_some() {
                return;
            }
            let outcome = match &frame {
                Frame::Hunt(then) => {
                    has_begun = true;
                    same(path, then, now)
                }
                Frame::Opened(opened) => {
                    let mut keys = opened.keys.iter();
                    keys.try_for_each(|key| seen.insert(*key).map(drop))
                }
                _ => Ok(()),
            };
            failure = outcome.err();
            if failure.is_none() {
                self.follow(frame, &mut |_| {});
            }
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(journal.filter(|_| has_begun)),
        }
    }

    /// Goes through the next frame, and shows the finds in it.
    pub(super) fn follow(&mut self, frame: Frame, show: &mut impl FnMut(Row)) {
        match frame {
            Frame::Hunt(_) => return,
            Frame::Replaces => {
                self.existing = Existing::Replace;
                return;
            }
            Frame::Opened(opened) => {
                self.state.plan(self.job, self.seeds);
                self.state.open(opened);
            }
            Frame::Verdicts(verdicts) => {
                let found = verdicts.iter();
                found
                    .filter_map(|verdict| self.state.take(self.job, verdict))
                    .for_each(show);
            }
        }
        if self.state.is_judged() {
            self.state.close(self.job);
        }
    }
}

fn same(path: &Path, then: &Description, now: &Description) -> Result<(), Error> {
    match then.difference(now) {
        None => Ok(()),
        Some(difference) => Err(Error::Changed {
            path: path.to_path_buf(),
            difference,
        }),
    }
}
