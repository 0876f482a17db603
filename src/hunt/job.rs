//! A hunt from its beginning, or from where it was interrupted, to its table.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::cascade::{Stage, Tally};
use super::description::Description;
use super::frames::Frame;
use super::generation::{Guard, judge_all, make, sift};
use super::judge::Judge;
use super::keeper::Keeper;
use super::render::{may_replace, render};
use super::replay::Replay;
use super::seeds;
use super::seen::Seen;
use super::target::{Scale, Target, shown};
use crate::classify::Outputs;
use crate::convert;
use crate::expression::Formula;
use crate::io::atomic;
use crate::io::lock::Lock;
use crate::io::overwrite::{Existing, is_there, refuse_inputs};

use crate::job::{Before, Error, Journal, Observer, refuse};
use crate::table::metadata::Hunt;
use gradus_engine::rating::Request;
use gradus_generate::Kind;
use gradus_hunt::{Move, Position};
use gradus_path::{ShownValue, Status};

/// Generations in a row without a new puzzle after which a hunt is at its end.
const CLOSURE: u64 = 25;

/// What is to be hunted, and how.
#[derive(Debug)]
pub struct Job {
    /// What is to be as large as possible.
    pub target: Target,
    /// What decides between equals.
    pub tie: Option<Formula>,
    /// What a find must be worth at least, in thousandths.
    pub least: Option<i64>,
    /// Upper bounds of B stand for values below this. Only for targets that take them.
    pub bounds_below: Option<usize>,
    /// Whether only minimal puzzles count.
    pub minimal: bool,
    /// The files with seeds.
    pub seeds: Option<convert::Job>,
    /// Random puzzles to begin with.
    pub random: u64,
    /// Their generator.
    pub generator: Kind,
    /// The seed of all random choices.
    pub seed: u64,
    /// The moves.
    pub moves: Vec<Move>,
    /// The size of the population.
    pub population: usize,
    /// Puzzles of the population with the same solution grid, at most.
    pub quota: usize,
    /// Generations without a better find after which the population begins anew.
    pub restart_after: Option<u64>,
    /// The ratings of the finds, those of the target among them, and how hard to try.
    pub request: Request,
    /// Bytes of memory for the keys of puzzles that were seen.
    pub memory: u64,
    /// Workers.
    pub threads: usize,
    /// Where the best finds are written as they are found.
    pub watch: Option<PathBuf>,
    /// Whether the best come first in the table.
    pub sorted: bool,
    /// When it ends.
    pub stops: Stops,
}

/// When a hunt ends, unless nothing new comes.
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

/// Why a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// As many generations, finds or puzzles as were asked for.
    Enough,
    /// A find is worth what was asked for.
    Goal,
    /// Nothing new comes any more.
    Closure,
    /// The time is over.
    Time,
    /// Somebody asked it to stop.
    Asked,
    /// It had ended before.
    WasDone,
}

/// How a hunt ended.
#[derive(Debug)]
pub struct End {
    /// Why.
    pub why: Why,
    /// Finds in the table.
    pub finds: u64,
    /// Complete generations.
    pub generations: u64,
    /// How many came to which stage, and what it took in this run.
    pub tally: Tally,
    /// The best find: its value, puzzle and row.
    pub best: Option<(String, String, u64)>,
    /// Lines of the inputs that were rejected.
    pub rejected: u64,
    /// What the moves pay at the end: their names, and their shares.
    pub moves: Vec<(String, f64)>,
}

impl Job {
    /// What the hunt is, for its journal and its table.
    pub(super) fn hunt(&self) -> Hunt {
        Hunt {
            target: self.target.to_string(),
            tie: self.tie.as_ref().map(Formula::to_string),
            least: self.least.map(shown),
            bounds_below: self.bounds_below.map(|limit| limit as u64),
            minimal: self.minimal,
            seed: self.seed,
            random: self.random,
            generator: self.generator.name().to_string(),
            moves: self.moves.iter().map(Move::to_string).collect(),
            population: self.population as u64,
            quota: self.quota as u64,
            restart_after: self.restart_after,
            reached: None,
        }
    }

    fn judge(&self) -> Result<Judge, Error> {
        Ok(Judge {
            scale: self.scale()?,
            class: self.target.class(),
            question: self.target.question(),
            request: self.request.clone(),
            minimal: self.minimal,
            sees_givens: self.target.sees_givens(),
            floor: self.least,
            bounds_below: self.bounds_below,
        })
    }

    /// What its finds are worth.
    pub(super) fn scale(&self) -> Result<Scale, Error> {
        let (tie, names) = (self.tie.as_ref(), &self.request.names);
        let takes_bounds = self.bounds_below.is_some();
        Ok(Scale::new(&self.target, tie, names, takes_bounds)?)
    }

    /// What a find is worth, as it is shown.
    pub(super) fn shown(&self, value: i64) -> String {
        let is_bound = self
            .bounds_below
            .is_some_and(|limit| value < 1000 * limit as i64);
        let status = match is_bound {
            true => Status::Upper,
            false => Status::Exact,
        };
        let value = Some(shown(value));
        ShownValue { status, value }.to_string()
    }
}

/// Runs a hunt into a table.
pub fn run(
    job: &Job,
    outputs: &Outputs,
    before: Before,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<End, Error> {
    let start = Instant::now();
    let _lock = Lock::take(&outputs.table)?;
    let path = Journal::<Frame>::beside(&outputs.table);
    let sources = job.seeds.iter().flat_map(|seeds| &seeds.found.sources);
    let mut files = outputs.all();
    files.extend(job.watch.clone());
    refuse_inputs(sources.filter_map(|source| source.path.as_deref()), &files)?;
    let judge = job.judge()?;
    let description = Description::of(job)?;
    let is_resumed = before == Before::Resume && path.exists();
    match before {
        Before::Resume if is_resumed => {}
        Before::Resume if is_there(&outputs.table) => {
            may_replace(outputs, &description)?;
            return Ok(End::was_done());
        }
        Before::Overwrite => {}
        Before::Resume | Before::Refuse => refuse(Some(&path), &finals(outputs))?,
    }
    let (seeds, rejected) = read_seeds(job, stop, observer)?;
    let mut seen = Seen::new(job.memory);
    let mut replay = Replay::new(job, &seeds);
    let begun = match is_resumed {
        true => replay.of(&path, &description, &mut seen)?,
        false => None,
    };
    let mut existing = replay.existing;
    let journal = match begun {
        // What is there is an earlier part of the same hunt.
        Some(journal) => {
            may_replace(outputs, &description)?;
            existing = Existing::Replace;
            journal
        }
        None => {
            let mut journal = Journal::begin(&path, &Frame::Hunt(Box::new(description.clone())))?;
            if before == Before::Overwrite {
                journal.append(&Frame::Replaces)?;
                existing = Existing::Replace;
            }
            journal
        }
    };
    if let Some(repaired) = journal.repaired() {
        observer.warn(&repaired);
    }
    let halt = AtomicBool::new(false);
    let guard = Guard {
        deadline: job.stops.time.map(|time| start + time),
        stop,
        halt: &halt,
    };
    let mut hunting = Hunting {
        job,
        judge,
        seeds: &seeds,
        seen,
        guard,
        keeper: Keeper::new(job, replay.state, journal, guard, observer),
    };
    hunting.keeper.watch.write(&hunting.keeper.state)?;
    let why = hunting.go_on()?;
    let keeper = hunting.keeper;
    keeper.observer.rendering(keeper.state.rows);
    let reached = (&keeper.state, &keeper.journal);
    render(job, &seeds, outputs, &description, reached, existing)?;
    if matches!(why, Why::Enough | Why::Goal | Why::Closure) {
        atomic::remove(&path).map_err(Error::writing(&path))?;
    }
    Ok(End::new(job, &keeper, why, rejected))
}

/// The files that stay.
fn finals(outputs: &Outputs) -> Vec<PathBuf> {
    [outputs.table.clone()]
        .into_iter()
        .chain(outputs.metadata())
        .collect()
}

/// All seeds, and the number of lines that are none.
fn read_seeds(
    job: &Job,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(Vec<Position>, u64), Error> {
    let (mut seeds, counts) = match &job.seeds {
        Some(given) => seeds::given(given, stop, observer)?,
        None => Default::default(),
    };
    seeds.extend(seeds::random(
        job.generator,
        job.seed,
        job.random,
        job.threads,
    )?);
    Ok((seeds, counts.rejected))
}

/// A hunt on its way.
struct Hunting<'a> {
    job: &'a Job,
    judge: Judge,
    seeds: &'a [Position],
    seen: Seen,
    guard: Guard<'a>,
    keeper: Keeper<'a>,
}

impl Hunting<'_> {
    /// Goes from generation to generation until there is a reason to stop.
    fn go_on(&mut self) -> Result<Why, Error> {
        loop {
            if let Some(why) = self.is_over() {
                return Ok(why);
            }
            self.guard.look();
            let complete = !self.guard.is_over() && self.generation()?;
            if !complete {
                return Ok(match self.guard.is_asked() {
                    true => Why::Asked,
                    false => Why::Time,
                });
            }
        }
    }

    /// Whether enough was found, or nothing more will be.
    fn is_over(&self) -> Option<Why> {
        let (stops, state) = (&self.job.stops, &self.keeper.state);
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        let best = state.best().map(|best| best.score.value);
        if stops.goal.is_some_and(|goal| best >= Some(goal)) {
            Some(Why::Goal)
        } else if reached(stops.generations, state.generation)
            || reached(stops.finds, state.rows)
            || reached(stops.tried, state.tally.passed(Stage::Made))
        {
            Some(Why::Enough)
        } else {
            (state.barren >= CLOSURE).then_some(Why::Closure)
        }
    }

    /// Runs a generation, or the rest of one; false if it was not completed.
    fn generation(&mut self) -> Result<bool, Error> {
        let (job, keeper) = (self.job, &mut self.keeper);
        let goes_on = !keeper.state.tasks().is_empty();
        let tasks = match goes_on {
            true => keeper.state.tasks().to_vec(),
            false => keeper.state.plan(job, self.seeds),
        };
        let made = make(job, &self.judge, &tasks, self.guard, &mut keeper.times)?;
        let Some(made) = made else {
            return Ok(false);
        };
        let fresh = match goes_on {
            true => {
                // The same moves lead to the same puzzles: those that were new then.
                let mut keys = keeper.state.opened().keys.iter().peekable();
                let is_next = |key: u128| Ok(keys.next_if(|next| **next == key).is_some());
                sift(&made, is_next)?.1
            }
            false => {
                let (opened, fresh) = sift(&made, |key| self.seen.insert(key))?;
                keeper.open(opened)?;
                fresh
            }
        };
        let bars = keeper.state.bars().clone();
        let rest = &fresh[keeper.state.judged()..];
        judge_all(job, &self.judge, &bars, rest, self.guard, keeper)?;
        keeper.flush()?;
        let complete = keeper.state.is_judged();
        if complete {
            keeper.state.close(job);
        }
        Ok(complete)
    }
}

impl End {
    /// The table was there already.
    fn was_done() -> End {
        End {
            why: Why::WasDone,
            finds: 0,
            generations: 0,
            tally: Tally::default(),
            best: None,
            rejected: 0,
            moves: Vec::new(),
        }
    }

    fn new(job: &Job, keeper: &Keeper, why: Why, rejected: u64) -> End {
        let state = &keeper.state;
        let mut tally = state.tally;
        tally.add_times(&keeper.times);
        let best = state.best().map(|best| {
            let puzzle = best.row.puzzle.clone();
            (job.shown(best.score.value), puzzle, best.row.row)
        });
        let moves = job.moves.iter().enumerate();
        End {
            why,
            finds: state.rows,
            generations: state.generation,
            tally,
            best,
            rejected,
            moves: moves
                .map(|(arm, name)| (name.to_string(), state.bandit.share(arm)))
                .collect(),
        }
    }
}
