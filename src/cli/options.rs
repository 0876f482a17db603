//! Options that several commands share, in the groups of the help.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::exit::{ExitStatus, bail_usage};
use super::messages::When;
use super::progress::ProgressBar;
use super::summary;
use crate::expression::Condition;
use crate::input::{ReadOptions, find_inputs};
use crate::io::FoundInputs;
use crate::job::{cores, skip_own_outputs};
use crate::table::{Infinite, Keep};
use gradus_engine::rating::{Limits, MAX_DEPTH, Names, Request, UnknownName, nearest};
use gradus_puzzles::kind_names;

#[derive(Args)]
pub(super) struct RowOptions {
    /// Use only rows that satisfy EXPR: 'w - b >= 2'
    ///
    /// Other examples: 'te = 2 and bpb >= 6', 'w_status = upper', 'comment ~ "17c"'
    #[arg(long = "where", value_name = "EXPR")]
    pub condition: Option<Condition>,
}

#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(super) struct InputOptions {
    /// Read only the first N puzzles
    #[arg(long, value_name = "N")]
    pub first: Option<u64>,

    /// Skip the first N puzzles
    ///
    /// Rows keep their numbers; --first counts from there
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_short_help = true,
        hide_default_value = true
    )]
    skip: u64,

    /// Column with the puzzles [default: puzzle, or the only one that fits]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    #[command(flatten)]
    kind: KindOptions,

    /// Stop at the first rejected line
    #[arg(long)]
    pub strict: bool,

    /// Exit with 0 if at most N lines are rejected
    #[arg(long, value_name = "N", conflicts_with = "strict")]
    max_rejects: Option<u64>,
}

impl InputOptions {
    /// How to read the inputs, with these of their other columns.
    pub(super) fn reading(&self, keep: Keep) -> ReadOptions {
        ReadOptions {
            column: self.column.clone(),
            keep,
            kind: self.kind.kind.clone(),
            skip: self.skip,
        }
    }

    /// Finds what the arguments name, except files that gradus wrote, unless they are named.
    pub(super) fn find(
        &self,
        inputs: &[OsString],
        ignored: impl Fn(&Path) -> bool,
    ) -> Result<FoundInputs> {
        Ok(skip_own_outputs(self.find_all(inputs, ignored)?)?)
    }

    /// Finds what the arguments name: puzzles, files, directories, globs, stdin.
    pub(super) fn find_all(
        &self,
        inputs: &[OsString],
        ignored: impl Fn(&Path) -> bool,
    ) -> Result<FoundInputs> {
        Ok(find_inputs(inputs, self.kind.kind.as_deref(), ignored)?)
    }

    /// The kind of puzzles that do not show theirs.
    pub(super) fn kind(&self) -> Option<&str> {
        self.kind.kind.as_deref()
    }

    /// The number of puzzles to skip.
    pub(super) fn skipped(&self) -> u64 {
        self.skip
    }

    /// The row to stop at.
    pub(super) fn end(&self) -> Option<u64> {
        self.reading(Keep::None).end(self.first)
    }

    /// The status of a finished job with this number of rejected lines.
    pub(super) fn status(&self, rejected: u64) -> ExitStatus {
        ExitStatus::allowing(self.max_rejects.unwrap_or(0), rejected)
    }
}

#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(super) struct KindOptions {
    /// Kind of puzzles without a KIND: prefix, such as latin
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    pub kind: Option<String>,
}

fn kind(word: &str) -> Result<String, String> {
    let known = kind_names().find(|known| known.eq_ignore_ascii_case(word));
    known.map(str::to_string).ok_or_else(|| {
        let near = nearest(word, kind_names());
        let near = near.map_or(String::new(), |near| format!(": did you mean {near}?"));
        format!("unknown kind{near} (gradus help kinds lists all)")
    })
}

#[derive(Args)]
pub(super) struct InfiniteOptions {
    /// Value of infinite ratings in the table: null, inf, N [default: null]
    ///
    /// With null, comparisons in other programs leave out the puzzles that no chain solves: w >= 5
    /// does not find them. inf makes the ratings floating-point numbers; N is a number that
    /// exceeds all others, such as 99. The status is infinite in any case
    #[arg(long, value_name = "VALUE")]
    pub infinite: Option<Infinite>,
}

#[derive(Args)]
pub(super) struct RatingOptions {
    /// Ratings to compute, separated by commas
    ///
    /// te depth, w whips, b braids, gw g-whips, gb g-braids, s Subsets, bpb and bpbb braids in
    /// trials; sets: core, everything; see gradus ratings
    #[arg(long, value_name = "LIST", default_value_t, help = SOME_RATINGS, value_parser = names)]
    pub ratings: Names,
}

/// The ratings that most people use.
pub(super) const SOME_RATINGS: &str = "Ratings to compute, separated by commas: te depth, w whips, b braids, \
    gw g-whips, gb g-braids, s Subsets, bpb and bpbb braids in trials; sets: auto, core, \
    everything; see gradus ratings";

/// Reads a list of ratings.
pub(super) fn names(list: &str) -> Result<Names, String> {
    let names = list.parse();
    names.map_err(|error: UnknownName| format!("{error} (gradus ratings lists all)"))
}

impl RatingOptions {
    /// The request for these ratings within limits.
    pub(super) fn request(&self, limits: &TimedLimitsOptions) -> Request {
        Request {
            names: self.ratings.clone(),
            limits: limits.limits(),
        }
    }
}

#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitsOptions {
    /// Longest chains to try [default: 36]
    ///
    /// Longer ratings become lower bounds (>= N+1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    pub max_length: Option<u8>,

    /// Deepest Trial and Error to try (te, gte)
    ///
    /// Greater depths become lower bounds
    #[arg(long, value_name = "N", default_value_t = MAX_DEPTH as u8, value_parser = clap::value_parser!(u8).range(1..=9))]
    max_depth: u8,

    /// Search nodes per path, 0 for no limit
    ///
    /// Ratings that need more become lower bounds, the same ones on every machine; puzzles
    /// whose solution needs more are rejected
    #[arg(long, value_name = "N", default_value_t = Limits::default().budget)]
    budget: u64,
}

#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct BudgetOptions {
    /// Search nodes for each solution, 0 for no limit
    ///
    /// Puzzles that need more are rejected, the same ones on every machine
    #[arg(long, value_name = "N", default_value_t = Limits::default().budget)]
    budget: u64,
}

impl BudgetOptions {
    /// The number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        unlimited(self.budget)
    }
}

/// A budget, where 0 means that there is no limit.
fn unlimited(budget: u64) -> u64 {
    match budget {
        0 => u64::MAX,
        nodes => nodes,
    }
}

/// Limits of commands that may also be limited in time.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct TimedLimitsOptions {
    #[command(flatten)]
    nodes: LimitsOptions,

    /// Give up on a puzzle after TIME, such as 10s
    ///
    /// Ratings not known by then become lower bounds. What they are depends on the machine and
    /// its load: the output is not reproducible. Units are s, m, h and d
    #[arg(long, value_name = "TIME", value_parser = timeout)]
    #[arg(hide_short_help = true)]
    timeout: Option<Duration>,
}

impl TimedLimitsOptions {
    /// The longest chains, if they are limited.
    pub(super) fn max_length(&self) -> Option<u8> {
        self.nodes.max_length
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            ..self.nodes.limits()
        }
    }
}

impl LimitsOptions {
    pub(super) fn limits(&self) -> Limits {
        Limits {
            max_length: self.max_length.unwrap_or(36).into(),
            budget: unlimited(self.budget),
            max_depth: self.max_depth.into(),
            timeout: None,
        }
    }
}

/// A file of puzzles to write.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputOptions {
    /// Write to FILE, compressed by its ending [default: stdout]
    ///
    /// Endings that compress: .zst, .gz, .bz2, .xz
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite existing files
    #[arg(long, requires = "output")]
    pub force: bool,
}

impl OutputOptions {
    /// The file to write, or `None` for stdout.
    pub(super) fn file(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|path| *path != Path::new("-"))
    }

    /// Refuses names of tables, and --force without a file.
    pub(super) fn check(&self) -> Result<()> {
        self.file().map_or(Ok(()), super::output::refuse_table)?;
        if self.file().is_none() && self.force {
            bail_usage!("--force needs an output file, not -");
        }
        Ok(())
    }
}

#[derive(Args)]
#[command(next_help_heading = "Running")]
pub(super) struct RunningOptions {
    #[command(flatten)]
    threads: ThreadOptions,

    /// Show progress: auto, always, never
    ///
    /// auto is a bar on a terminal, else a line per minute; always is a bar, else a line
    /// per second
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_short_help = true)]
    progress: When,
}

impl RunningOptions {
    pub(super) fn threads(&self) -> usize {
        self.threads.threads()
    }

    pub(super) fn show(&self) -> ProgressBar {
        ProgressBar::new(self.progress)
    }
}

#[derive(Args)]
#[command(next_help_heading = "Running")]
pub(super) struct ThreadOptions {
    /// Number of threads [default: all] [env: GRADUS_THREADS]
    #[arg(short = 'j', long, value_name = "N", env = "GRADUS_THREADS", hide_env = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadOptions {
    pub(super) fn threads(&self) -> usize {
        let threads = self.threads.map_or_else(cores, usize::from);
        summary::set_threads(threads);
        threads
    }
}

pub(super) fn bytes(text: &str) -> Result<u64, &'static str> {
    let units = [
        ("K", 1 << 10),
        ("M", 1 << 20),
        ("G", 1 << 30),
        ("T", 1 << 40),
    ];
    let bytes = with_unit(&text.to_ascii_uppercase(), units);
    bytes.ok_or("expected a number of bytes, or of K, M, G or T, such as 500M")
}

/// Parses a time: seconds, or minutes, hours or days with a unit.
pub(super) fn duration(text: &str) -> Result<Duration, &'static str> {
    let seconds = with_unit(text, [("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]);
    let seconds = seconds.filter(|seconds| *seconds <= 1_000_000_000);
    let seconds = seconds.map(Duration::from_secs);
    seconds.ok_or("expected a number of seconds, or of m, h or d, such as 30m")
}

/// Parses a time that is not zero.
fn timeout(text: &str) -> Result<Duration, &'static str> {
    match duration(text)? {
        Duration::ZERO => Err("expected at least a second"),
        time => Ok(time),
    }
}

/// Parses a number with an optional unit.
pub(super) fn with_unit(text: &str, units: [(&str, u64); 4]) -> Option<u64> {
    let mut units = units.into_iter();
    let found = units.find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let (number, factor) = found.unwrap_or((text, 1));
    number.trim().parse::<u64>().ok()?.checked_mul(factor)
}
