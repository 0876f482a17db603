//! `gradus generate`: minimal puzzles by the generators of PBCS, chapter 6.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::HumanDuration;

use super::exit::{ExitStatus, Usage, bail_usage};
use super::messages::print_notice;
use super::options::{LimitsOptions, OutputOptions, RunningOptions};
use super::output::{resume_hint, start_mode, with_hint};
use super::progress::ProgressBar;
use super::{stop, summary};
use crate::expression::Condition;
use crate::generate::{self, Filter, Footer, Grids, Job, Outcome};
use crate::io::{Source, counted, find};
use crate::job::Error;
use gradus_generate::{Generator, Independent, LARGEST, Squares};

/// Generate minimal puzzles.
///
/// bottom-up adds random clues to an empty grid; top-down deletes random clues of a random
/// complete grid; controlled-bias deletes clues too, but starts over with a new grid when a
/// deletion goes too far, so that stats --unbiased can correct its bias; suexg reproduces the
/// collections of HLS. top-down also makes other kinds and sizes.
///
/// Writes one puzzle per line with its number of clues. The last line has the generator, the
/// seed, the count and, for controlled-bias, the number of complete grids tried. The same seed
/// gives the same puzzles for any number of threads; suexg uses only one. Progress is saved in
/// FILE.journal: after a crash, a full disk or Ctrl-C, rerun with --resume to continue.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  gradus generate top-down --count 10
  gradus generate top-down --kind windoku --count 10
  gradus generate top-down --size 6 --count 10
  gradus generate controlled-bias --count 2 --seed 1 -o cb.txt.zst
  gradus generate suexg --count 10 --seed 17
  gradus generate top-down --count 10 --where 'w = 5 and clues <= 24'
  gradus generate top-down --grids grids.txt")]
pub(super) struct Arguments {
    /// bottom-up, top-down, controlled-bias, suexg
    generator: Generator,

    /// Number of puzzles [default with --grids: all they yield]
    #[arg(long, value_name = "N", required_unless_present = "grids", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Keep only puzzles that satisfy EXPR: 'w = 5 and clues <= 24'
    ///
    /// N then counts the puzzles kept. Only the ratings that EXPR needs are computed, the cheapest
    /// first
    #[arg(long = "where", value_name = "EXPR")]
    condition: Option<Condition>,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Complete grids to start from [default: random]
    ///
    /// One grid per line; - is stdin
    #[arg(long, value_name = "FILE")]
    grids: Option<OsString>,

    /// Kind, for top-down: sudoku, sudoku-x, windoku, latin, pandiagonal
    #[arg(long, value_name = "KIND", default_value = "sudoku")]
    #[arg(conflicts_with = "grids")]
    kind: String,

    /// Rows of a puzzle, up to 16, for top-down
    #[arg(long, value_name = "N", default_value_t = 9, conflicts_with = "grids")]
    size: usize,

    #[command(flatten)]
    output: OutputOptions,

    /// Resume an interrupted job
    #[arg(long, requires = "output", conflicts_with = "force")]
    resume: bool,

    #[command(flatten)]
    limits: LimitsOptions,

    #[command(flatten)]
    running: RunningOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let started = Instant::now();
    let job = arguments.job()?;
    let mut progress = arguments.running.show();
    progress.hint = resume_hint(arguments.output.file());
    let stop = stop::on_signal()?;
    let end = match arguments.output.file() {
        None => generate::stream(&job, io::stdout().lock(), stop, &mut progress),
        Some(output) => {
            let mode = start_mode(arguments.resume, arguments.output.force);
            generate::run(&job, output, mode, stop, &mut progress)
        }
    };
    progress.clear();
    match end {
        Ok(Outcome::Done { footer, rejected }) => {
            summary::set_count("puzzles", footer.count);
            summary::set_count("rejected", rejected);
            if let Some(grids) = footer.grids {
                summary::set_count("grids", grids);
            }
            Ok(print_summary(&progress, &footer, rejected, started))
        }
        Ok(Outcome::WasDone) => {
            let output = arguments.output.file().unwrap_or(Path::new("-"));
            progress.print(&format!("{} is already complete", output.display()));
            Ok(ExitStatus::Done)
        }
        Ok(Outcome::Interrupted { puzzles }) => {
            summary::set_count("puzzles", puzzles);
            let hint = resume_hint(arguments.output.file());
            let puzzles = counted(puzzles, "puzzle");
            print_notice(&format!("stopped after {puzzles}{hint}"));
            Ok(ExitStatus::Interrupted)
        }
        // There is no option for the column of the grids.
        Err(error @ Error::Columns { .. }) => bail_usage!("{error}"),
        Err(error) => Err(with_hint(error, arguments.output.file())),
    }
}

impl Arguments {
    fn job(&self) -> Result<Job> {
        let grids = match (self.generator.independent(), &self.grids) {
            (_, None) => self.random_grids()?,
            (Some(Independent::Deletion(deletion)), Some(argument)) => {
                Grids::Given(deletion, source(argument)?)
            }
            (_, Some(_)) => bail_usage!(
                "--grids needs top-down or controlled-bias: {} starts from an empty grid",
                self.generator
            ),
        };
        let seed = self.generator.check_seed(self.seed);
        seed.map_err(|large| Usage(large.to_string()))?;
        self.output.check()?;
        if self.output.file().is_none() && self.resume {
            bail_usage!("--resume needs an output file, not -");
        }
        let filter = self.condition.clone();
        let filter = filter.map(|condition| Filter::new(condition, self.limits.limits()));
        Ok(Job {
            grids,
            seed: self.seed,
            count: self.count,
            filter: filter
                .transpose()
                .map_err(|fault| Usage(fault.to_string()))?,
            threads: self.running.threads(),
        })
    }

    fn random_grids(&self) -> Result<Grids> {
        let (kind, size) = (&self.kind, self.size);
        if kind.eq_ignore_ascii_case("sudoku") && size == 9 {
            return Ok(Grids::Own(self.generator));
        }
        if self.generator != Generator::TopDown {
            bail_usage!(
                "--kind and --size need top-down: {} makes 9×9 Sudokus",
                self.generator
            );
        }
        match Squares::new(kind, size) {
            Some(squares) => Ok(Grids::Squares(squares)),
            None => bail_usage!(
                "cannot generate {kind} of size {size} (expected --kind sudoku, sudoku-x, windoku, \
                 latin or pandiagonal, and one of its sizes up to {LARGEST})"
            ),
        }
    }
}

fn source(argument: &OsString) -> Result<Source> {
    let mut sources = find(std::slice::from_ref(argument), |_| false)?.sources;
    match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => Ok(source),
        _ => bail_usage!("--grids takes one file"),
    }
}

fn print_summary(
    progress: &ProgressBar,
    footer: &Footer,
    rejected: u64,
    started: Instant,
) -> ExitStatus {
    let time = started.elapsed();
    let mut parts = vec![counted(footer.count, "puzzle")];
    let grids = footer.grids.map(|grids| counted(grids, "complete grid"));
    parts.extend(grids.map(|grids| format!("from {grids}")));
    parts.push(format!("in {}", HumanDuration(time)));
    let accepted = footer.acceptance();
    parts.extend(accepted.map(|accepted| format!("({accepted})")));
    if rejected > 0 {
        parts.push(format!("({} without a grid)", counted(rejected, "line")));
    }
    progress.print(&parts.join(" "));
    ExitStatus::from_rejected(rejected)
}
