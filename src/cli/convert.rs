//! What the commands that turn puzzles into puzzles have in common.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use indicatif::HumanDuration;

use super::job::{advised, refuse_table};
use super::options::KindOptions;
use super::progress::{Progress, ProgressOptions, rate};
use super::{Outcome, Usage, complain, stop};
use crate::convert::{Job, Outcome as End, Output, ReadCounts};
use crate::input::Reading;
use crate::io::number::counted;
use crate::io::overwrite::is_same;
use crate::io::{Found, find};
use crate::job::skip_own_outputs;
use crate::job::{Error, Observer, cores};
use crate::table::Keep;

/// Where puzzles come from, and where they go.
#[derive(Args)]
pub(super) struct ConvertOptions {
    /// Files, folders, patterns, or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<OsString>,

    /// Where the puzzles go, compressed if the name ends in .zst, .gz, .bz2 or
    /// .xz; default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Workers; default: one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The column with the puzzles, if an input is a table and it is not called puzzle
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    #[command(flatten)]
    kind: KindOptions,

    /// Stop at the first bad line
    #[arg(long)]
    strict: bool,

    /// Overwrite what is there
    #[arg(long, requires = "output")]
    force: bool,

    #[command(flatten)]
    progress: ProgressOptions,
}

/// How many puzzles are read.
#[derive(Args)]
pub(super) struct ReadLimit {
    /// Read at most this many puzzles
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
}

impl ConvertOptions {
    /// Whether standard input is among the inputs.
    pub(super) fn reads_standard_input(&self) -> bool {
        self.inputs.iter().any(|input| input == "-")
    }

    /// The job that reads the inputs, up to a limit.
    pub(super) fn job(&self, limit: Option<u64>) -> Result<Job> {
        self.job_over(&self.inputs, limit)
    }

    /// A job that reads other inputs in the same way.
    pub(super) fn job_over(&self, inputs: &[OsString], limit: Option<u64>) -> Result<Job> {
        let is_output = |path: &Path| self.file().is_some_and(|file| is_same(path, file));
        Ok(Job {
            found: skip_own_outputs(find(inputs, is_output)?)?,
            reading: Reading {
                column: self.column.clone(),
                keep: Keep::None,
                kind: self.kind.kind.clone(),
            },
            limit,
            strict: self.strict,
            threads: self.threads.map_or_else(cores, usize::from),
        })
    }

    /// Runs a job into the output and sums it up. These inputs are never written.
    pub(super) fn run(
        &self,
        inputs: &[&Found],
        job: impl FnOnce(&mut Output, &AtomicBool, &mut dyn Observer) -> Result<End, Error>,
    ) -> Result<Outcome> {
        let started = Instant::now();
        self.file().map_or(Ok(()), refuse_table)?;
        if self.file().is_none() && self.force {
            bail!(Usage("--force needs an output file, not -".into()));
        }
        let mut progress = self.progress.show();
        let stop = stop::on_signal()?;
        let end = self.output(inputs).and_then(|mut output| {
            let end = job(&mut output, stop, &mut progress)?;
            let written = output.written();
            if matches!(end, End::Done(..)) || self.file().is_none() {
                output.finish()?;
            }
            Ok((end, written))
        });
        progress.clear();
        match end {
            Ok((End::Done(counts, _), written)) => {
                summary(&progress, counts, written, started.elapsed());
                Ok(Outcome::of(counts.rejected))
            }
            Ok((End::Interrupted(counts), _)) => {
                let lost = match self.file() {
                    Some(path) => format!("; {} was not written", path.display()),
                    None => String::new(),
                };
                let puzzles = counted(counts.puzzles, "puzzle");
                complain(&format!("stopped after {puzzles}{lost}"));
                Ok(Outcome::Interrupted)
            }
            // There is no journal to go on from.
            Err(error) => Err(advised(error, None)),
        }
    }

    fn output(&self, inputs: &[&Found]) -> Result<Output<'static>, Error> {
        match self.file() {
            Some(path) => Output::file(path, self.force, inputs),
            None => Output::stream(io::stdout()),
        }
    }

    /// The output, unless it is standard output.
    fn file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }
}

fn summary(progress: &Progress, counts: ReadCounts, written: u64, time: Duration) {
    let rate = rate(counts.puzzles, time).map_or(String::new(), |rate| format!(", {rate}"));
    progress.say(&format!(
        "{} read, {} written, {} rejected, in {}{rate}",
        counted(counts.puzzles, "puzzle"),
        counted(written, "line"),
        counted(counts.rejected, "line"),
        HumanDuration(time),
    ));
}
