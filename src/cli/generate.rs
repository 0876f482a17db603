//! `gradus generate`: minimal puzzles by the generators of PBCS, chapter 6.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::{HumanCount, HumanDuration};

use super::job::{advised, before, how_to_go_on, refuse_table};
use super::progress::{Progress, ProgressOptions};
use super::{Outcome, Usage, stop};
use crate::generate::{self, Footer, Grids, Job, Outcome as End};
use crate::io::number::counted;
use crate::io::{Source, find};
use crate::job::cores;
use gradus_generate::{Kind, LARGEST, Squares};

/// Generate minimal puzzles, one a line with the number of its clues.
///
/// bottom-up adds random clues to nothing, top-down deletes random clues of a
/// random complete grid, and controlled-bias does so too but throws the grid away
/// when a deletion goes too far: only its bias is known, so that its statistics
/// can be corrected. suexg is a public top-down generator, number for number: with
/// seeds 0 and 17, the random collections of the book of 2007. The last line has
/// the kind, the seed, the count and, for controlled-bias, how many complete grids
/// were tried.
///
/// The same seed gives the same puzzles, whatever the threads (suexg makes one
/// puzzle after the other, so that it uses one). What is done is
/// kept in FILE.journal until the file is whole: after a crash, a full disk or
/// Ctrl-C, the same command with --resume goes on.
///
/// top-down also makes squares of other sizes and kinds, such as 16×16 Sudokus:
/// --size, and --kind if they are no Sudokus.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gradus generate top-down --count 10
  gradus generate top-down --size 16 --count 10
  gradus generate top-down --kind windoku --count 10
  gradus generate controlled-bias --count 20000 --seed 1 -o cb.txt.zst
  gradus generate suexg --count 10000 --seed 17 -o sudogen17.txt
  zstdcat grids.zst | gradus generate top-down --grids - -o puzzles.txt")]
pub(super) struct Arguments {
    /// bottom-up, top-down, controlled-bias or suexg
    kind: Kind,

    /// Number of puzzles; if grids are given, the default is what they yield
    #[arg(long, value_name = "N", required_unless_present = "grids", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// The same seed gives the same puzzles
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Where the puzzles go, compressed if the name ends in .zst, .gz, .bz2 or
    /// .xz; default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Take the complete grids from a file (- for standard input), one a line,
    /// instead of drawing them at random
    #[arg(long, value_name = "FILE")]
    grids: Option<OsString>,

    /// The kind of puzzles: sudoku, sudoku-x, windoku, latin or pandiagonal
    #[arg(
        long = "kind",
        value_name = "KIND",
        default_value = "sudoku",
        conflicts_with = "grids"
    )]
    puzzles: String,

    /// The size of the puzzles: the number of rows
    #[arg(long, value_name = "N", default_value_t = 9, conflicts_with = "grids")]
    size: usize,

    /// Workers; default: one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Go on with a job that was interrupted
    #[arg(long, requires = "output")]
    resume: bool,

    /// Overwrite what is there
    #[arg(long, requires = "output", conflicts_with = "resume")]
    force: bool,

    #[command(flatten)]
    progress: ProgressOptions,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let started = Instant::now();
    let job = arguments.job()?;
    let mut progress = arguments.progress.show();
    let stop = stop::on_signal()?;
    let end = match arguments.file() {
        None => generate::stream(&job, io::stdout().lock(), stop, &mut progress),
        Some(output) => {
            let before = before(arguments.resume, arguments.force);
            generate::run(&job, output, before, stop, &mut progress)
        }
    };
    progress.clear();
    match end {
        Ok(End::Done { footer, rejected }) => Ok(summary(&progress, &footer, rejected, started)),
        Ok(End::WasDone) => {
            let output = arguments.file().unwrap_or(Path::new("-"));
            progress.say(&format!("{} is whole already", output.display()));
            Ok(Outcome::Done)
        }
        Ok(End::Interrupted { puzzles }) => {
            let hint = how_to_go_on(arguments.file());
            super::complain(&format!(
                "stopped after {}{hint}",
                counted(puzzles, "puzzle")
            ));
            Ok(Outcome::Interrupted)
        }
        Err(error) => Err(advised(error, arguments.file())),
    }
}

impl Arguments {
    fn job(&self) -> Result<Job> {
        let grids = match (self.kind.deletion(), &self.grids) {
            (_, None) => self.own()?,
            (Some(deletion), Some(argument)) => Grids::Given(deletion, source(argument)?),
            (None, Some(_)) => bail!(Usage(format!(
                "--grids is for top-down and controlled-bias: {} begins with nothing",
                self.kind
            ))),
        };
        let seed = self.kind.check_seed(self.seed);
        seed.map_err(|large| Usage(large.to_string()))?;
        self.file().map_or(Ok(()), refuse_table)?;
        if self.file().is_none() && (self.resume || self.force) {
            bail!(Usage(
                "--resume and --force need an output file, not -".into()
            ));
        }
        Ok(Job {
            grids,
            seed: self.seed,
            count: self.count,
            threads: self.threads.map_or_else(cores, usize::from),
        })
    }

    /// Grids that are drawn at random.
    fn own(&self) -> Result<Grids> {
        let (kind, size) = (&self.puzzles, self.size);
        if kind.eq_ignore_ascii_case("sudoku") && size == 9 {
            return Ok(Grids::Own(self.kind));
        }
        if self.kind != Kind::TopDown {
            bail!(Usage(format!(
                "--kind and --size are for top-down: {} makes 9×9 Sudokus",
                self.kind
            )));
        }
        match Squares::new(kind, size) {
            Some(squares) => Ok(Grids::Squares(squares)),
            None => bail!(Usage(format!(
                "no {kind} of size {size} can be generated: give --kind sudoku, sudoku-x, windoku, latin or pandiagonal, and one of its sizes up to {LARGEST}"
            ))),
        }
    }

    /// The output, unless it is standard output.
    fn file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }
}

/// Where grids are given: one source, whatever else a name can mean.
fn source(argument: &OsString) -> Result<Source> {
    let mut sources = find(std::slice::from_ref(argument), |_| false)?.sources;
    match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => Ok(source),
        _ => bail!(Usage("--grids takes one file, not several".into())),
    }
}

fn summary(progress: &Progress, footer: &Footer, rejected: u64, started: Instant) -> Outcome {
    let time = started.elapsed();
    let mut parts = vec![counted(footer.count, "puzzle")];
    parts.extend(
        footer
            .grids
            .map(|grids| format!("from {}", counted(grids, "complete grid"))),
    );
    parts.push(format!("in {}", HumanDuration(time)));
    match rejected {
        0 => {}
        1 => parts.push("(1 line without a grid)".to_string()),
        _ => parts.push(format!("({} lines without a grid)", HumanCount(rejected))),
    }
    progress.say(&parts.join(" "));
    Outcome::of(rejected)
}
