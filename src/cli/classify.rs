//! `gradus classify`: the batch job, from collections of puzzles to a ratings table.

mod proofs;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::{HumanCount, HumanDuration};

use super::job::{advised, before, existing, how_to_go_on, may_write};
use super::options::{KindOptions, RatingOptions};
use super::progress::{Progress, ProgressOptions, rate};
use super::{Outcome, Usage, stop};
use crate::classify::{self, Job, LocalThreads, Outcome as End, RatingCache, RatingWorkers, Tally};
use crate::expression::Condition;
use crate::expression::open_notes;
use crate::input::{NO_PUZZLE_COLUMN, Reading};
use crate::io::find;
use crate::io::number::counted;
use crate::io::overwrite::exists;
use crate::job::{Outputs, Shard, cores, skip_own_outputs};
use crate::table::Keep;
use gradus_csp::Instance;
use gradus_engine::rating::{self, Request};
use proofs::Proofs;

/// Classify collections of puzzles and write a ratings table.
///
/// Reads text (one puzzle a line, what follows it is a comment; or grids over nine
/// lines), and CSV, TSV, JSON lines or Parquet with a puzzle column, plain or
/// compressed with zstd, gzip, bzip2 or xz. Other columns are kept as texts. Rows are in the order of the inputs; the same inputs
/// and options give the same bytes, whatever the threads. Bad lines go to the
/// rejects file, and the exit code is then 3.
///
/// What is done is kept in OUT.journal until the table is whole: after a crash, a
/// full disk or Ctrl-C, the same command with --resume goes on.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus classify puzzles.txt.zst -o ratings.parquet
  gradus classify collections/ --ratings all -o ratings.parquet --resume
  gradus classify kaggle.csv --column quizzes --keep none -o ratings.csv
  gradus classify puzzles.txt --ratings te,bpb --where 'te = 2 and bpb >= 6' -o hard.csv
  gradus classify big.csv.gz --shard 0/4 -o part-0.parquet
  zstdcat puzzles.zst | gradus classify - -o - --ratings te | head")]
pub(super) struct Arguments {
    /// Files, folders, patterns, or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<OsString>,

    /// The table: .parquet, .csv or .jsonl (the last two also with .zst or .gz), or
    /// - for JSON lines on standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    #[command(flatten)]
    ratings: RatingOptions,

    /// Workers; default: one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Only the rows whose number is I modulo N, to be merged afterwards
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// The column with the puzzles, if it is not called puzzle
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    #[command(flatten)]
    kind: KindOptions,

    /// Which other columns of tables to keep: all, none, or names separated by commas
    #[arg(long, value_name = "LIST", default_value_t)]
    keep: Keep,

    /// Write only the rows for which this holds, such as 'te = 2 and bpb >= 6' or
    /// 'w - b >= 2'; its ratings must be among those that are computed
    #[arg(long = "where", value_name = "EXPR")]
    condition: Option<Condition>,

    /// Read at most this many puzzles
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Go on with a job that was interrupted
    #[arg(long)]
    resume: bool,

    /// Where bad lines go; default: OUT with .rejects.csv
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Stop at the first bad line
    #[arg(long)]
    strict: bool,

    /// Store resolution paths in this folder, for the rows where W and B differ and
    /// the extremes of each rating; gradus check verifies them
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,

    /// Overwrite what is there
    #[arg(long, conflicts_with = "resume")]
    force: bool,

    #[command(flatten)]
    progress: ProgressOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let request = arguments.request();
    let memory = RatingCache::default();
    let work = |puzzle: &dyn Instance| rating::classify_with(puzzle, &request, &memory);
    let threads = arguments.threads();
    run_by(arguments, &LocalThreads { threads, work })
}

/// Runs the command with these workers.
pub(super) fn run_by(arguments: &Arguments, workers: &impl RatingWorkers) -> Result<Outcome> {
    let started = Instant::now();
    let mut progress = arguments.progress.show();
    let stop = stop::on_signal()?;
    let end = if arguments.file().is_none() {
        let with_file = [
            arguments.resume,
            arguments.shard.is_some(),
            arguments.rejects.is_some(),
            arguments.proofs.is_some(),
        ];
        if with_file.contains(&true) {
            let message = "--resume, --shard, --rejects and --proofs need an output file, not -";
            bail!(Usage(message.to_string()));
        }
        let job = arguments.job(|_| false)?;
        classify::stream(&job, io::stdout(), workers, stop, &mut progress)
    } else {
        let outputs = outputs(&arguments.output, arguments.rejects.clone())?;
        let job = arguments.job(|path| outputs.has(path))?;
        arguments.check_proofs(&job)?;
        let before = before(arguments.resume, arguments.force);
        classify::run_by(&job, &outputs, before, workers, stop, &mut progress)
    };
    progress.clear();
    match end {
        Ok(End::Done { tally, before }) => {
            let condition = arguments.condition.as_ref();
            summary(&progress, &tally, condition, before, started);
            arguments.show_rejects(&progress, &tally);
            arguments.store_proofs(&progress)?;
            Ok(Outcome::of(tally.rejected))
        }
        Ok(End::WasDone { rejected }) => {
            let rejects = match rejected {
                0 => String::new(),
                _ => format!(", with {} lines rejected", HumanCount(rejected)),
            };
            let table = arguments.output.display();
            progress.say(&format!("{table} is whole already{rejects}"));
            arguments.store_proofs(&progress)?;
            Ok(Outcome::of(rejected))
        }
        Ok(End::Interrupted { rows }) => {
            let hint = how_to_go_on(arguments.file());
            super::complain(&format!("stopped after {rows} rows{hint}"));
            Ok(Outcome::Interrupted)
        }
        Err(error) => Err(advised(error, arguments.file())),
    }
}

impl Arguments {
    /// What is asked of each puzzle.
    pub(super) fn request(&self) -> Request {
        self.ratings.request()
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    /// Sees that the file of the paths may be written, before hours of work.
    fn check_proofs(&self, job: &Job) -> Result<()> {
        let Some(folder) = &self.proofs else {
            return Ok(());
        };
        let sources = job.found.sources.iter();
        let inputs = sources.filter_map(|source| source.path.as_deref());
        may_write(&[proofs::file(folder)], inputs, self.force || self.resume)
    }

    /// Stores the paths that were asked for, unless they are there.
    fn store_proofs(&self, progress: &Progress) -> Result<()> {
        let Some(folder) = &self.proofs else {
            return Ok(());
        };
        let file = proofs::file(folder);
        let proofs = Proofs::of(&self.output, self.ratings.request())?;
        if self.resume && exists(&file) {
            proofs.check(&file)?;
            progress.say(&format!("{} is there already", file.display()));
            return Ok(());
        }
        let count = proofs.write(&file, self.threads(), existing(self.force))?;
        progress.say(&format!("{count} resolution paths in {}", file.display()));
        Ok(())
    }

    fn job(&self, ignored: impl Fn(&Path) -> bool) -> Result<Job> {
        Ok(Job {
            found: skip_own_outputs(find(&self.inputs, ignored)?)?,
            reading: Reading {
                column: self.column.clone(),
                keep: self.keep.clone(),
                kind: self.kind.kind.clone(),
            },
            request: self.ratings.request(),
            condition: self.condition.clone(),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            limit: self.limit,
            strict: self.strict,
            threads: self.threads(),
        })
    }

    /// Shows where the rejected lines are, and the first of them. Those of a stream
    /// were shown when they were met.
    fn show_rejects(&self, progress: &Progress, tally: &Tally) {
        let Some(Ok(outputs)) = self.file().map(|path| outputs(path, self.rejects.clone())) else {
            return;
        };
        if tally.rejected == 0 {
            return;
        }
        let mut text = format!("rejected lines are in {}:", outputs.rejects.display());
        for reject in &tally.first {
            let place = match reject.line {
                0 => reject.input.clone(),
                line => format!("{}, line {line}", reject.input),
            };
            let hint = match reject.bad.reason.starts_with(NO_PUZZLE_COLUMN) {
                true => " (--column names the one with the puzzles)",
                false => "",
            };
            text += &format!("\n  {place}: {}{hint}", reject.bad.reason);
        }
        if let Some(more @ 1..) = tally.rejected.checked_sub(tally.first.len() as u64) {
            text += &format!("\n  and {} more", HumanCount(more));
        }
        progress.say(&text);
    }

    /// The table, unless it goes to standard output.
    fn file(&self) -> Option<&Path> {
        Some(self.output.as_path()).filter(|path| *path != Path::new("-"))
    }
}

/// The files of a job, if their names will do.
pub(super) fn outputs(table: &Path, rejects: Option<PathBuf>) -> Result<Outputs> {
    let outputs = Outputs::new(table, rejects).map_err(|error| Usage(error.to_string()))?;
    if outputs.rejects == outputs.table {
        bail!(Usage(
            "the table and the rejects need two names".to_string()
        ));
    }
    Ok(outputs)
}

fn summary(
    progress: &Progress,
    tally: &Tally,
    condition: Option<&Condition>,
    before: u64,
    started: Instant,
) {
    let time = started.elapsed();
    let rate = rate(tally.rated() - before, time).map_or(String::new(), |rate| format!(", {rate}"));
    let earlier = match before {
        0 => String::new(),
        _ => format!(" ({} of them by earlier runs)", HumanCount(before)),
    };
    progress.say(&format!(
        "{} classified{earlier}, {} rejected, in {}{rate}",
        counted(tally.rated(), "puzzle"),
        counted(tally.rejected, "line"),
        HumanDuration(time),
    ));
    if let Some(condition) = condition {
        progress.say(&format!(
            "{} written, of {} where {condition}",
            counted(tally.rows, "row"),
            HumanCount(tally.rated()),
        ));
        let notes = open_notes(tally.missing, tally.no_number);
        notes.iter().for_each(|note| progress.say(note));
    }
    if tally.rows > 0 {
        progress.say(&format!("number of puzzles by rating\n{tally}"));
    }
}
