//! `gradus hunt`: the search for extreme puzzles.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::{HumanCount, HumanDuration};

use super::classify::outputs;
use super::exit::{ExitStatus, bail_usage};
use super::options::{LimitsOptions, RunningOptions, bytes, duration, names};
use super::output::{resume_hint, start_mode, with_hint};
use super::progress::ProgressBar;
use super::{stop, summary};
use crate::expression::{Formula, Number};
use crate::hunt::{self, Job, Outcome, Stage, StopReason, Stops, Target};
use crate::input::{ReadOptions, find_inputs};
use crate::io::counted;
use crate::job::{lines, skip_own_outputs};
use crate::table::Keep;
use gradus_engine::rating::{Names, Request};
use gradus_generate::Generator;
use gradus_hunt::{Move, NotAMove};

/// Search for puzzles with extreme ratings.
///
/// Starts from the puzzles of INPUT, or from random minimal ones. Each generation varies the
/// best puzzles so far by moves; the results pass a series of tests from cheap to expensive,
/// and the best join the population, which holds a limited number per solution grid. Moves
/// that lead to finds are chosen more often. The table has all finds, each with its move, its
/// generation, the row of the puzzle it came from (parent) and the number of puzzles tried.
///
/// The same inputs, seed and options give the same finds for any number of threads. Progress
/// is saved in TABLE.journal: after a crash, Ctrl-C or --max-time, rerun with --resume to
/// continue, also with other Stop options. Without any of these, a hunt continues until Ctrl-C
/// or until there is nothing new to try. Finds are not a sample: stats --unbiased refuses them.
#[derive(Args)]
#[command(after_long_help = "\
Moves:
  -N+M         Exchange N clues for M others of any digits
  in-N+M       The same inside the solution
  pattern-N+M  The same inside the pattern of clues
  all-N+M      All of -N+M, once per puzzle; N and M at most 2
  expand       Add a clue of the solution
  singles      Add all clues that Singles assert
  minimals     Take the minimal puzzles inside
  lower, upper Go to the border of the T&E depth of the goal
  twins        Take puzzles with the same clue cells and nearly the same solution
  restart      Start from an input or a new random puzzle
  A>B          B after A, such as expand>lower

Examples:
  gradus hunt puzzles.txt --maximise b --max-time 1h -o b.csv
  gradus hunt --random 99 --maximise te --goal 2 -o te.csv
  gradus hunt puzzles.txt --maximise w-b --minimal --max-time 1h -o minimal.parquet
  gradus hunt puzzles.txt --maximise b --moves '-1+1>lower' --max-generations 2 -o moves.csv")]
pub(super) struct Arguments {
    /// Puzzles to start from, files, directories, globs, or - for stdin
    #[arg(value_name = "INPUT", required_unless_present = "random")]
    inputs: Vec<OsString>,

    /// Expression to maximise: b, w-b, 'clues where te = 3'
    ///
    /// Columns or arithmetic, perhaps with a condition; '-clues where te = 3' with --minimal
    /// minimises the clues
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        help_heading = "Goal"
    )]
    #[arg(aliases = ["maximize", "target"])]
    maximise: Target,

    /// Second expression to maximise [default for te: b]
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        alias = "tie",
        help_heading = "Goal"
    )]
    tie_break: Option<Formula>,

    /// Keep only finds of at least X
    #[arg(long, value_name = "X", allow_negative_numbers = true, alias = "least", help_heading = "Goal", value_parser = thousandths)]
    min: Option<i64>,

    /// Keep only minimal puzzles
    #[arg(long, help_heading = "Goal")]
    minimal: bool,

    /// With b: below X, rank by a cheap upper bound
    #[arg(long, value_name = "X", hide_short_help = true, help_heading = "Goal", value_parser = clap::value_parser!(u8).range(1..))]
    bounds_below: Option<u8>,

    /// More ratings of the finds
    #[arg(long, value_name = "LIST", default_value = "te", help_heading = "Goal", value_parser = names)]
    ratings: Names,

    /// Also start from N random minimal puzzles
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    random: u64,

    /// Their generator
    ///
    /// bottom-up, top-down or controlled-bias
    #[arg(long, value_name = "NAME", default_value = "top-down")]
    #[arg(hide_short_help = true, help_heading = "Search")]
    generator: Generator,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Search")]
    seed: u64,

    /// Moves to choose from [default: by goal]
    ///
    /// Separated by commas; see Moves below
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, help_heading = "Search", value_parser = moves)]
    moves: Option<MoveList>,

    /// Puzzles to continue from
    #[arg(long, value_name = "N", default_value_t = 300, hide_short_help = true, help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    population: u32,

    /// At most N with the same solution
    #[arg(long, value_name = "N", default_value_t = 8, hide_short_help = true, help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    quota: u32,

    /// Start over after N generations without progress
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..))]
    restart_after: Option<u64>,

    /// Memory for puzzles seen, then disk
    #[arg(long, value_name = "SIZE", default_value = "1G", hide_short_help = true, help_heading = "Search", value_parser = bytes)]
    memory: u64,

    /// After TIME: 90s, 30m, 8h
    #[arg(long, value_name = "TIME", alias = "time", help_heading = "Stop", value_parser = duration)]
    max_time: Option<Duration>,

    /// After the generation that finds at least X
    #[arg(long, value_name = "X", allow_negative_numbers = true, help_heading = "Stop", value_parser = thousandths)]
    goal: Option<i64>,

    /// After N generations
    #[arg(
        long,
        value_name = "N",
        alias = "generations",
        hide_short_help = true,
        help_heading = "Stop"
    )]
    max_generations: Option<u64>,

    /// After the generation with the Nth find
    #[arg(
        long,
        value_name = "N",
        alias = "count",
        hide_short_help = true,
        help_heading = "Stop"
    )]
    max_finds: Option<u64>,

    /// After the generation with the Nth puzzle tried
    #[arg(
        long,
        value_name = "N",
        alias = "tried",
        hide_short_help = true,
        help_heading = "Stop"
    )]
    max_tried: Option<u64>,

    /// Finds: .parquet, .csv or .jsonl (also .zst, .gz)
    #[arg(short, long, value_name = "TABLE", help_heading = "Output")]
    output: PathBuf,

    /// Overwrite existing files
    #[arg(long, conflicts_with = "resume", help_heading = "Output")]
    force: bool,

    /// Each new best find, as JSON Lines
    #[arg(long, value_name = "FILE", alias = "watch", help_heading = "Output")]
    best: Option<PathBuf>,

    /// Best finds first; row numbers stay
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    sort: bool,

    /// Resume, also after --max-time
    #[arg(long, help_heading = "Output")]
    resume: bool,

    /// Read only the first N puzzles
    #[arg(
        long,
        value_name = "N",
        alias = "limit",
        hide_short_help = true,
        help_heading = "Input"
    )]
    first: Option<u64>,

    /// Column with the puzzles [default: puzzle, or the only one that fits]
    #[arg(
        long,
        value_name = "NAME",
        hide_short_help = true,
        help_heading = "Input"
    )]
    column: Option<String>,

    #[command(flatten)]
    limits: LimitsOptions,

    #[command(flatten)]
    running: RunningOptions,
}

/// Reads a number. Returns it in thousandths.
fn thousandths(text: &str) -> Result<i64, &'static str> {
    let number = Number::parse(text).map(|number| 1000.0 * number.to_f64());
    let number = number.filter(|number| number.abs() < 1e12);
    let number = number.ok_or("expected a number such as 30 or 2.5")?;
    Ok(number.round() as i64)
}

type MoveList = Vec<Move>;

fn moves(text: &str) -> Result<MoveList, NotAMove> {
    let moves = text.split(',').map(|name| name.trim().parse());
    moves.collect()
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let started = Instant::now();
    let outputs = outputs(&arguments.output, None)?;
    if let Some(best) = &arguments.best
        && outputs.has(best)
    {
        bail_usage!("the table and the best finds must be different files");
    }
    let job = arguments.job(|path| outputs.has(path))?;
    let mut progress = arguments.running.show();
    progress.hint = resume_hint(Some(&arguments.output));
    let stop = stop::on_signal()?;
    let mode = start_mode(arguments.resume, arguments.force);
    let end = hunt::run(&job, &outputs, mode, stop, &mut progress);
    progress.clear();
    let end = end.map_err(|error| with_hint(error, Some(&arguments.output)))?;
    summary::set_count("finds", end.finds);
    summary::set_count("generations", end.generations);
    summary::set_count("puzzles", end.tally.passed(Stage::Made));
    summary::set_count("rejected", end.rejected);
    arguments.print_summary(&progress, &end, started);
    match end.why {
        StopReason::Asked => Ok(ExitStatus::Interrupted),
        _ => Ok(ExitStatus::from_rejected(end.rejected)),
    }
}

impl Arguments {
    fn job(&self, ignored: impl Fn(&std::path::Path) -> bool) -> Result<Job> {
        if self.generator == Generator::Suexg {
            bail_usage!("--generator must be bottom-up, top-down or controlled-bias");
        }
        if let Some(limit) = self.bounds_below {
            self.check_bounds(limit)?;
        }
        let threads = self.running.threads();
        let seeds = match &self.inputs[..] {
            [] => None,
            files => Some(lines::Job {
                found: skip_own_outputs(find_inputs(files, None, ignored)?)?,
                reading: ReadOptions {
                    column: self.column.clone(),
                    keep: Keep::None,
                    ..ReadOptions::default()
                },
                limit: self.first,
                strict: false,
                threads,
            }),
        };
        let (target, tie) = (self.maximise.clone(), self.tie_break.clone());
        let usual = Job::new(target, tie, self.minimal, &self.ratings);
        Ok(Job {
            request: Request {
                limits: self.limits.limits(),
                ..usual.request
            },
            least: self.min,
            bounds_below: self.bounds_below.map(usize::from),
            seeds,
            random: self.random,
            generator: self.generator,
            seed: self.seed,
            moves: self.moves.clone().unwrap_or(usual.moves),
            population: self.population as usize,
            quota: self.quota as usize,
            restart_after: self.restart_after,
            memory: self.memory,
            threads,
            watch: self.best.clone(),
            sorted: self.sort,
            stops: Stops {
                time: self.max_time,
                generations: self.max_generations,
                finds: self.max_finds,
                tried: self.max_tried,
                goal: self.goal,
            },
            ..usual
        })
    }

    /// Refuses bounds that cannot replace values.
    fn check_bounds(&self, limit: u8) -> Result<()> {
        if !self.maximise.takes_bounds() {
            let target = &self.maximise;
            bail_usage!("--bounds-below needs --maximise b: {target} has no cheap bounds");
        }
        if self.goal.is_some_and(|goal| goal < 1000 * i64::from(limit)) {
            bail_usage!("--bounds-below {limit} needs a --goal of at least {limit}");
        }
        Ok(())
    }

    fn print_summary(&self, progress: &ProgressBar, end: &Outcome, started: Instant) {
        let why = match end.why {
            StopReason::Enough => "limit reached",
            StopReason::Goal => "goal reached",
            StopReason::Closure => "nothing new to try",
            StopReason::Time => "time is up",
            StopReason::Asked => "stopped",
            StopReason::WasDone => {
                let table = self.output.display();
                return progress.print(&format!("{table} is already complete"));
            }
        };
        let hint = match end.why {
            StopReason::Time | StopReason::Asked => resume_hint(Some(&self.output)),
            _ => "",
        };
        progress.print(&format!(
            "{why}: {} in {}, {} tried, {}{hint}",
            counted(end.finds, "find"),
            counted(end.generations, "generation"),
            counted(end.tally.passed(Stage::Made), "puzzle"),
            HumanDuration(started.elapsed()),
        ));
        if let Some((value, puzzle, row)) = &end.best {
            let target = &self.maximise.formula;
            progress.print(&format!("best {target} {value}, row {row}: {puzzle}"));
        }
        progress.print(&format!("tests, from cheap to expensive\n{}", stages(end)));
        let mut moves: Vec<_> = end.moves.iter().collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let moves = moves.iter();
        let moves = moves.map(|(name, share)| format!("{name} {:.0} %", 100.0 * *share));
        let moves: Vec<String> = moves.collect();
        progress.print(&format!("moves by success: {}", moves.join(", ")));
    }
}

/// A table of the tests: puzzles in and out, and the time that they took.
fn stages(end: &Outcome) -> String {
    let mut lines = vec![format!(
        "{:>16} {:>12} {:>12} {:>8} {:>10} {:>10}",
        "test", "in", "passed", "share", "time", "each"
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
