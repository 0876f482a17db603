//! Times the ratings beyond chains on one core: S, the classes SpB (also with finned fish and
//! belts), BpB and BpBB, and the count of belts. Prints CPU milliseconds per puzzle, the
//! slowest puzzles, and the agreement with the published classes.
//!
//! ```sh
//! cargo bench --bench deep              # everything
//! cargo bench --bench deep -- bpb       # one rating
//! ```
//!
//! Goals per puzzle: S 0.03 ms; SpB 5 ms, also with fish and belts; belts 0.02 ms; BpB 100 ms
//! on the puzzles of PBCS table 11.2 and 60 ms on a sample of Eleven's collection; BpBB 25 ms.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use gradus::puzzles::book::{self, Printed};
use gradus_engine::rating::{Name, Rating, Request, classify};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

/// A puzzle and its published class.
struct Case {
    puzzle: Puzzle,
    published: Option<u8>,
}

/// A rating and the puzzles to time it on.
struct Job {
    column: &'static str,
    title: &'static str,
    cases: fn() -> Option<Vec<Case>>,
}

const JOBS: [Job; 7] = [
    Job {
        column: "s",
        title: "the first 2000 of cbg-000",
        cases: || cases("cbg-dev", "s", 1, |source| source.starts_with("cbg-000#")),
    },
    Job {
        column: "spb",
        title: "every 66th of eleven-te2",
        cases: || cases("eleven-te2", "spb", 66, |_| true),
    },
    Job {
        column: "spbx",
        title: "every 66th of eleven-te2",
        cases: || cases("eleven-te2", "spbx", 66, |_| true),
    },
    Job {
        column: "belts",
        title: "the first 2000 of cbg-000",
        cases: || {
            cases("cbg-dev", "belts", 1, |source| {
                source.starts_with("cbg-000#")
            })
        },
    },
    Job {
        column: "bpb",
        title: "every 5th of eleven-te2 that is in PBCS table 11.2",
        cases: || cases("eleven-te2", "bxb", 5, in_table),
    },
    Job {
        column: "bpb",
        title: "every 130th of eleven-te2",
        cases: || cases("eleven-te2", "bxb", 130, |_| true),
    },
    Job {
        column: "bpbb",
        title: "every 60th of mith-te3",
        cases: || cases("mith-te3", "bxbb", 60, |_| true),
    },
];

/// The ranges of Eleven's collection that PBCS table 11.2 counts.
const TABLE: [(u32, u32); 8] = [
    (1, 578),
    (1686, 1785),
    (3375, 3474),
    (6031, 6130),
    (7849, 7948),
    (10276, 10375),
    (13207, 13306),
    (17813, 17912),
];

fn in_table(source: &str) -> bool {
    let number = source.strip_prefix("eleven#").and_then(|n| n.parse().ok());
    number.is_some_and(|number: u32| TABLE.iter().any(|&(a, b)| (a..=b).contains(&number)))
}

/// At most 2000 puzzles of a collection, every `step`th of those with a wanted source, with the
/// class in the column, if the collection has it.
fn cases(file: &str, column: &str, step: usize, wanted: fn(&str) -> bool) -> Option<Vec<Case>> {
    let table = Collection::read(file, usize::MAX)?;
    let rows = table.columns(["puzzle", "source"])?;
    let published = table.columns([column]);
    let case = |(row, [puzzle, source]): (usize, [&str; 2])| {
        wanted(source).then(|| Case {
            puzzle: puzzle.parse().unwrap(),
            published: published
                .as_ref()
                .and_then(|cells| cells[row][0].parse().ok()),
        })
    };
    let cases = rows.into_iter().enumerate().filter_map(case);
    Some(cases.step_by(step).take(2000).collect())
}

/// The puzzles of the books with a published class.
fn books(name: Name) -> Vec<Case> {
    let case = |entry: book::BookPuzzle| {
        let printed = match entry.expected(name.column()) {
            Some(Printed::Number(number)) => Some(*number as u8),
            Some(Printed::Word(_)) => None,
            // The books print no values of BpBB, only puzzles that have one.
            None if name == Name::BPBB && entry.expected("te") == Some(&Printed::Number(3)) => None,
            None => return None,
        };
        // BpB 0 in the books is not a class.
        let published = printed.filter(|&p| p > 0 || name != Name::BPB);
        Some(Case {
            puzzle: entry.puzzle.parse().unwrap(),
            published,
        })
    };
    let one = book::puzzles().into_iter().filter(|e| e.solutions == 1);
    one.filter_map(case).collect()
}

fn main() {
    // Cargo adds an option.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let known = |word: &&String| JOBS.iter().any(|job| job.column == word.as_str());
    if let Some(unknown) = arguments.iter().find(|word| !known(word)) {
        eprintln!("{unknown}: none of s, spb, spbx, belts, bpb, bpbb");
        std::process::exit(2);
    }
    let chosen =
        |job: &&Job| arguments.is_empty() || arguments.iter().any(|word| word == job.column);
    let mut found = false;
    for job in JOBS.iter().filter(chosen) {
        if let Some(cases) = (job.cases)() {
            found = true;
            time(job.column.parse().unwrap(), job.title, &cases);
        }
    }
    if !found {
        println!("no collections in GRADUS_DATA: puzzles of the books instead");
        let mut names: Vec<Name> = JOBS
            .iter()
            .filter(chosen)
            .map(|job| job.column.parse().unwrap())
            .collect();
        names.dedup();
        for name in names {
            time(name, "the books", &books(name));
        }
    }
}

/// A rated puzzle.
struct Sample<'a> {
    case: &'a Case,
    rating: Rating,
    time: Duration,
}

fn time(name: Name, title: &str, cases: &[Case]) {
    let request = Request {
        names: name.column().parse().unwrap(),
        ..Request::default()
    };
    let mut samples: Vec<Sample> = cases
        .iter()
        .map(|case| {
            let run = || black_box(classify(black_box(&case.puzzle), &request).unwrap());
            let (mut time, numbers) = timed(run);
            // Short runs are noisy: the fastest of three counts.
            if time < Duration::from_millis(10) {
                time = time.min(timed(run).0).min(timed(run).0);
            }
            let rating = numbers.rating(name).unwrap();
            Sample { case, rating, time }
        })
        .collect();
    if samples.is_empty() {
        return;
    }
    samples.sort_by_key(|sample| sample.time);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let total: Duration = samples.iter().map(|sample| sample.time).sum();
    let rank = |share: f64| ((samples.len() as f64 * share).ceil() as usize).max(1) - 1;
    let at = |share: f64| milliseconds(samples[rank(share)].time);
    println!(
        "\n{name} of {} puzzles ({title}): CPU ms a puzzle: mean {:.3}, p50 {:.3}, p99 {:.3}, max {:.3}",
        samples.len(),
        milliseconds(total) / samples.len() as f64,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    print_agreement(&samples);
    println!("  slowest:");
    for sample in samples.iter().rev().take(5) {
        let (puzzle, rating) = (&sample.case.puzzle, sample.rating);
        println!(
            "    {puzzle} {rating:>3} {:10.3} ms",
            milliseconds(sample.time)
        );
    }
}

/// Prints the number of puzzles per value, the agreement with published values, and the names
/// of the first puzzles that disagree.
fn print_agreement(samples: &[Sample]) {
    let mut values: BTreeMap<(u8, String), usize> = BTreeMap::new();
    let mut equal = 0;
    let mut others = Vec::new();
    for sample in samples {
        let rating = sample.rating;
        let key = (rating.value.unwrap_or(u8::MAX), rating.to_string());
        *values.entry(key).or_default() += 1;
        match sample.case.published {
            Some(published) if rating == Rating::exact(published.into()) => equal += 1,
            Some(published) => others.push(format!(
                "    {rating}, published {published}: {}",
                sample.case.puzzle
            )),
            None => {}
        }
    }
    let values: Vec<String> = values
        .iter()
        .map(|((_, value), count)| format!("{value}: {count}"))
        .collect();
    println!(
        "  values {}; published: {equal} equal, {} not",
        values.join(", "),
        others.len()
    );
    others.iter().take(5).for_each(|line| println!("{line}"));
}
