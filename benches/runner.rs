//! Times the batch runner: the cost per puzzle besides its ratings, puzzles per second
//! with one worker and with two, and the peak memory of a job.
//!
//! ```sh
//! cargo bench --bench runner                # overhead and throughput
//! cargo bench --bench runner -- overhead    # reading, parsing, journal and writing alone
//! cargo bench --bench runner -- throughput  # the first 20,000 of cbg-dev
//! cargo bench --bench runner -- memory      # 1 and 10 million puzzles; takes minutes
//! ```
#![allow(clippy::unwrap_used)]

use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use gradus::classify::{Job, Outcome, RatingWorkers, Work, run as run_job};
use gradus::input::ReadOptions;
use gradus::io::find;
use gradus::job::{Outputs, Quiet, Shard, StartMode};
use gradus_csp::Instance;
use gradus_engine::rating::{Classification, Name, Rating, Rejection, Request, classify};
use gradus_harness::clock::timed_on_all_threads;
use gradus_harness::data::Collection;
use gradus_harness::puzzles::Puzzles;
use gradus_harness::{Program, compressed, memory_of};

/// The program built with this bench.
const GRADUS: Program = Program::at(env!("CARGO_BIN_EXE_gradus"));

/// The parts of the bench, as named by arguments.
const PARTS: [(&str, fn()); 3] = [
    ("overhead", overhead),
    ("throughput", throughput),
    ("memory", memory),
];

fn main() {
    // Cargo adds an option.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let part = |name: &String| PARTS.iter().find(|(part, _)| part == name);
    if let Some(unknown) = arguments.iter().find(|name| part(name).is_none()) {
        eprintln!("{unknown}: neither overhead, throughput nor memory");
        std::process::exit(2);
    }
    if arguments.is_empty() {
        PARTS[..2].iter().for_each(|(_, run)| run())
    } else {
        arguments.iter().filter_map(part).for_each(|(_, run)| run())
    }
}

/// The cost of a run: time of all cores together, and wall-clock time.
struct Cost {
    cpu: Duration,
    wall: Duration,
}

/// A job that rates the puzzles of a file.
fn job(input: &Path, ratings: &str, threads: usize) -> Job {
    Job {
        found: find(&[input.into()], |_| false).unwrap(),
        reading: ReadOptions::default(),
        request: Request {
            names: ratings.parse().unwrap(),
            ..Request::default()
        },
        infinite: Default::default(),
        condition: None,
        shard: Shard::WHOLE,
        limit: None,
        strict: false,
        threads,
    }
}

/// Runs a job from start to end.
fn run(job: &Job, table: &Path, work: impl Work) -> Cost {
    let outputs = Outputs::new(table, None).unwrap();
    let (start, stop) = (Instant::now(), AtomicBool::new(false));
    let workers = RatingWorkers::Threads(&work);
    let whole = || {
        run_job(
            job,
            &outputs,
            StartMode::Overwrite,
            workers,
            &stop,
            &mut Quiet,
        )
        .unwrap()
    };
    let (cpu, end) = timed_on_all_threads(whole);
    assert!(matches!(end, Outcome::Done { .. }), "{end:?}");
    Cost {
        cpu,
        wall: start.elapsed(),
    }
}

/// A work function that does nothing.
fn nothing(_: &dyn Instance) -> Result<Classification, Rejection> {
    Ok(Classification {
        clues: 25,
        candidates: 220,
        clues_brt: 40,
        candidates_brt: 140,
        candidates_w1: 130,
        ratings: vec![(Name::TE, Rating::exact(1))],
        facts: Vec::new(),
    })
}

/// Times everything but the ratings, from the bytes of the input to those of the table,
/// including the journal.
fn overhead() {
    const COUNT: usize = 500_000;
    let folder = GRADUS.folder();
    let lines: Vec<String> = Puzzles::default().take(COUNT).collect();
    folder.write_lines("in.txt", &lines);
    folder.write("in.zst", compressed(&folder.read("in.txt"), "zst"));
    println!(
        "a puzzle without its ratings, of {COUNT}, one worker: CPU ns of all threads, ns that pass"
    );
    let parquet = cfg!(feature = "polars").then_some(("in.txt", "out.parquet"));
    let cases = [("in.txt", "out.csv"), ("in.zst", "out.jsonl")];
    for (input, output) in parquet.into_iter().chain(cases) {
        let job = job(&folder.path(input), "te", 1);
        // Other load can only make it longer: the fastest of three counts.
        let runs = (0..3).map(|_| run(&job, &folder.path(output), nothing));
        let best = runs.min_by_key(|cost| cost.cpu).unwrap();
        let each = |time: Duration| time.as_nanos() / COUNT as u128;
        println!(
            "  {input:7} to {output:12} {:6} {:6}",
            each(best.cpu),
            each(best.wall)
        );
    }
}

/// Measures puzzles per second for some lists of ratings.
fn throughput() {
    const COUNT: usize = 20_000;
    let collection = Collection::read("cbg-dev", COUNT);
    let puzzles = collection
        .as_ref()
        .and_then(|table| table.columns(["puzzle"]));
    let lines: Vec<String> = match puzzles {
        Some(rows) => rows.iter().map(|[puzzle]| puzzle.to_string()).collect(),
        None => {
            println!("no collection cbg-dev in GRADUS_DATA: puzzles of the books");
            Puzzles::default().take(COUNT).collect()
        }
    };
    let folder = GRADUS.folder();
    folder.write_lines("in.txt", &lines);
    let table = if cfg!(feature = "polars") {
        "out.parquet"
    } else {
        "out.csv"
    };
    println!(
        "\n{} puzzles to {table}: puzzles/s, MB/s of input, CPU ms a puzzle",
        lines.len()
    );
    for ratings in ["te", "te,w,b,gw", "all"] {
        let request = Request {
            names: ratings.parse().unwrap(),
            ..Request::default()
        };
        let rate = |threads: usize| {
            let job = job(&folder.path("in.txt"), ratings, threads);
            let cost = run(&job, &folder.path(table), |puzzle: &_| {
                classify(puzzle, &request)
            });
            let rate = lines.len() as f64 / cost.wall.as_secs_f64();
            let cpu = cost.cpu.as_secs_f64() * 1e3 / lines.len() as f64;
            let bytes = 82e-6 * rate;
            println!("  {ratings:10} {threads} workers {rate:9.0} {bytes:8.3} {cpu:8.4}");
            rate
        };
        let (one, two) = (rate(1), rate(2));
        println!("  {ratings:10} two to one  {:8.2}", two / one);
    }
}

/// Measures the peak memory of the built program, which should not depend on the length of
/// the input.
fn memory() {
    println!("\nMiB at most, T&E depth, lines on standard input");
    for count in [1_000_000, 10_000_000] {
        let table = if cfg!(feature = "polars") {
            "out.parquet"
        } else {
            "out.csv.zst"
        };
        let folder = GRADUS.folder();
        let arguments = format!("classify - -o {table} --ratings te -q");
        let mut child = folder.start_piped(&arguments);
        let mut input = BufWriter::new(child.stdin.take().unwrap());
        let feeder = thread::spawn(move || {
            for puzzle in Puzzles::default().take(count) {
                writeln!(input, "{puzzle}").unwrap();
            }
        });
        let start = Instant::now();
        let (most, run) = memory_of(child);
        feeder.join().unwrap();
        assert_eq!(run.code, Some(0), "{}", run.err);
        println!(
            "  {count:10} lines {most:6} MiB {:8.1} s",
            start.elapsed().as_secs_f64()
        );
    }
}
