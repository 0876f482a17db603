//! The progress of a hunt, as an observer sees it: the best find with its age, the bar, and
//! the counts of the cascade.

use std::fmt;
use std::time::Instant;

use super::cascade::{Stage, StageTally};
use super::spec::Job;
use super::state::HuntState;
use super::target::shown;
use crate::job::{Observer, Snapshot};

/// The progress of a run.
pub(super) struct HuntProgress<'a> {
    job: &'a Job,
    start: Instant,
    /// Puzzles that were made before this run.
    before: u64,
    /// When the best find was found, if in this run.
    pub(super) rise: Option<Instant>,
}

impl<'a> HuntProgress<'a> {
    pub(super) fn new(job: &'a Job, state: &HuntState) -> Self {
        HuntProgress {
            job,
            start: Instant::now(),
            before: state.tally.passed(Stage::Made),
            rise: None,
        }
    }

    /// Reports the progress to an observer.
    pub(super) fn show(&self, state: &HuntState, times: &StageTally, observer: &mut dyn Observer) {
        let note = Note {
            progress: self,
            state,
            times,
        };
        observer.progress(&Snapshot {
            rows: state.tally.passed(Stage::Made),
            rows_before: self.before,
            rejected: 0,
            share: self.share(state),
            waiting: None,
            note: Some(&note),
        });
    }

    /// The finished fraction of the hunt, if its end is known.
    fn share(&self, state: &HuntState) -> Option<f64> {
        let stops = &self.job.stops;
        let share =
            |limit: Option<u64>, count: u64| limit.map(|limit| count as f64 / limit.max(1) as f64);
        let time = stops.time.map(|time| {
            let passed = self.start.elapsed().as_secs_f64();
            passed / time.as_secs_f64().max(0.001)
        });
        let shares = [
            time,
            share(stops.generations, state.generation),
            share(stops.finds, state.rows),
            share(stops.tried, state.tally.passed(Stage::Made)),
        ];
        shares.into_iter().flatten().reduce(f64::max)
    }
}

/// The note after the number of puzzles.
struct Note<'a> {
    progress: &'a HuntProgress<'a>,
    state: &'a HuntState,
    times: &'a StageTally,
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "generation {}", self.state.generation)?;
        if let Some(best) = self.state.best() {
            let job = self.progress.job;
            let (formula, value) = (&job.target.formula, job.shown(best.score.value));
            write!(f, ", best {formula} {value} (")?;
            write!(f, "{} clues", best.row.clues)?;
            let names = job.request.names.iter();
            for (name, rating) in names.zip(&best.row.ratings) {
                write!(f, ", {name} {rating}")?;
            }
            write!(f, ")")?;
            match self.progress.rise {
                Some(rise) => write!(f, " {} s ago", rise.elapsed().as_secs())?,
                None => write!(f, " in an earlier run")?,
            }
        }
        if let Some(bar) = self.state.current.bars.all {
            // "More than n" is stored as n and a thousandth.
            match bar.rem_euclid(1000) {
                1 => write!(f, ", bar > {}", shown(bar - 1))?,
                _ => write!(f, ", bar {}", shown(bar))?,
            }
        }
        for stage in [Stage::New, Stage::Depth, Stage::Bar, Stage::Value] {
            write!(f, ", {} {}", stage.word(), self.state.tally.passed(stage))?;
        }
        let times = Stage::ALL.map(|stage| self.times.time(stage).as_secs_f64());
        let total: f64 = times.iter().sum();
        if total > 0.0 {
            let shares = times.map(|time| format!("{:.0}", 100.0 * time / total));
            write!(f, ", time {} %", shares.join("/"))?;
        }
        Ok(())
    }
}
