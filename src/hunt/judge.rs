//! The judge takes puzzles through the cascade.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::cascade::{Stage, StageTally};
use super::spec::Job;
use super::target::{CheapTest, Scorer};
use crate::job::Error;
use crate::table::Row;
use gradus_engine::rating::{
    Above, Bound, Classification, Name, Names, Rating, Request, Status, above, bound, classify,
};
use gradus_engine::te::Over;
use gradus_hunt::step::by_singles;
use gradus_hunt::{Bars, DepthClass, Score, SolvedPuzzle};
use gradus_puzzles::sudoku::solver::is_minimal;
use gradus_puzzles::sudoku::symmetry::Canoniser;
use gradus_puzzles::sudoku::{CELLS, Puzzle};

/// Takes puzzles through the cascade.
pub(crate) struct HuntJudge<'a> {
    job: &'a Job,
    scorer: Scorer,
    /// The depths that the target is about.
    pub class: DepthClass,
    /// A test that is cheaper than the target.
    test: Option<CheapTest>,
    /// True if puzzles with the same expansion can differ in value.
    sees_givens: bool,
}

/// A puzzle that is judged if it is new.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPuzzle {
    /// The puzzle and its solution.
    pub position: SolvedPuzzle,
    /// The key that it shares with all puzzles of the same value.
    pub key: u128,
}

/// The result for a new puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Judgement {
    /// It did not pass a stage.
    Stopped(Stage),
    /// It passed all stages.
    Found(Box<PassedPuzzle>),
}

/// A puzzle that passed all stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PassedPuzzle {
    /// The puzzle and its numbers; the row has no number yet.
    pub row: Row,
    /// The key of its solution grid.
    pub solution: u128,
    /// Its value in thousandths.
    pub value: i64,
    /// The tie-breaker in thousandths.
    pub tie: i64,
}

impl PassedPuzzle {
    pub(crate) fn score(&self) -> Score {
        let (value, tie) = (self.value, self.tie);
        Score { value, tie }
    }
}

impl<'a> HuntJudge<'a> {
    pub(crate) fn new(job: &'a Job) -> Result<HuntJudge<'a>, Error> {
        Ok(HuntJudge {
            job,
            scorer: job.scorer()?,
            class: job.target.class(),
            test: job.target.cheap_test(),
            sees_givens: job.target.sees_givens(),
        })
    }

    /// The candidate that a position is, unless Singles solve it, or it is not minimal and
    /// must be.
    pub(crate) fn candidate(
        &self,
        position: &SolvedPuzzle,
        canoniser: &mut Canoniser,
    ) -> Option<NewPuzzle> {
        if self.job.minimal && !is_minimal(&position.puzzle, &position.solution) {
            return None;
        }
        let expansion = by_singles(position)?;
        if expansion.puzzle.filled() == CELLS {
            return None;
        }
        let keyed = if self.sees_givens {
            position
        } else {
            &expansion
        };
        let (_, key) = keyed.canonical(canoniser);
        Some(NewPuzzle {
            position: *position,
            key: key.0,
        })
    }

    /// Judges a puzzle that is new, and counts the time that each stage took.
    pub(crate) fn judge(
        &self,
        position: &SolvedPuzzle,
        bars: &Bars,
        times: &mut StageTally,
    ) -> Judgement {
        let mut clock = Clock(Instant::now());
        let in_class = self.bar_decides_class() || self.class.has(position);
        clock.stop(Stage::Depth, times);
        if !in_class {
            return Judgement::Stopped(Stage::Depth);
        }
        let mut canoniser = Canoniser::default();
        let solution = position.solution_key(&mut canoniser).0;
        let (canonical, _) = position.canonical(&mut canoniser);
        let puzzle = Puzzle::Givens(canonical.puzzle);
        let bar = bars.of(solution).max(self.job.least);
        let passed = match self.job.bounds_below {
            Some(limit) => self.bounded(&puzzle, &canonical, bar, limit),
            None => self.passed(&puzzle, &canonical, bar).map(|()| None),
        };
        clock.stop(Stage::Bar, times);
        let found = match passed {
            Err(stage) => return Judgement::Stopped(stage),
            Ok(None) => classify(&puzzle, &self.job.request).ok(),
            Ok(Some(at_most)) => self.classify_with(&puzzle, at_most),
        };
        let found = found.and_then(|numbers| self.scored(&puzzle, solution, numbers));
        clock.stop(Stage::Value, times);
        let enough = |found: &PassedPuzzle| bar.is_none_or(|bar| found.value >= bar);
        match found.filter(enough) {
            Some(found) => Judgement::Found(Box::new(found)),
            None => Judgement::Stopped(Stage::Value),
        }
    }

    /// Returns true if the test of the bar also decides the class:
    /// braids solve exactly the puzzles of T&E(1).
    fn bar_decides_class(&self) -> bool {
        let solved = DepthClass {
            over: Over::Singles,
            least: 1,
            most: Some(1),
        };
        self.test == Some(CheapTest::Rating(Name::B)) && self.class == solved
    }

    /// Checks that a puzzle may reach a bar, or returns the stage that stops it.
    fn passed(
        &self,
        puzzle: &Puzzle,
        position: &SolvedPuzzle,
        bar: Option<i64>,
    ) -> Result<(), Stage> {
        let Some(test) = self.test else {
            return Ok(());
        };
        // Any braid is above 0.
        let below = match bar {
            Some(bar) => below(bar),
            None if self.bar_decides_class() => 0,
            None => return Ok(()),
        };
        let (name, below) = match test {
            CheapTest::Rating(name) => (name, below),
            CheapTest::Gap(name, less) => match self.value(puzzle, less) {
                Some(value) => (name, below + i64::from(value)),
                None => return Err(Stage::Bar),
            },
        };
        let below = match usize::try_from(below) {
            Ok(below) => below,
            Err(_) if self.bar_decides_class() => 0,
            Err(_) => return Ok(()),
        };
        let solution = position.solution.labels();
        match above(puzzle, &solution, name, below, self.job.request.limits) {
            Ok(Above::Yes) => Ok(()),
            Ok(Above::Infinite) if self.bar_decides_class() => Err(Stage::Depth),
            _ => Err(Stage::Bar),
        }
    }

    /// The same for B if upper bounds stand for values below a limit: the bound, or `None` if the
    /// exact value is needed.
    fn bounded(
        &self,
        puzzle: &Puzzle,
        position: &SolvedPuzzle,
        bar: Option<i64>,
        limit: usize,
    ) -> Result<Option<usize>, Stage> {
        let below = bar.map_or(0, |bar| usize::try_from(below(bar)).unwrap_or(0));
        let solution = position.solution.labels();
        let at_most = match bound(puzzle, &solution, below) {
            Ok(Bound::AtMost(at_most)) if at_most > below => at_most,
            Ok(Bound::Infinite) => return Err(Stage::Depth),
            _ => return Err(Stage::Bar),
        };
        if at_most < limit {
            return Ok(Some(at_most));
        }
        match above(
            puzzle,
            &solution,
            Name::B,
            limit - 1,
            self.job.request.limits,
        ) {
            Ok(Above::Yes) => Ok(None),
            // Not above, so this is an upper bound too.
            Ok(Above::No) if limit - 1 > below => Ok(Some(limit - 1)),
            _ => Err(Stage::Bar),
        }
    }

    /// A rating, if it is finite; from below if it is not exact.
    fn value(&self, puzzle: &Puzzle, name: Name) -> Option<u8> {
        let request = Request {
            names: Names::from_iter([name]),
            limits: self.job.request.limits,
        };
        let rating = classify(puzzle, &request).ok()?.rating(name)?;
        let is_known = matches!(rating.status, Status::Exact | Status::Lower);
        rating.value.filter(|_| is_known)
    }

    /// The ratings of a find, with a known upper bound of B instead of B.
    fn classify_with(&self, puzzle: &Puzzle, at_most: usize) -> Option<Classification> {
        let names = &self.job.request.names;
        let others = Request {
            names: Names::new(names.iter().filter(|name| *name != Name::B), names.facts()),
            limits: self.job.request.limits,
        };
        let mut numbers = classify(puzzle, &others).ok()?;
        let rating = |name: Name| match name {
            Name::B => Some((name, Rating::upper(at_most))),
            _ => numbers.rating(name).map(|rating| (name, rating)),
        };
        numbers.ratings = names.iter().map(rating).collect::<Option<_>>()?;
        Some(numbers)
    }

    fn scored(
        &self,
        puzzle: &Puzzle,
        solution: u128,
        numbers: Classification,
    ) -> Option<PassedPuzzle> {
        let row = Row {
            puzzle: puzzle.to_string(),
            ..Row::from(&numbers)
        };
        let Score { value, tie } = self.scorer.score(&row)?;
        Some(PassedPuzzle {
            row,
            solution,
            value,
            tie,
        })
    }
}

/// The largest integer below a bar in thousandths.
fn below(bar: i64) -> i64 {
    (bar - 1).div_euclid(1000)
}

/// Measures one stage after the other.
struct Clock(Instant);

impl Clock {
    fn stop(&mut self, stage: Stage, times: &mut StageTally) {
        let now = Instant::now();
        times.spend(stage, now - self.0);
        self.0 = now;
    }
}
