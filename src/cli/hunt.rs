//! `gradus hunt`: the search for extreme puzzles.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use indicatif::{HumanCount, HumanDuration};

use super::classify::outputs;
use super::job::{advised, before, how_to_go_on};
use super::options::{LimitOptions, Size};
use super::progress::{Progress, ProgressOptions};
use super::{Outcome, Usage, stop};
use crate::convert;
use crate::expression::{Formula, Number};
use crate::hunt::{self, Job, Outcome as End, Stage, StopReason, Stops, Target};
use crate::input::Reading;
use crate::io::find;
use crate::io::number::counted;
use crate::job::cores;
use crate::job::skip_own_outputs;
use crate::table::Keep;
use gradus_engine::rating::{Names, Request};
use gradus_generate::Kind;
use gradus_hunt::{Move, NotAMove};

/// Hunt for puzzles with an extreme rating.
///
/// Begins with seeds, or with random minimal puzzles, and goes from generation to
/// generation: moves lead from the best puzzles so far to others near them, these go
/// through a cascade of questions from cheap to dear, and what is above the bar joins the
/// population, in which each solution grid has a quota. Moves that pay are made more often.
/// All finds go to the table, with the row of the puzzle that each came from (parent), the
/// move, the generation, and how many puzzles had been tried.
///
/// The same seeds, seed and options give the same finds, whatever the threads. What is done
/// is kept in FINDS.journal: after a crash, Ctrl-C or --time, the same command with --resume
/// goes on, also with another limit. Without any limit a hunt ends at Ctrl-C, or when
/// nothing new comes any more. The finds are no sample: stats --unbiased refuses them.
#[derive(Args)]
#[command(after_help = "\
Targets: a column or arithmetic of columns, perhaps with a condition: b, gb, w-b, bpb, te,
'clues where te = 3', '-clues where te = 3' with --minimal.

Moves: -N+M (N clues for M others, of any digits), in-N+M (inside the solution), pattern-N+M
(inside the pattern), all-N+M (like -N+M in all ways, N and M up to 2, once from each puzzle),
expand (one more clue of the solution), singles (all that Singles assert), minimals, lower
and upper (to the border of the T&E depth that the target is about), twins, restart (from a
seed or a new random puzzle); several in a row: expand>lower.

Examples:
  gradus hunt seeds.txt --target b --time 1h -o finds.parquet
  gradus hunt --random 1000 --target te --goal 2 -o first.csv
  gradus hunt seeds.txt --target b --minimal --max-length 60 -o minimal.parquet --resume
  gradus hunt seeds.txt --target w-b --moves '-1+1>lower,restart>expand' -o gaps.csv")]
pub(super) struct Arguments {
    /// Files, folders or patterns with puzzles to begin with, or - for standard input
    #[arg(value_name = "SEEDS", required_unless_present = "random")]
    seeds: Vec<OsString>,

    /// What is to be as large as possible
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    target: Target,

    /// The table of finds: .parquet, .csv or .jsonl (the last two also with .zst or .gz)
    #[arg(short, long, value_name = "FINDS")]
    output: PathBuf,

    /// What decides between puzzles of the same target; default for te: b
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    tie: Option<Formula>,

    /// Only finds whose target is at least this
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    least: Option<Thousandths>,

    /// With --target b: below this, take upper bounds of B, which cost a fraction of it
    #[arg(long, value_name = "X", value_parser = clap::value_parser!(u8).range(1..))]
    bounds_below: Option<u8>,

    /// Only minimal puzzles
    #[arg(long)]
    minimal: bool,

    /// Begin with this many random minimal puzzles as well
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: u64,

    /// Their generator: bottom-up, top-down or controlled-bias
    #[arg(long, value_name = "KIND", default_value = "top-down")]
    generator: Kind,

    /// The same seed makes the same choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Moves to choose from, separated by commas; default: those that go with the target
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    moves: Option<Moves>,

    /// Puzzles of the population
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    population: u32,

    /// Puzzles of the population with the same solution grid, at most
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    quota: u32,

    /// Begin with an empty population after this many generations without a better find
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    restart_after: Option<u64>,

    /// More ratings of the finds, separated by commas; those of the target are always there
    #[arg(long, value_name = "LIST", default_value = "te")]
    ratings: Names,

    #[command(flatten)]
    limits: LimitOptions,

    /// Stop after this time, such as 90s, 30m or 8h
    #[arg(long, value_name = "TIME")]
    time: Option<Span>,

    /// Stop after this many generations
    #[arg(long, value_name = "N")]
    generations: Option<u64>,

    /// Stop at the end of the generation that reaches this many finds
    #[arg(long, value_name = "N")]
    count: Option<u64>,

    /// Stop at the end of the generation that reaches this many puzzles tried
    #[arg(long, value_name = "N")]
    tried: Option<u64>,

    /// Stop at the end of the generation with a find whose target is at least this
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    goal: Option<Thousandths>,

    /// Write the best find to this file whenever there is a better one, as JSON lines
    #[arg(long, value_name = "FILE")]
    watch: Option<PathBuf>,

    /// Write the best finds first; their row numbers stay
    #[arg(long)]
    sort: bool,

    /// Memory for the keys of puzzles that were seen, such as 500M or 4G; what does not fit
    /// goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: Size,

    /// The column with the puzzles, if it is not called puzzle
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Read at most this many seeds
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Workers; default: one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Go on with a hunt that was interrupted, or whose time was over
    #[arg(long)]
    resume: bool,

    /// Overwrite what is there
    #[arg(long, conflicts_with = "resume")]
    force: bool,

    #[command(flatten)]
    progress: ProgressOptions,
}

/// A number in thousandths.
#[derive(Clone, Copy)]
struct Thousandths(i64);

impl FromStr for Thousandths {
    type Err = String;

    fn from_str(text: &str) -> Result<Thousandths, String> {
        let number = Number::parse(text).map(|number| 1000.0 * number.to_f64());
        let number = number.filter(|number| number.abs() < 1e12);
        let number = number.ok_or("a number such as 30 or 2.5 is expected")?;
        Ok(Thousandths(number.round() as i64))
    }
}

/// A time.
#[derive(Clone, Copy)]
struct Span(Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let units = [("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)];
        let unit = units
            .iter()
            .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
        let (number, unit) = unit.unwrap_or((text, 1));
        let seconds = number.trim().parse().ok();
        let seconds = seconds.and_then(|number: u64| number.checked_mul(unit));
        let seconds = seconds.filter(|seconds| *seconds <= 1_000_000_000);
        seconds
            .map(|seconds| Span(Duration::from_secs(seconds)))
            .ok_or_else(|| "a time is a number of seconds, or one with m, h or d: 30m".to_string())
    }
}

/// A list of moves.
#[derive(Clone)]
struct Moves(Vec<Move>);

impl FromStr for Moves {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Moves, NotAMove> {
        let moves = text.split(',').map(|name| name.trim().parse());
        moves.collect::<Result<_, _>>().map(Moves)
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let started = Instant::now();
    let outputs = outputs(&arguments.output, None)?;
    let job = arguments.job(|path| outputs.has(path))?;
    let mut progress = arguments.progress.show();
    let stop = stop::on_signal()?;
    let before = before(arguments.resume, arguments.force);
    let end = hunt::run(&job, &outputs, before, stop, &mut progress);
    progress.clear();
    let end = end.map_err(|error| advised(error, Some(&arguments.output)))?;
    arguments.summary(&progress, &end, started);
    match end.why {
        StopReason::Asked => Ok(Outcome::Interrupted),
        _ => Ok(Outcome::of(end.rejected)),
    }
}

impl Arguments {
    fn job(&self, ignored: impl Fn(&std::path::Path) -> bool) -> Result<Job> {
        if self.generator == Kind::Suexg {
            let message = "--generator takes bottom-up, top-down or controlled-bias";
            bail!(Usage(message.to_string()));
        }
        if let Some(limit) = self.bounds_below {
            self.may_take_bounds(limit)?;
        }
        let tie = self.tie.clone().or_else(|| {
            let is_depth = self.target.formula == Formula::named("te");
            is_depth.then(|| Formula::named("b"))
        });
        let threads = self.threads.map_or_else(cores, usize::from);
        let seeds = match &self.seeds[..] {
            [] => None,
            files => Some(convert::Job {
                found: skip_own_outputs(find(files, ignored)?)?,
                reading: Reading {
                    column: self.column.clone(),
                    kind: None,
                    keep: Keep::None,
                },
                limit: self.limit,
                strict: false,
                threads,
            }),
        };
        let moves = match &self.moves {
            Some(Moves(moves)) => moves.clone(),
            None => Move::usual(self.target.toward(self.minimal)),
        };
        Ok(Job {
            request: Request {
                names: self.names(tie.as_ref()),
                limits: self.limits.limits(),
            },
            target: self.target.clone(),
            tie,
            least: self.least.map(|least| least.0),
            bounds_below: self.bounds_below.map(usize::from),
            minimal: self.minimal,
            seeds,
            random: self.random,
            generator: self.generator,
            seed: self.seed,
            moves,
            population: self.population as usize,
            quota: self.quota as usize,
            restart_after: self.restart_after,
            memory: self.memory.0,
            threads,
            watch: self.watch.clone(),
            sorted: self.sort,
            stops: Stops {
                time: self.time.map(|time| time.0),
                generations: self.generations,
                finds: self.count,
                tried: self.tried,
                goal: self.goal.map(|goal| goal.0),
            },
        })
    }

    /// Refuses bounds that cannot stand for values.
    fn may_take_bounds(&self, limit: u8) -> Result<()> {
        if !self.target.takes_bounds() {
            let target = &self.target;
            bail!(Usage(format!(
                "--bounds-below goes with --target b: there are no cheap bounds of {target}"
            )));
        }
        let is_open = |goal: &Thousandths| goal.0 < 1000 * i64::from(limit);
        if self.goal.as_ref().is_some_and(is_open) {
            bail!(Usage(format!(
                "--bounds-below {limit} leaves values below {limit} open: give a --goal of at \
                 least {limit}"
            )));
        }
        Ok(())
    }

    /// The ratings and facts of the finds.
    fn names(&self, tie: Option<&Formula>) -> Names {
        self.target.names(tie, &self.ratings)
    }

    fn summary(&self, progress: &Progress, end: &End, started: Instant) {
        let why = match end.why {
            StopReason::Enough => "as much as was asked for",
            StopReason::Goal => "the goal is reached",
            StopReason::Closure => "nothing new comes any more",
            StopReason::Time => "the time is over",
            StopReason::Asked => "stopped",
            StopReason::WasDone => {
                let table = self.output.display();
                return progress.say(&format!("{table} is whole already"));
            }
        };
        let goes_on = match end.why {
            StopReason::Time | StopReason::Asked => how_to_go_on(Some(&self.output)),
            _ => "",
        };
        progress.say(&format!(
            "{why}: {} in {}, {} tried, {}{goes_on}",
            counted(end.finds, "find"),
            counted(end.generations, "generation"),
            counted(end.tally.passed(Stage::Made), "puzzle"),
            HumanDuration(started.elapsed()),
        ));
        if let Some((value, puzzle, row)) = &end.best {
            let target = &self.target.formula;
            progress.say(&format!("best {target} {value}, row {row}: {puzzle}"));
        }
        progress.say(&format!("stages of the cascade\n{}", stages(end)));
        let mut moves: Vec<_> = end.moves.iter().collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let moves = moves
            .iter()
            .map(|(name, share)| format!("{name} {:.0} %", 100.0 * share));
        let moves: Vec<String> = moves.collect();
        progress.say(&format!("what moves pay: {}", moves.join(", ")));
    }
}

/// The stages, how many came and passed, and what each took.
fn stages(end: &End) -> String {
    let mut lines = vec![format!(
        "{:>16} {:>12} {:>12} {:>8} {:>10} {:>10}",
        "stage", "came", "passed", "share", "time", "each"
    )];
    for stage in Stage::ALL {
        let (came, passed) = (end.tally.came(stage), end.tally.passed(stage));
        let time = end.tally.time(stage).as_secs_f64();
        let share = 100.0 * passed as f64 / came.max(1) as f64;
        let each = 1000.0 * time / came.max(1) as f64;
        lines.push(format!(
            "{:>16} {:>12} {:>12} {share:>6.1} % {time:>8.1} s {each:>7.3} ms",
            stage.word(),
            HumanCount(came).to_string(),
            HumanCount(passed).to_string(),
        ));
    }
    lines.join("\n")
}
