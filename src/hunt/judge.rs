//! The judge: takes a puzzle through the cascade.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::cascade::{Stage, Tally};
use super::target::{Question, Scale};
use crate::table::Row;
use gradus_engine::rating::{Above, Name, Names, Request, Status, above, classify};
use gradus_engine::te::Over;
use gradus_hunt::step::by_singles;
use gradus_hunt::{Bars, Class, Position, Score};
use gradus_model::sudoku::solver::is_minimal;
use gradus_model::sudoku::{CELLS, Puzzle};
use gradus_symmetry::Canoniser;

/// Takes puzzles through the cascade.
pub(crate) struct Judge {
    /// What they are worth.
    pub scale: Scale,
    /// The depths that the target is about.
    pub class: Class,
    /// A question that is cheaper than the target.
    pub question: Option<Question>,
    /// The ratings of a find.
    pub request: Request,
    /// Whether only minimal puzzles count.
    pub minimal: bool,
    /// Whether puzzles with the same expansion can be worth different things.
    pub sees_givens: bool,
    /// What a find must be worth at least, in thousandths.
    pub floor: Option<i64>,
}

/// A puzzle that is to be judged if it is new.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Where it is.
    pub position: Position,
    /// What stands for all puzzles that are worth the same.
    pub key: u128,
}

/// What became of a puzzle that is new.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// It did not pass a stage.
    Stopped(Stage),
    /// It passed all.
    Found(Box<Found>),
}

/// A puzzle that passed all stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The puzzle and its numbers; the row has no number yet.
    pub row: Row,
    /// What stands for its solution grid.
    pub solution: u128,
    /// What it is worth, in thousandths.
    pub value: i64,
    /// What decides between equals, in thousandths.
    pub tie: i64,
}

impl Found {
    pub(crate) fn score(&self) -> Score {
        Score {
            value: self.value,
            tie: self.tie,
        }
    }
}

impl Judge {
    /// The candidate that a position is, unless Singles solve it, or it is not minimal and
    /// must be.
    pub(crate) fn candidate(
        &self,
        position: &Position,
        canoniser: &mut Canoniser,
    ) -> Option<Candidate> {
        if self.minimal && !is_minimal(&position.puzzle, &position.solution) {
            return None;
        }
        let expansion = by_singles(position)?;
        if expansion.puzzle.filled() == CELLS {
            return None;
        }
        let keyed = match self.sees_givens {
            true => position,
            false => &expansion,
        };
        let (_, key) = keyed.canonical(canoniser);
        let position = *position;
        Some(Candidate {
            position,
            key: key.0,
        })
    }

    /// Judges a puzzle that is new, and counts the time that each stage took.
    pub(crate) fn verdict(&self, position: &Position, bars: &Bars, times: &mut Tally) -> Verdict {
        let mut clock = Clock(Instant::now());
        let in_class = self.bar_decides_class() || self.class.has(position);
        clock.stop(Stage::Depth, times);
        if !in_class {
            return Verdict::Stopped(Stage::Depth);
        }
        let mut canoniser = Canoniser::default();
        let solution = position.solution_key(&mut canoniser).0;
        let (canonical, _) = position.canonical(&mut canoniser);
        let puzzle = Puzzle::Givens(canonical.puzzle);
        let bar = bars.of(solution).max(self.floor);
        let stopped = self.stopped(&puzzle, &canonical, bar);
        clock.stop(Stage::Bar, times);
        if let Some(stage) = stopped {
            return Verdict::Stopped(stage);
        }
        let found = self.found(&puzzle, solution);
        clock.stop(Stage::Value, times);
        let enough = |found: &Found| bar.is_none_or(|bar| found.value >= bar);
        match found.filter(enough) {
            Some(found) => Verdict::Found(Box::new(found)),
            None => Verdict::Stopped(Stage::Value),
        }
    }

    /// Whether the question about the bar shows as well whether a puzzle is in the class:
    /// braids solve just the puzzles of T&E(1).
    fn bar_decides_class(&self) -> bool {
        let solved = Class {
            over: Over::Singles,
            least: 1,
            most: Some(1),
        };
        self.question == Some(Question::Rating(Name::B)) && self.class == solved
    }

    /// The stage at which a puzzle is stopped that does not reach a bar for sure.
    fn stopped(&self, puzzle: &Puzzle, position: &Position, bar: Option<i64>) -> Option<Stage> {
        let question = self.question?;
        // The largest whole number below the bar; any braid is above 0.
        let below = match bar {
            Some(bar) => (bar - 1).div_euclid(1000),
            None if self.bar_decides_class() => 0,
            None => return None,
        };
        let (name, below) = match question {
            Question::Rating(name) => (name, below),
            Question::Gap(name, less) => match self.value(puzzle, less) {
                Some(value) => (name, below + i64::from(value)),
                None => return Some(Stage::Bar),
            },
        };
        let below = match usize::try_from(below) {
            Ok(below) => below,
            Err(_) if self.bar_decides_class() => 0,
            Err(_) => return None,
        };
        let solution = position.solution.labels();
        let answer = above(puzzle, &solution, name, below, self.request.limits);
        match answer {
            Ok(Above::Yes) => None,
            Ok(Above::Infinite) if self.bar_decides_class() => Some(Stage::Depth),
            _ => Some(Stage::Bar),
        }
    }

    /// A rating, if it is finite; from below if it is not exact.
    fn value(&self, puzzle: &Puzzle, name: Name) -> Option<u8> {
        let request = Request {
            names: Names::from_iter([name]),
            limits: self.request.limits,
        };
        let rating = classify(puzzle, &request).ok()?.rating(name)?;
        let is_known = matches!(rating.status, Status::Exact | Status::Lower);
        rating.value.filter(|_| is_known)
    }

    fn found(&self, puzzle: &Puzzle, solution: u128) -> Option<Found> {
        let numbers = classify(puzzle, &self.request).ok()?;
        let row = Row::new(0, puzzle.to_string(), None, &numbers);
        let score = self.scale.score(&row)?;
        Some(Found {
            row,
            solution,
            value: score.value,
            tie: score.tie,
        })
    }
}

/// Measures one stage after the other.
struct Clock(Instant);

impl Clock {
    fn stop(&mut self, stage: Stage, times: &mut Tally) {
        let now = Instant::now();
        times.spend(stage, now - self.0);
        self.0 = now;
    }
}
