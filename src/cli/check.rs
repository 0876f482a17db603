//! `gradus check`: verifies stored resolution paths in bulk, with the checker,
//! which is compiled without the engine.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::NonZero;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::Outcome;
use crate::explain::check_text;
use crate::io::{Source, decompressed, find};
use crate::job::catch_defect;
use crate::job::cores;
use crate::job::pump::{NEVER, Pump, Queue};
use gradus_check::{BUDGET, Verdict};

/// Verify stored resolution paths.
///
/// Files have one JSON object a line, as `gradus explain --json` writes them,
/// plain or compressed; of folders, all files named .json or .jsonl are read,
/// with an ending such as .zst or without. Every path is replayed from the
/// givens: it is accepted only if each step is a pattern of its name and length
/// in its state, and the path ends as it says. That no pattern is left where a path
/// is stuck, and that no shorter patterns solve where a rating is exact, is decided
/// within a budget. What is refused or not verified is listed on standard output
/// with the reason; the exit code is then 1, or 3 if nothing is refused.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Example:\n  gradus check proofs/ path.json"
)]
pub(super) struct Arguments {
    /// Files or folders, or - for standard input
    #[arg(value_name = "FILE_OR_DIR", required = true)]
    inputs: Vec<OsString>,

    /// Threads; by default as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Partial chains and trials to look at for each claim that no step shows, 0 for
    /// no limit; beyond it, the claim is not verified
    #[arg(long, value_name = "N", default_value_t = BUDGET)]
    budget: u64,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    check(&arguments.inputs, arguments.threads, arguments.budget)
}

/// A line of a file, on its way to be checked.
struct Line {
    file: usize,
    number: usize,
    /// None if it is too long to be a record.
    text: Option<String>,
}

/// A line that was checked.
struct Checked {
    file: usize,
    number: usize,
    /// The puzzle and the theory, if it has them.
    what: String,
    verdict: Result<Verdict, String>,
}

/// Bytes under way.
const WINDOW: usize = 96 << 20;

/// Lines that are sent to a worker at once.
const BATCH: usize = 64;

/// A record is some ten thousand bytes; what is longer than this is none.
const LONGEST_LINE: u64 = 1 << 26;

/// What was found.
#[derive(Default)]
struct Tally {
    solutions: usize,
    contradictions: usize,
    stuck: usize,
    partial: usize,
    /// How many of the listed are not refused.
    unverified: usize,
    /// File, line, what it is and why it was not accepted.
    listed: Vec<(usize, usize, String)>,
}

/// Checks all records of some files and folders; an error if one is refused or
/// if there is none.
pub(super) fn check(
    inputs: &[OsString],
    threads: Option<NonZero<usize>>,
    budget: u64,
) -> Result<Outcome> {
    let budget = match budget {
        0 => u64::MAX,
        looks => looks,
    };
    let found = find(inputs, |path| !is_of_paths(path))?;
    if let Some((name, reason)) = found.unreadable.first() {
        bail!("cannot read {name}: {reason}");
    }
    let files = found.sources;
    let pump = Pump {
        threads: threads.map_or_else(cores, NonZero::get),
        window: WINDOW,
        stop: &NEVER,
    };
    let mut total = Tally::default();
    let mut sink = |checked: Vec<Checked>| -> Result<()> {
        checked.into_iter().for_each(|line| total.count(line));
        Ok(())
    };
    let work = |lines: Vec<Line>| {
        let lines = lines.into_iter();
        lines.map(|line| Checked::new(line, budget)).collect()
    };
    let read = pump.run(|queue| read_all(&files, queue), work, &mut sink)?;
    report(&files, &total)?;
    read.transpose()?;
    match (total.refused(), total.unverified, total.accepted()) {
        (0, 0, 0) => bail!("there is no path to check"),
        (0, 0, _) => Ok(Outcome::Done),
        (0, ..) => Ok(Outcome::SomeRejected),
        (refused, ..) => bail!("{refused} refused"),
    }
}

impl Tally {
    fn accepted(&self) -> usize {
        self.solutions + self.contradictions + self.stuck + self.partial
    }

    fn refused(&self) -> usize {
        self.listed.len() - self.unverified
    }

    fn count(&mut self, line: Checked) {
        match line.verdict {
            Ok(Verdict::Solution) => self.solutions += 1,
            Ok(Verdict::Contradiction) => self.contradictions += 1,
            Ok(Verdict::Stuck) => self.stuck += 1,
            Ok(Verdict::AsFarAsItGoes) => self.partial += 1,
            Ok(Verdict::NotVerified(_)) => self.unverified += 1,
            Err(_) => {}
        }
        let reason = match line.verdict {
            Ok(Verdict::NotVerified(why)) => format!("{}not verified: {why}", line.what),
            Ok(_) => return,
            Err(reason) => line.what + &reason,
        };
        self.listed.push((line.file, line.number, reason));
    }
}

impl Checked {
    fn new(line: Line, budget: u64) -> Checked {
        let checked = catch_defect(|| check_text(line.text.as_deref(), budget));
        let defect = "gradus failed on this path, which is a defect: please report it";
        let (what, verdict) = match checked {
            Ok(checked) => (checked.what, checked.verdict.map_err(|why| why.to_string())),
            Err(_) => (String::new(), Err(defect.to_string())),
        };
        Checked {
            file: line.file,
            number: line.number,
            what,
            verdict,
        }
    }
}

/// Lists what is not accepted, in the order of the input, and says how many there are of each.
fn report(files: &[Source], tally: &Tally) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (file, line, reason) in &tally.listed {
        writeln!(out, "{}:{line}: {reason}", files[*file].name)
            .context("cannot write to standard output")?;
    }
    out.flush().context("cannot write to standard output")?;
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
    Ok(())
}

/// Whether a file in a folder has paths, by its name.
fn is_of_paths(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let endings = [".zst", ".gz", ".bz2", ".xz"];
    let bare = endings.iter().find_map(|ending| name.strip_suffix(ending));
    let bare = bare.unwrap_or(&name);
    bare.ends_with(".json") || bare.ends_with(".jsonl")
}

/// Hands the lines of all files to the workers.
fn read_all(files: &[Source], queue: &mut Queue<Vec<Line>>) -> Result<()> {
    for (index, file) in files.iter().enumerate() {
        read(index, file, queue).with_context(|| format!("cannot read {}", file.name))?;
    }
    Ok(())
}

fn read(index: usize, file: &Source, queue: &mut Queue<Vec<Line>>) -> io::Result<()> {
    let input: Box<dyn Read + Send> = match &file.path {
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
            let file = index;
            batch.push(Line { file, number, text });
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
