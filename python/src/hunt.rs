//! Hunts: their choices, and what they tell at the end.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use gradus::expression::Formula;
use gradus::generators::Generator;
use gradus::hunt::{Job, Outcome, Stage, StopReason, Stops, Target};
use gradus::hunting::Move;
use gradus::input::ReadOptions;
use gradus::io::find;
use gradus::job::{Outputs, StartMode, cores, lines, skip_own_outputs};
use gradus::table::Keep;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::request::{Wish, known_kind, refused, request};
use crate::runner::{not_found, start_mode};

/// The choices of a hunt.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct HuntChoices {
    inputs: Vec<OsString>,
    output: PathBuf,
    maximise: String,
    tie_break: Option<String>,
    minimum: Option<f64>,
    minimal: bool,
    bounds_below: Option<usize>,
    wish: Wish,
    random: u64,
    generator: String,
    seed: u64,
    moves: Option<Vec<String>>,
    population: usize,
    quota: usize,
    restart_after: Option<u64>,
    memory: u64,
    max_time: Option<f64>,
    goal: Option<f64>,
    max_generations: Option<u64>,
    max_finds: Option<u64>,
    max_tried: Option<u64>,
    best: Option<PathBuf>,
    sort: bool,
    before: String,
    column: Option<String>,
    kind: Option<String>,
    first: Option<u64>,
    threads: Option<usize>,
}

impl HuntChoices {
    /// The hunt, its files, and what to do with existing ones.
    pub(crate) fn job(self) -> PyResult<(Job, Outputs, StartMode)> {
        let outputs = Outputs::new(&self.output, None).map_err(refused)?;
        if self.best.as_ref().is_some_and(|best| outputs.has(best)) {
            return Err(refused(
                "the table and the best finds must be different files",
            ));
        }
        let target: Target = self.maximise.parse().map_err(refused)?;
        let generator: Generator = self.generator.parse().map_err(refused)?;
        if generator == Generator::Suexg {
            return Err(refused(
                "the generator must be bottom-up, top-down or controlled-bias",
            ));
        }
        let request = request(self.wish)?;
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let tie = self.tie_break.map(|tie| tie.parse::<Formula>());
        let tie = tie.transpose().map_err(refused)?;
        let goal = self.goal.map(thousandths);
        if let Some(limit) = self.bounds_below {
            if !target.takes_bounds() {
                return Err(refused(format!(
                    "bounds_below needs maximise=\"b\": {target} has no cheap bounds"
                )));
            }
            if goal.is_some_and(|goal| goal < 1000 * limit as i64) {
                return Err(refused(format!(
                    "bounds_below={limit} needs a goal of at least {limit}"
                )));
            }
        }
        let seeds = match &self.inputs[..] {
            [] if self.random == 0 => {
                return Err(refused("nothing to start from: give inputs, or random"));
            }
            [] => None,
            inputs => Some(lines::Job {
                found: skip_own_outputs(find(inputs, |path| outputs.has(path)).map_err(not_found)?)
                    .map_err(not_found)?,
                reading: ReadOptions {
                    column: self.column,
                    kind: known_kind(self.kind.as_deref())?,
                    keep: Keep::None,
                },
                limit: self.first,
                strict: false,
                threads,
            }),
        };
        let mut job = Job::new(target, tie, self.minimal, &request.names);
        job.request.limits = request.limits;
        if let Some(moves) = self.moves {
            let moves = moves.iter().map(|name| name.trim().parse::<Move>());
            job.moves = moves.collect::<Result<_, _>>().map_err(refused)?;
        }
        let job = Job {
            least: self.minimum.map(thousandths),
            bounds_below: self.bounds_below,
            seeds,
            random: self.random,
            generator,
            seed: self.seed,
            population: self.population,
            quota: self.quota,
            restart_after: self.restart_after,
            memory: self.memory,
            threads,
            watch: self.best,
            sorted: self.sort,
            stops: Stops {
                time: self
                    .max_time
                    .map(|time| Duration::from_secs_f64(time.clamp(0.0, 1e9))),
                generations: self.max_generations,
                finds: self.max_finds,
                tried: self.max_tried,
                goal,
            },
            ..job
        };
        Ok((job, outputs, start_mode(&self.before)))
    }
}

fn thousandths(number: f64) -> i64 {
    (1000.0 * number).round() as i64
}

/// Puts the outcome of a hunt into a dictionary.
pub(crate) fn tell(end: &Outcome, numbers: &Bound<'_, PyDict>) -> PyResult<()> {
    let why = match end.why {
        StopReason::Enough => "limit",
        StopReason::Goal => "goal",
        StopReason::Closure => "nothing new",
        StopReason::Time => "time",
        StopReason::Asked => "interrupted",
        StopReason::WasDone => "was done",
    };
    numbers.set_item("end", why)?;
    numbers.set_item("finds", end.finds)?;
    numbers.set_item("rows", end.finds)?;
    numbers.set_item("generations", end.generations)?;
    numbers.set_item("tried", end.tally.passed(Stage::Made))?;
    numbers.set_item("rejected", end.rejected)?;
    numbers.set_item("best", end.best.clone())?;
    let moves = PyDict::new(numbers.py());
    for (name, share) in &end.moves {
        moves.set_item(name, share)?;
    }
    numbers.set_item("moves", moves)
}
