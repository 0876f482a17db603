//! Shared by commands that read puzzles and write lines: `canon`, `solve`, `isomorph`,
//! `expand`, `minimals` and `neighbours`.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::HumanDuration;

use super::exit::ExitStatus;
use super::messages::print_notice;
use super::options::{InputOptions, OutputOptions, RunningOptions};
use super::output::{if_exists, with_hint};
use super::progress::{ProgressBar, and_rate};
use super::{stop, summary};
use crate::io::{FoundInputs, counted, is_same};
use crate::job::line_output::Output;
use crate::job::lines::{Job, Outcome, ReadCounts};
use crate::job::{Control, Error};
use crate::table::Keep;

/// The puzzles to read and the lines to write.
#[derive(Args)]
pub(super) struct LineOptions {
    /// Puzzles, files, directories, globs, or - for stdin
    #[arg(value_name = "INPUT", required = true, help_heading = None)]
    inputs: Vec<OsString>,

    #[command(flatten)]
    input: InputOptions,

    #[command(flatten)]
    output: OutputOptions,

    #[command(flatten)]
    running: RunningOptions,
}

impl LineOptions {
    /// Returns true if stdin is an input.
    pub(super) fn reads_stdin(&self) -> bool {
        self.inputs.iter().any(|input| input == "-")
    }

    /// The job that reads the inputs.
    pub(super) fn job(&self) -> Result<Job> {
        self.job_over(&self.inputs, self.input.first)
    }

    /// A job that reads other inputs in the same way.
    pub(super) fn job_over(&self, inputs: &[OsString], limit: Option<u64>) -> Result<Job> {
        let file = self.output.file();
        let is_output = |path: &Path| file.is_some_and(|file| is_same(path, file));
        Ok(Job {
            found: self.input.find(inputs, is_output)?,
            reading: self.input.reading(Keep::None),
            limit,
            strict: self.input.strict,
            threads: self.running.threads(),
        })
    }

    /// Runs a job over the inputs.
    pub(super) fn convert(
        &self,
        convert: impl FnOnce(&Job, &mut Output, &mut Control) -> Result<Outcome, Error>,
    ) -> Result<ExitStatus> {
        let job = self.job()?;
        self.run(&[&job.found], |output, control| {
            convert(&job, output, control)
        })
    }

    /// Runs a job, writes its lines and prints a summary. Never writes to one of the inputs.
    pub(super) fn run(
        &self,
        inputs: &[&FoundInputs],
        job: impl FnOnce(&mut Output, &mut Control) -> Result<Outcome, Error>,
    ) -> Result<ExitStatus> {
        let started = Instant::now();
        self.output.check()?;
        let mut progress = self.running.show();
        let stop = stop::on_signal()?;
        let file = self.output.file();
        let end = self.open(inputs).and_then(|mut output| {
            let observer = &mut progress;
            let end = job(&mut output, &mut Control { stop, observer })?;
            let written = output.written;
            if matches!(end, Outcome::Done(..)) || file.is_none() {
                output.finish()?;
            }
            Ok((end, written))
        });
        progress.clear();
        match end {
            Ok((Outcome::Done(counts, _), written)) => {
                summary::set_count("puzzles", counts.puzzles);
                summary::set_count("lines", written);
                summary::set_count("rejected", counts.rejected);
                print_summary(&progress, counts, written, started.elapsed());
                Ok(self.input.status(counts.rejected))
            }
            Ok((Outcome::Interrupted(counts), _)) => {
                let lost = file.map_or(String::new(), |path| {
                    format!("; {} was not written", path.display())
                });
                let puzzles = counted(counts.puzzles, "puzzle");
                print_notice(&format!("stopped after {puzzles}{lost}"));
                Ok(ExitStatus::Interrupted)
            }
            // These jobs have no journal to resume from.
            Err(error) => Err(with_hint(error, None)),
        }
    }

    fn open(&self, inputs: &[&FoundInputs]) -> Result<Output<'static>, Error> {
        match self.output.file() {
            Some(path) => Output::file(path, if_exists(self.output.force), inputs),
            None => Output::stream(io::stdout()),
        }
    }
}

fn print_summary(progress: &ProgressBar, counts: ReadCounts, written: u64, time: Duration) {
    progress.print(&format!(
        "{} read, {} written, {} rejected, in {}{}",
        counted(counts.puzzles, "puzzle"),
        counted(written, "line"),
        counted(counts.rejected, "line"),
        HumanDuration(time),
        and_rate(counts.puzzles, time),
    ));
}
