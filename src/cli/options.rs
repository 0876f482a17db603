//! Options that several commands share, in the groups of the help.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::exit::bail_usage;
use super::progress::{ProgressBar, When};
use crate::expression::Condition;
use crate::input::ReadOptions;
use crate::job::cores;
use crate::table::{Infinite, Keep};
use gradus_engine::rating::{Fact, Limits, MAX_DEPTH, Name, Names, Request};
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

    /// Column with the puzzles [default: puzzle, or the only one that fits]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    #[command(flatten)]
    kind: KindOptions,

    /// Stop at the first rejected line
    #[arg(long)]
    pub strict: bool,
}

impl InputOptions {
    /// How to read the inputs, with these of their other columns.
    pub(super) fn reading(&self, keep: Keep) -> ReadOptions {
        ReadOptions {
            column: self.column.clone(),
            keep,
            kind: self.kind.kind.clone(),
        }
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
        let kinds: Vec<&str> = kind_names().collect();
        format!("unknown kind (expected {})", kinds.join(", "))
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
    /// Ratings to compute.
    #[arg(long, value_name = "LIST", default_value_t, help = SOME_RATINGS)]
    #[arg(long_help = all_ratings())]
    pub ratings: Names,
}

/// The ratings that most people use.
pub(super) const SOME_RATINGS: &str = "Ratings to compute, separated by commas: te depth, w whips, b braids, \
    gw g-whips, gb g-braids, s Subsets, bpb and bpbb braids in trials, ... (--help lists all); \
    sets: auto, core, everything";

/// All ratings and facts, with their meaning.
pub(super) fn all_ratings() -> String {
    let mut help = "Ratings to compute, separated by commas; auto is te, w, b, gw, and the class \
                    bpb at depth 2 or bpbb at depth 3, core is te to bpbb, everything is all of \
                    these:"
        .to_string();
    let ratings = Name::all().map(|name| (name.entry().column, name.entry().meaning));
    let facts = Fact::ALL.into_iter();
    for (name, meaning) in ratings.chain(facts.map(|fact| (fact.column(), fact.meaning()))) {
        help += &format!("\n  {name:<9} {meaning}");
    }
    help
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

    /// Stop searching after SECONDS for each puzzle
    ///
    /// Ratings not known by then become lower bounds. What they are depends on the machine and
    /// its load: the output is not reproducible
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(hide_short_help = true)]
    timeout: Option<u32>,
}

impl TimedLimitsOptions {
    /// The longest chains, if they are limited.
    pub(super) fn max_length(&self) -> Option<u8> {
        self.nodes.max_length
    }

    pub(super) fn limits(&self) -> Limits {
        let seconds = self.timeout.map(u64::from);
        Limits {
            timeout: seconds.map(Duration::from_secs),
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

    #[command(flatten)]
    pub quiet: QuietOptions,

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
        ProgressBar::new(self.progress, self.quiet.quiet)
    }
}

#[derive(Args)]
#[command(next_help_heading = "Running")]
pub(super) struct ThreadOptions {
    /// Number of threads [default: all cores] [env: GRADUS_THREADS]
    #[arg(short = 'j', long, value_name = "N", env = "GRADUS_THREADS", hide_env = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadOptions {
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

#[derive(Args)]
#[command(next_help_heading = "Running")]
pub(super) struct QuietOptions {
    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
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

/// Parses a number with an optional unit.
pub(super) fn with_unit(text: &str, units: [(&str, u64); 4]) -> Option<u64> {
    let mut units = units.into_iter();
    let found = units.find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let (number, factor) = found.unwrap_or((text, 1));
    number.trim().parse::<u64>().ok()?.checked_mul(factor)
}
