//! A hunt as data: its target, its options, when it stops, and its outcome.

use std::path::PathBuf;
use std::time::Duration;

use super::cascade::StageTally;
use super::target::{Scorer, Target, shown};
use crate::expression::Formula;
use crate::job::inputs::digested;
use crate::job::{Error, cores, lines};
use crate::table::Asked;
use crate::table::{Hunt, JobKind};
use gradus_engine::rating::{Names, Request};
use gradus_generate::Generator;
use gradus_hunt::Move;
use gradus_path::{ShownValue, Status};

/// A hunt.
#[derive(Debug)]
pub struct Job {
    /// The expression to maximise.
    pub target: Target,
    /// The expression that decides between equal values.
    pub tie: Option<Formula>,
    /// The least value of a find, in thousandths.
    pub least: Option<i64>,
    /// Upper bounds of B stand for values below this. Only for targets that accept bounds.
    pub bounds_below: Option<usize>,
    /// True if only minimal puzzles count.
    pub minimal: bool,
    /// The files with seeds.
    pub seeds: Option<lines::Job>,
    /// The number of random puzzles at the start.
    pub random: u64,
    /// Their generator.
    pub generator: Generator,
    /// The seed of all random choices.
    pub seed: u64,
    /// The moves.
    pub moves: Vec<Move>,
    /// The size of the population.
    pub population: usize,
    /// The most puzzles in the population with the same solution grid.
    pub quota: usize,
    /// Generations without a better find after which the population is emptied.
    pub restart_after: Option<u64>,
    /// The ratings of the finds, including those of the target, and their limits.
    pub request: Request,
    /// Bytes of memory for the keys of known puzzles.
    pub memory: u64,
    /// Number of threads.
    pub threads: usize,
    /// The file for the best finds while the hunt runs.
    pub watch: Option<PathBuf>,
    /// True if the table is sorted by value.
    pub sorted: bool,
    /// When it stops.
    pub stops: Stops,
}

/// When a hunt stops, unless it runs out of new puzzles first.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// After this time.
    pub time: Option<Duration>,
    /// After this many generations.
    pub generations: Option<u64>,
    /// After this many finds.
    pub finds: Option<u64>,
    /// After moves have made this many puzzles.
    pub tried: Option<u64>,
    /// When a find is worth this, in thousandths.
    pub goal: Option<i64>,
}

/// Why a hunt stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// It reached its number of generations, finds or puzzles.
    Enough,
    /// A find reached the goal.
    Goal,
    /// It ran out of new puzzles.
    Closure,
    /// The time is up.
    Time,
    /// It was stopped by the user.
    Asked,
    /// It was already complete.
    #[default]
    WasDone,
}

/// The outcome of a hunt.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Why it stopped.
    pub why: StopReason,
    /// The number of finds.
    pub finds: u64,
    /// The number of complete generations.
    pub generations: u64,
    /// The counts of the stages, and their times in this run.
    pub tally: StageTally,
    /// The best find: its value, puzzle and row.
    pub best: Option<(String, String, u64)>,
    /// The number of rejected input lines.
    pub rejected: u64,
    /// The moves with their shares of the earnings.
    pub moves: Vec<(String, f64)>,
}

impl Job {
    /// A hunt for a target with the usual choices, which never stops by itself. A hunt for
    /// T&E depth prefers a larger B.
    pub fn new(target: Target, tie: Option<Formula>, minimal: bool, ratings: &Names) -> Job {
        let is_depth = target.formula == Formula::named("te");
        let tie = tie.or_else(|| is_depth.then(|| Formula::named("b")));
        Job {
            request: Request {
                names: target.names(tie.as_ref(), ratings),
                ..Request::default()
            },
            moves: Move::usual(target.toward(minimal)),
            target,
            tie,
            least: None,
            bounds_below: None,
            minimal,
            seeds: None,
            random: 0,
            generator: Generator::TopDown,
            seed: 0,
            population: 300,
            quota: 8,
            restart_after: None,
            memory: 1 << 30,
            threads: cores(),
            watch: None,
            sorted: false,
            stops: Stops::default(),
        }
    }

    /// The request. The stop limits are not part of it: a hunt may be resumed to run longer.
    pub(super) fn asked(&self) -> Result<Asked, Error> {
        let seeds = self.seeds.as_ref();
        let hunt = Hunt {
            target: self.target.to_string(),
            tie: self.tie.as_ref().map(Formula::to_string),
            least: self.least.map(shown),
            bounds_below: self.bounds_below.map(|limit| limit as u64),
            minimal: self.minimal,
            seed: self.seed,
            random: self.random,
            generator: self.generator.to_string(),
            moves: self.moves.iter().map(Move::to_string).collect(),
            population: self.population as u64,
            quota: self.quota as u64,
            restart_after: self.restart_after,
        };
        Ok(Asked {
            limit: seeds.and_then(|seeds| seeds.limit),
            column: seeds.and_then(|seeds| seeds.reading.column.clone()),
            inputs: digested(seeds.iter().flat_map(|seeds| &seeds.found.sources))?,
            ..Asked::rating(JobKind::Hunt(hunt), &self.request)
        })
    }

    /// Scores finds.
    pub(super) fn scorer(&self) -> Result<Scorer, Error> {
        let (tie, names) = (self.tie.as_ref(), &self.request.names);
        let takes_bounds = self.bounds_below.is_some();
        Ok(Scorer::new(&self.target, tie, names, takes_bounds)?)
    }

    /// A value as shown to the user.
    pub(super) fn shown(&self, value: i64) -> String {
        let status = match self.bounds_below {
            Some(limit) if value < 1000 * limit as i64 => Status::Upper,
            _ => Status::Exact,
        };
        let value = Some(shown(value));
        ShownValue { status, value }.to_string()
    }
}
