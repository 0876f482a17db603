//! The cascade: the tests of a puzzle, from cheap to expensive, with their counts and times.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A stage of the cascade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// A move is made: all its puzzles have one solution.
    Made,
    /// Is it minimal, if it must be, and not solved by Singles?
    Singles,
    /// Is its expansion new, up to isomorphism?
    New,
    /// Is its T&E depth in the class of the target?
    Depth,
    /// Is the rating above the bar?
    Bar,
    /// Is the value of the target high enough?
    Value,
}

impl Stage {
    /// All of them, in order.
    pub(crate) const ALL: [Stage; 6] = [
        Stage::Made,
        Stage::Singles,
        Stage::New,
        Stage::Depth,
        Stage::Bar,
        Stage::Value,
    ];

    /// Its name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Stage::Made => "made",
            Stage::Singles => "beyond Singles",
            Stage::New => "new",
            Stage::Depth => "T&E depth",
            Stage::Bar => "above the bar",
            Stage::Value => "value",
        }
    }
}

/// The counts and times of the stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageTally {
    passed: [u64; Stage::ALL.len()],
    time: [Duration; Stage::ALL.len()],
}

impl StageTally {
    /// Counts puzzles that passed a stage.
    pub(crate) fn pass(&mut self, stage: Stage, count: u64) {
        self.passed[stage as usize] += count;
    }

    /// Counts a puzzle that stopped at a stage after [`Stage::New`], or passed all.
    pub(crate) fn judged(&mut self, stopped: Option<Stage>) {
        for stage in [Stage::Depth, Stage::Bar, Stage::Value] {
            if stopped.is_some_and(|stopped| stopped <= stage) {
                return;
            }
            self.pass(stage, 1);
        }
    }

    /// Adds time that a stage took.
    pub(crate) fn spend(&mut self, stage: Stage, time: Duration) {
        self.time[stage as usize] += time;
    }

    /// Adds the times of another tally.
    pub(crate) fn add_times(&mut self, other: &StageTally) {
        for (time, more) in self.time.iter_mut().zip(other.time) {
            *time += more;
        }
    }

    /// The number of puzzles that passed a stage.
    pub fn passed(&self, stage: Stage) -> u64 {
        self.passed[stage as usize]
    }

    /// The time that a stage took, on all cores together.
    pub(crate) fn time(&self, stage: Stage) -> Duration {
        self.time[stage as usize]
    }

    /// The number of puzzles that reached a stage.
    pub(crate) fn came(&self, stage: Stage) -> u64 {
        match stage {
            Stage::Made => self.passed(stage),
            _ => self.passed[stage as usize - 1],
        }
    }
}
