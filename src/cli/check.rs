//! `gradus check`: verifies stored resolution paths in bulk, with the checker, which is
//! compiled without the engine.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::exit::{ExitStatus, is_broken_pipe};
use super::messages::print_text;
use super::options::ThreadOptions;
use crate::explain::check_text;
use crate::io::{Source, decompressed, find};
use crate::job::catch_defect;
use crate::job::pump::{NEVER, Pump, Queue};
use gradus_check::{BUDGET, Verdict};

/// Verify stored resolution paths.
///
/// Reads one JSON object per line, as gradus explain --json writes them, plain or compressed; of
/// directories, all .json and .jsonl files. Each path is replayed from the givens: it is
/// accepted only if every step is a pattern of its name and length in its state, and if it ends
/// as it says. Claims that no step shows (nothing shorter solves, nothing more applies) are
/// decided within the budget. Refused or unverified paths are listed on stdout with the reason;
/// the exit code is 1 if any is refused, else 3 if any is not verified.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_long_help = "\
Examples:
  gradus check proofs/
  gradus explain --json ..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57 | gradus check -"
)]
pub(super) struct Arguments {
    /// Paths: files, directories, globs, or - for stdin
    #[arg(value_name = "FILE|DIR|-", required = true)]
    inputs: Vec<OsString>,

    /// Chains and trials per claim, 0 for no limit
    #[arg(long, value_name = "N", default_value_t = BUDGET)]
    budget: u64,

    #[command(flatten)]
    threads: ThreadOptions,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitStatus> {
    let threads = arguments.threads.threads();
    check(&arguments.inputs, threads, arguments.budget)
}

struct RecordLine {
    file: usize,
    number: usize,
    /// The text, or `None` if it is too long for a record.
    text: Option<String>,
}

struct CheckedLine {
    file: usize,
    number: usize,
    /// The puzzle and the theory, if there are any.
    what: String,
    verdict: Result<Verdict, String>,
}

/// Bytes in memory.
const WINDOW: usize = 96 << 20;

/// Lines per task.
const BATCH: usize = 64;

/// The longest line to read. A record has some ten thousand bytes.
const LONGEST_LINE: u64 = 1 << 26;

/// Paths by verdict.
#[derive(Default)]
struct CheckTally {
    solutions: usize,
    contradictions: usize,
    stuck: usize,
    partial: usize,
    /// The listed paths that are not refused.
    unverified: usize,
    /// File, line and reason of each path that is not accepted.
    listed: Vec<(usize, usize, String)>,
}

/// Checks all records of some files and directories. Fails if one is refused, or if there are
/// none.
pub(super) fn check(inputs: &[OsString], threads: usize, budget: u64) -> Result<ExitStatus> {
    let budget = if budget == 0 { u64::MAX } else { budget };
    let found = find(inputs, |path| !is_of_paths(path))?;
    if let Some((name, reason)) = found.unreadable.first() {
        bail!("cannot read {name}: {reason}");
    }
    let files = found.sources;
    let pump = Pump {
        threads,
        window: WINDOW,
        stop: &NEVER,
    };
    let mut total = CheckTally::default();
    let mut sink = |checked: Vec<CheckedLine>| -> Result<()> {
        checked.into_iter().for_each(|line| total.count(line));
        Ok(())
    };
    let work = |lines: Vec<RecordLine>| {
        let lines = lines.into_iter();
        lines.map(|line| CheckedLine::new(line, budget)).collect()
    };
    let read_all = |queue: &mut Queue<_>| -> Result<()> {
        for (index, file) in files.iter().enumerate() {
            read(index, file, queue).with_context(|| format!("cannot read {}", file.name))?;
        }
        Ok(())
    };
    let read = pump.run(read_all, work, &mut sink)?;
    // Whoever reads only the first lines of the list still gets the exit code of all of them.
    match report(&files, &total) {
        Err(error) if is_broken_pipe(&error) => {}
        printed => printed?,
    }
    read.transpose()?;
    match (total.refused(), total.unverified, total.accepted()) {
        (0, 0, 0) => bail!("no paths found"),
        (0, 0, _) => Ok(ExitStatus::Done),
        (0, ..) => Ok(ExitStatus::SomeRejected),
        (refused, ..) => bail!("{refused} refused"),
    }
}

impl CheckTally {
    fn accepted(&self) -> usize {
        self.solutions + self.contradictions + self.stuck + self.partial
    }

    fn refused(&self) -> usize {
        self.listed.len() - self.unverified
    }

    fn count(&mut self, line: CheckedLine) {
        let reason = match line.verdict {
            Ok(Verdict::Solution) => return self.solutions += 1,
            Ok(Verdict::Contradiction) => return self.contradictions += 1,
            Ok(Verdict::Stuck) => return self.stuck += 1,
            Ok(Verdict::AsFarAsItGoes) => return self.partial += 1,
            Ok(Verdict::NotVerified(why)) => {
                self.unverified += 1;
                format!("not verified: {why}")
            }
            Err(reason) => reason,
        };
        self.listed
            .push((line.file, line.number, line.what + &reason));
    }
}

impl CheckedLine {
    fn new(line: RecordLine, budget: u64) -> CheckedLine {
        let RecordLine { file, number, text } = line;
        let (what, verdict) = match catch_defect(|| check_text(text.as_deref(), budget)) {
            Ok(checked) => (checked.what, checked.verdict.map_err(|why| why.to_string())),
            Err(_) => (String::new(), Err(DEFECT.to_string())),
        };
        CheckedLine {
            file,
            number,
            what,
            verdict,
        }
    }
}

const DEFECT: &str = "gradus failed on this path, which is a bug: please report it";

/// Lists the paths that are not accepted, in input order, and prints the counts.
fn report(files: &[Source], tally: &CheckTally) -> Result<()> {
    let listed = tally.listed.iter();
    let listed = listed.map(|(file, line, why)| format!("{}:{line}: {why}\n", files[*file].name));
    let printed = print_text(&listed.collect::<String>());
    let _ = writeln!(
        io::stderr(),
        "paths: {}; solution proved: {}, no solution proved: {}, nothing more applies: {}, \
         accepted as far as they go: {}, not verified: {}, refused: {}",
        tally.accepted() + tally.listed.len(),
        tally.solutions,
        tally.contradictions,
        tally.stuck,
        tally.partial,
        tally.unverified,
        tally.refused()
    );
    printed
}

/// Returns true if the name of a file says that it has paths.
fn is_of_paths(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let endings = [".zst", ".gz", ".bz2", ".xz"];
    let bare = endings.iter().find_map(|ending| name.strip_suffix(ending));
    let bare = bare.unwrap_or(&name);
    bare.ends_with(".json") || bare.ends_with(".jsonl")
}

/// Sends the lines of a file to the workers.
fn read(file: usize, source: &Source, queue: &mut Queue<Vec<RecordLine>>) -> io::Result<()> {
    let input: Box<dyn Read + Send> = match &source.path {
        None => Box::new(io::stdin()),
        Some(path) => Box::new(File::open(path)?),
    };
    let (mut input, _) = decompressed(BufReader::new(input))?;
    let (mut batch, mut bytes) = (Vec::with_capacity(BATCH), 0);
    for number in 1.. {
        let mut line = Vec::new();
        input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        if !whole {
            input.skip_until(b'\n')?;
        }
        bytes += line.len();
        let text = String::from_utf8(line).ok().filter(|_| whole);
        if text.as_ref().is_none_or(|text| !text.trim().is_empty()) {
            batch.push(RecordLine { file, number, text });
        }
        if batch.len() == BATCH {
            let batch = std::mem::take(&mut batch);
            if queue.put(batch, std::mem::take(&mut bytes)).is_err() {
                return Ok(());
            }
        }
    }
    let _ = queue.put(batch, bytes);
    Ok(())
}
