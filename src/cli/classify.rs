//! `gradus classify`: from collections of puzzles to a ratings table.

mod proofs;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::{HumanCount, HumanDuration};

use super::exit::{ExitStatus, Usage, bail_usage};
use super::messages::print_notice;
use super::options::{
    InfiniteOptions, InputOptions, RatingOptions, RunningOptions, TimedLimitsOptions,
};
use super::output::{check_writable, if_exists, resume_hint, start_mode, with_hint};
use super::progress::{ProgressBar, and_rate};
use super::{stop, summary};
use crate::classify::{self, Job, Outcome, RatingCache, RatingWorkers, Skip, Tally};
use crate::expression::{Condition, open_notes};
use crate::io::{counted, exists};
use crate::job::{Outputs, Shard, skip_other_outputs, skip_own_outputs};
use crate::table::Keep;
use gradus_csp::Instance;
use gradus_engine::rating::{self, Names, Request};
use proofs::Proofs;

/// Rate every puzzle of a collection and write a ratings table.
///
/// Reads text (one puzzle per line, followed by a comment, or grids of nine lines) and CSV,
/// TSV, JSON Lines or Parquet with a puzzle column, plain or compressed with zstd, gzip, bzip2
/// or xz. Rows are in input order, and byte-for-byte the same for any number of threads.
/// Rejected lines go to a file of their own; the exit code is then 3.
///
/// Progress is saved in TABLE.journal: after a crash, a full disk or Ctrl-C, rerun with
/// --resume to continue.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus classify puzzles.txt -o ratings.parquet
  gradus classify puzzles.txt --ratings core -o core.csv.zst
  gradus classify kaggle.csv --column quizzes --keep none -o kaggle.parquet
  gradus classify puzzles.txt --ratings te,bpb --where 'te = 2 and bpb >= 6' -o hard.csv
  gradus classify ratings.parquet --add bpb --where 'te = 2' -o more.parquet
  gradus classify puzzles.txt --shard 0/4 -o part-0.parquet
  gradus classify - --ratings te -o - < puzzles.txt")]
pub(super) struct Arguments {
    /// Puzzles, files, directories, globs, or - for stdin
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<OsString>,

    #[command(flatten)]
    ratings: RatingOptions,

    /// Add ratings to a ratings table, keep its columns
    ///
    /// INPUT are tables that classify wrote. Their columns come first and keep their types; then
    /// the new ratings. With --where, only rows that satisfy EXPR are rated, and all are written;
    /// ratings that a row already has are not computed again
    #[arg(long, value_name = "LIST", conflicts_with_all = ["ratings", "keep", "shard", "proofs", "column", "kind"])]
    add: Option<Names>,

    /// Write only rows that satisfy EXPR: 'te = 2 and bpb >= 6'
    ///
    /// The ratings of EXPR must be among those of --ratings
    #[arg(long = "where", value_name = "EXPR")]
    condition: Option<Condition>,

    /// Input columns to keep: all, none, names
    #[arg(long, value_name = "LIST", default_value_t)]
    keep: Keep,

    #[command(flatten)]
    infinite: InfiniteOptions,

    /// Table to write: .parquet, .csv or .jsonl (also .zst, .gz), - for JSON Lines on stdout
    #[arg(short, long, value_name = "TABLE")]
    output: PathBuf,

    /// Overwrite existing files
    #[arg(long, conflicts_with = "resume")]
    force: bool,

    /// Rate only rows I modulo N, to merge later
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Rejected lines [default: NAME.rejects.csv for NAME.parquet]
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Store paths of extreme puzzles, and where W and B differ
    ///
    /// gradus check verifies them
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,

    /// Resume an interrupted job
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    input: InputOptions,

    #[command(flatten)]
    limits: TimedLimitsOptions,

    #[command(flatten)]
    running: RunningOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let request = arguments.request();
    let memory = RatingCache::default();
    let work = |puzzle: &dyn Instance| rating::classify_with(puzzle, &request, &memory);
    run_by(arguments, RatingWorkers::Threads(&work))
}

/// Runs the command on these workers.
pub(super) fn run_by(arguments: &Arguments, workers: RatingWorkers) -> Result<ExitStatus> {
    let started = Instant::now();
    if arguments.add.is_some() && matches!(workers, RatingWorkers::Exchange(_)) {
        bail_usage!("--add runs on this machine only, not on a cluster");
    }
    let mut progress = arguments.running.show();
    progress.hint = resume_hint(arguments.file());
    let stop = stop::on_signal()?;
    let end = if arguments.file().is_none() {
        let (rejects, proofs) = (arguments.rejects.is_some(), arguments.proofs.is_some());
        if arguments.resume || arguments.shard.is_some() || rejects || proofs {
            bail_usage!("--resume, --shard, --rejects and --proofs need an output file, not -");
        }
        if arguments.add.is_some() {
            bail_usage!("--add needs an output file, not -");
        }
        let job = arguments.job(|_| false)?;
        classify::stream(&job, io::stdout(), workers, stop, &mut progress)
    } else {
        let outputs = outputs(&arguments.output, arguments.rejects.clone())?;
        let job = arguments.job(|path| outputs.has(path))?;
        arguments.check_proofs(&job)?;
        let mode = start_mode(arguments.resume, arguments.force);
        classify::run(&job, &outputs, mode, workers, stop, &mut progress)
    };
    progress.clear();
    match end {
        Ok(Outcome::Done { tally, before }) => {
            arguments.count(&tally, before);
            arguments.print_summary(&progress, &tally, before, started);
            arguments.show_rejects(&progress, &tally);
            let status = arguments.input.status(tally.rejected);
            arguments.store_proofs(&progress, stop, status)
        }
        Ok(Outcome::WasDone { rejected }) => {
            summary::set_count("rejected", rejected);
            let rejects = match rejected {
                0 => String::new(),
                _ => format!(", with {} rejected", counted(rejected, "line")),
            };
            let table = arguments.output.display();
            progress.print(&format!("{table} is already complete{rejects}"));
            let status = arguments.input.status(rejected);
            arguments.store_proofs(&progress, stop, status)
        }
        Ok(Outcome::Interrupted { rows }) => {
            summary::set_count("puzzles", rows);
            let hint = resume_hint(arguments.file());
            print_notice(&format!("stopped after {}{hint}", counted(rows, "row")));
            Ok(ExitStatus::Interrupted)
        }
        Err(error) => Err(with_hint(error, arguments.file())),
    }
}

impl Arguments {
    pub(super) fn request(&self) -> Request {
        let request = self.ratings.request(&self.limits);
        match &self.add {
            Some(names) => Request {
                names: names.clone(),
                ..request
            },
            None => request,
        }
    }

    /// Checks that the paths may be written, before hours of work.
    fn check_proofs(&self, job: &Job) -> Result<()> {
        let Some(folder) = &self.proofs else {
            return Ok(());
        };
        let sources = job.found.sources.iter();
        let inputs = sources.filter_map(|source| source.path.as_deref());
        check_writable(&[proofs::file(folder)], inputs, self.force || self.resume)
    }

    /// Stores the requested paths, unless they exist, after a job that ended with this status.
    /// Returns it, unless this is stopped.
    fn store_proofs(
        &self,
        progress: &ProgressBar,
        stop: &AtomicBool,
        status: ExitStatus,
    ) -> Result<ExitStatus> {
        let Some(folder) = &self.proofs else {
            return Ok(status);
        };
        let file = proofs::file(folder);
        let proofs = Proofs::open(&self.output, self.request())?;
        if self.resume && exists(&file) {
            proofs.check(&file)?;
            progress.print(&format!("{} is already complete", file.display()));
            return Ok(status);
        }
        let threads = self.running.threads();
        let Some(count) = proofs.write(&file, threads, if_exists(self.force), stop)? else {
            let hint = resume_hint(self.file());
            print_notice(&format!(
                "stopped while the resolution paths were searched{hint}"
            ));
            return Ok(ExitStatus::Interrupted);
        };
        let paths = counted(count as u64, "resolution path");
        progress.print(&format!("wrote {paths} to {}", file.display()));
        Ok(status)
    }

    fn job(&self, ignored: impl Fn(&Path) -> bool) -> Result<Job> {
        let found = self.input.find_all(&self.inputs, ignored)?;
        let (found, keep) = match &self.add {
            Some(_) => (skip_other_outputs(found)?, Keep::Whole),
            None => (skip_own_outputs(found)?, self.keep.clone()),
        };
        Ok(Job {
            found,
            reading: self.input.reading(keep),
            request: self.request(),
            infinite: self.infinite.infinite.unwrap_or_default(),
            condition: self.condition.clone(),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            limit: self.input.first,
            strict: self.input.strict,
            threads: self.running.threads(),
        })
    }

    /// Prints the file of the rejected lines and the first lines. A stream has printed its
    /// rejects already.
    fn show_rejects(&self, progress: &ProgressBar, tally: &Tally) {
        let outputs = self.file().map(|path| outputs(path, self.rejects.clone()));
        let (Some(Ok(outputs)), 1..) = (outputs, tally.rejected) else {
            return;
        };
        let mut text = format!("wrote rejected lines to {}:", outputs.rejects.display());
        for reject in &tally.first {
            let place = match reject.line {
                0 => reject.input.clone(),
                line => format!("{}, line {line}", reject.input),
            };
            text += &format!("\n  {place}: {}", reject.bad.reason);
        }
        if let Some(more @ 1..) = tally.rejected.checked_sub(tally.first.len() as u64) {
            text += &format!("\n  and {} more", HumanCount(more));
        }
        progress.print(&text);
    }

    /// Counts a complete job for --summary. A stream has counted the reasons of its rejects.
    fn count(&self, tally: &Tally, before: u64) {
        summary::set_count("puzzles", tally.rated());
        summary::set_count("puzzles_before", before);
        summary::set_count("rows", tally.rows);
        summary::set_count("rejected", tally.rejected);
        if self.file().is_some() {
            for (reason, count) in &tally.reasons {
                summary::add_reject(reason, *count);
            }
        }
    }

    fn print_summary(&self, progress: &ProgressBar, tally: &Tally, before: u64, started: Instant) {
        let time = started.elapsed();
        let earlier = match before {
            0 => String::new(),
            _ => format!(" ({} of them in earlier runs)", HumanCount(before)),
        };
        progress.print(&format!(
            "{} classified{earlier}, {} rejected, in {}{}",
            counted(tally.rated(), "puzzle"),
            counted(tally.rejected, "line"),
            HumanDuration(time),
            and_rate(tally.rated().saturating_sub(before), time),
        ));
        if let Some(names) = &self.add {
            self.print_added(progress, names, tally);
        } else if let Some(condition) = &self.condition {
            progress.print(&format!(
                "{} written of {}, where {condition}",
                counted(tally.rows, "row"),
                HumanCount(tally.rated()),
            ));
            let notes = open_notes(tally.missing, tally.no_number);
            notes.iter().for_each(|note| progress.print(note));
        }
        if tally.rows > 0 {
            progress.print(&format!("number of puzzles by rating\n{tally}"));
        }
    }

    /// Prints to how many rows ratings were added, and why to no more.
    fn print_added(&self, progress: &ProgressBar, names: &Names, tally: &Tally) {
        let (rated, rows) = (counted(tally.rated(), "row"), HumanCount(tally.rows));
        progress.print(&format!("added {names} to {rated} of {rows}"));
        for (skip, &count) in &tally.skipped {
            let reason = match (skip, &self.condition) {
                (Skip::Fails, Some(condition)) => format!("do not satisfy {condition}"),
                (Skip::Fails, None) => continue,
                (Skip::Missing, _) => "lack something that the condition compares".to_string(),
                (Skip::NoNumber, _) => {
                    "have a text that the condition compares with a number".into()
                }
                (Skip::Known, _) => "have these ratings already".to_string(),
                (Skip::Failed, _) => "could not be rated".to_string(),
            };
            progress.print(&format!("skipped {}: they {reason}", counted(count, "row")));
        }
    }

    /// The table, or `None` for stdout.
    fn file(&self) -> Option<&Path> {
        Some(self.output.as_path()).filter(|path| *path != Path::new("-"))
    }
}

/// The files of a job, or bad usage if their names do not fit.
pub(super) fn outputs(table: &Path, rejects: Option<PathBuf>) -> Result<Outputs> {
    let outputs = Outputs::new(table, rejects).map_err(|error| Usage(error.to_string()))?;
    if outputs.rejects == outputs.table {
        bail_usage!("the table and the rejects must be different files");
    }
    Ok(outputs)
}
