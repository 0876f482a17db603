//! Times the ratings W, B, gW, gB, and all of them with T&E depth in one call,
//! on one core: CPU milliseconds per puzzle, the share of time by value of
//! the rating, the slowest puzzles, and agreement with the published values.
//!
//! ```sh
//! cargo bench --bench ratings                 # all ratings, all collections
//! cargo bench --bench ratings -- b cbg        # some ratings, some collections
//! cargo bench --bench ratings -- tail         # puzzles with long chains
//! cargo bench --bench ratings -- tail 16000000   # the same with another budget
//! cargo bench --bench ratings -- once b 300   # one rating, first 300 puzzles, once, no output
//! ```
//!
//! `tail` lists B, W, gB and gW of puzzles with long chains, with status and time,
//! and then the ratings that are only lower bounds.
//!
//! Ratings: `w`, `b`, `gw`, `gb`, and `all` (these with T&E depth in one call).
//! Collections: `cbg`, `hardest`, `dob`, `dev`, `eleven` (see [`SETS`]).
//!
//! Instruction counts do not depend on the load of the machine. Those of a puzzle
//! are the difference of two counts, divided by the number of puzzles; the
//! binary is the one that `cargo bench --bench ratings --no-run` names:
//!
//! ```sh
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null BINARY once b 0
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null BINARY once b 300
//! ```
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use gradus::puzzles::book::{self, Printed};
use gradus_engine::rating::{Name, Rating, Request, Status, classify};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

/// A puzzle and its published ratings.
struct Case {
    puzzle: Puzzle,
    /// In the order of [`CHAINS`].
    published: [Option<Option<u8>>; 4],
}

/// Ratings with a value and a status.
const CHAINS: [Name; 4] = [Name::W, Name::B, Name::GW, Name::GB];

/// The ratings to time, as named by arguments.
const RATINGS: [&str; 5] = ["w", "b", "gw", "gb", "all"];

/// A collection: its name as an argument, its title, the ratings to time on it.
struct Set {
    name: &'static str,
    title: &'static str,
    ratings: &'static [&'static str],
    cases: fn() -> Option<Vec<Case>>,
}

const SETS: [Set; 5] = [
    Set {
        name: "cbg",
        title: "the first 2000 of cbg-000",
        ratings: &RATINGS,
        cases: || cases("cbg-dev", |row| row.source.starts_with("cbg-000#"), 2000),
    },
    Set {
        name: "hardest",
        title: "the 53 of cbg-000 with the highest B",
        ratings: &RATINGS,
        cases: hardest,
    },
    Set {
        name: "dob",
        title: "dob-38-39, 39 clues with a published B",
        ratings: &RATINGS,
        cases: || {
            cases(
                "dob-38-39",
                |row| row.clues == "39" && !row.b.is_empty(),
                ALL,
            )
        },
    },
    Set {
        name: "dev",
        title: "hard-dev, T&E depth 1",
        ratings: &RATINGS,
        cases: || cases("hard-dev", |row| row.depth == "1", ALL),
    },
    Set {
        name: "eleven",
        title: "eleven-minimals, T&E depth 1",
        ratings: &["b"],
        cases: || cases("eleven-minimals", |row| row.depth == "1", ALL),
    },
];

const ALL: usize = usize::MAX;

/// The columns that select a collection.
struct Row<'a> {
    b: &'a str,
    clues: &'a str,
    depth: &'a str,
    source: &'a str,
}

/// The first puzzles of a collection that satisfy a condition.
fn cases(file: &str, wanted: impl Fn(&Row) -> bool, count: usize) -> Option<Vec<Case>> {
    let table = Collection::read(file, usize::MAX)?;
    let names = [
        "puzzle", "w", "b", "gw", "gb", "clues", "te_depth", "source",
    ];
    let rows = table.columns(names)?.into_iter();
    let cases = rows.filter(|&[_, _, b, _, _, clues, depth, source]| {
        wanted(&Row {
            b,
            clues,
            depth,
            source,
        })
    });
    let case = |[puzzle, w, b, gw, gb, ..]: [&str; 8]| Case {
        puzzle: puzzle.parse().unwrap(),
        published: [w, b, gw, gb].map(|cell| cell.parse().ok().map(Some)),
    };
    Some(cases.take(count).map(case).collect())
}

/// The puzzles of cbg-000 with the highest published B.
fn hardest() -> Option<Vec<Case>> {
    let mut cases = cases("cbg-dev", |row| row.source.starts_with("cbg-000#"), ALL)?;
    cases.sort_by_key(|case| std::cmp::Reverse(case.published[1]));
    cases.truncate(53);
    Some(cases)
}

/// The puzzles of the books with one of the ratings and one solution.
fn books() -> Vec<Case> {
    let number = |printed: &Printed| match printed {
        Printed::Number(number) => Some(*number as u8),
        Printed::Word(_) => None,
    };
    let case = |entry: book::BookPuzzle| Case {
        puzzle: entry.puzzle.parse().unwrap(),
        published: CHAINS.map(|name| entry.expected(name.column()).map(number)),
    };
    let cases = book::puzzles().into_iter().filter(|e| e.solutions == 1);
    let cases = cases.map(case);
    cases
        .filter(|case| case.published.iter().any(Option::is_some))
        .collect()
}

fn main() {
    // Cargo adds an option.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    if let Some(bad) = complaint(&arguments) {
        eprintln!("{bad}");
        std::process::exit(2);
    }
    if arguments.first().is_some_and(|word| word == "tail") {
        let budget = arguments.get(1).map(|budget| budget.parse().unwrap());
        return tail(budget);
    }
    if let [_, rating, count] = &arguments[..]
        && arguments[0] == "once"
    {
        return once(rating, count.parse().unwrap());
    }
    let chosen = |names: &[&str], name: &str| {
        let mut any = arguments.iter().filter(|a| names.contains(&a.as_str()));
        arguments.iter().any(|a| a == name) || any.next().is_none()
    };
    let set_names: Vec<&str> = SETS.iter().map(|set| set.name).collect();
    let mut found = false;
    for set in SETS.iter().filter(|set| chosen(&set_names, set.name)) {
        let Some(cases) = (set.cases)() else { continue };
        found = true;
        for rating in set.ratings.iter().filter(|r| chosen(&RATINGS, r)) {
            time(rating, set.title, &cases);
        }
    }
    if !found {
        println!("no collections in GRADUS_DATA: puzzles of the books instead");
        let cases = books();
        for rating in RATINGS.iter().filter(|rating| chosen(&RATINGS, rating)) {
            time(rating, "the books", &cases);
        }
    }
}

/// Puzzles with long chains that are not in the books: B 16, B 32, B 29, B 29.
const LONG_CHAINS: [&str; 4] = [
    "..34..........9..2.8..1.4..2...6...7.....5.9..1.8..6...61......5..3.7.....4...3..",
    "..3...7....71....66...7..4.2...9.45....8....2.3...5.9......8.....5..1.2.9...6...4",
    "1.3.5..........2...8...7.1...8..4.3.....28..6.4.9....5.7..9.6..8....1.7...4......",
    "1.3.5.......1....3.8...7...2......5..7.6....8....9.4..5.....9..7...4..2..1...3..7",
];

/// The least B of a long chain.
const LONG: u8 = 12;

/// Prints B, W, gB and gW of puzzles with long chains: value, status and time.
fn tail(budget: Option<u64>) {
    let mut puzzles: Vec<Puzzle> = LONG_CHAINS.iter().map(|p| p.parse().unwrap()).collect();
    let long = |case: &Case| {
        case.published
            .iter()
            .flatten()
            .flatten()
            .any(|&n| n >= LONG)
    };
    puzzles.extend(books().into_iter().filter(long).map(|case| case.puzzle));
    let mut hard = cases("hard-dev", |row| row.depth == "1", ALL).unwrap_or_default();
    hard.sort_by_key(|case| std::cmp::Reverse(case.published[1]));
    puzzles.extend(hard.into_iter().take(20).map(|case| case.puzzle));
    let mut open = Vec::new();
    for puzzle in puzzles {
        print!("{puzzle}");
        for name in ["b", "w", "gb", "gw"] {
            let mut request = request(name);
            request.limits.budget = budget.unwrap_or(request.limits.budget);
            let (time, rated) = timed(|| classify(&puzzle, &request).unwrap());
            let (name, rating) = rated.ratings[0];
            if rating.status == Status::Lower {
                open.push(format!("{puzzle} {name} {rating}"));
            }
            let milliseconds = time.as_secs_f64() * 1e3;
            print!(
                "  {name} {rating} ({}, {milliseconds:.0} ms)",
                rating.status.word()
            );
        }
        println!();
    }
    println!("ratings that are only lower bounds: {}", open.len());
    open.iter().for_each(|line| println!("  {line}"));
}

/// The error in the arguments, if any.
fn complaint(arguments: &[String]) -> Option<String> {
    if arguments.first().is_some_and(|word| word == "tail") {
        let sound = match &arguments[1..] {
            [] => true,
            [budget] => budget.parse::<u64>().is_ok(),
            _ => false,
        };
        return (!sound).then(|| "usage: tail [BUDGET]".to_string());
    }
    if arguments.first().is_some_and(|word| word == "once") {
        let sound = matches!(arguments, [_, rating, count]
            if RATINGS.contains(&rating.as_str()) && count.parse::<usize>().is_ok());
        return (!sound).then(|| "usage: once RATING COUNT".to_string());
    }
    let known = |word: &&String| {
        RATINGS.contains(&word.as_str()) || SETS.iter().any(|set| set.name == word.as_str())
    };
    let unknown = arguments.iter().find(|word| !known(word))?;
    Some(format!(
        "{unknown}: neither a rating (w, b, gw, gb, all) nor a collection (cbg, hardest, dob, dev, eleven)"
    ))
}

/// The request for one rating, or for all in one call.
fn request(rating: &str) -> Request {
    let names = match rating {
        "all" => "te,w,b,gw,gb",
        one => one,
    };
    Request {
        names: names.parse().unwrap(),
        ..Request::default()
    }
}

/// Rates the first puzzles once, for tools that count instructions.
fn once(rating: &str, count: usize) {
    let request = request(rating);
    let cases = (SETS[0].cases)().unwrap_or_else(books);
    for case in cases.iter().take(count) {
        black_box(classify(black_box(&case.puzzle), &request).unwrap());
    }
}

/// A rated puzzle.
struct Sample<'a> {
    case: &'a Case,
    /// In the order of [`CHAINS`].
    ratings: [Option<Rating>; 4],
    time: Duration,
}

impl Sample<'_> {
    /// The value by which the puzzle is counted: that of the timed rating, or of B.
    fn key(&self, rating: &str) -> String {
        let place = CHAINS.iter().position(|name| name.column() == rating);
        self.ratings[place.unwrap_or(1)].unwrap().to_string()
    }
}

fn time(rating: &str, title: &str, cases: &[Case]) {
    let request = request(rating);
    let mut samples: Vec<Sample> = cases
        .iter()
        .map(|case| {
            let run = || black_box(classify(black_box(&case.puzzle), &request).unwrap());
            let (mut time, numbers) = timed(run);
            // Short runs are noisy: the fastest of three counts.
            if time < Duration::from_millis(10) {
                time = time.min(timed(run).0).min(timed(run).0);
            }
            let ratings = CHAINS.map(|name| numbers.rating(name));
            Sample {
                case,
                ratings,
                time,
            }
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
        "\n{rating} of {} puzzles ({title}): CPU ms a puzzle: mean {:.3}, p50 {:.3}, p99 {:.3}, p99.9 {:.3}, max {:.3}",
        samples.len(),
        milliseconds(total) / samples.len() as f64,
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    print_agreement(&samples);
    print_shares(rating, &samples, total);
    println!("  slowest:");
    for sample in samples.iter().rev().take(10) {
        let (ms, key) = (milliseconds(sample.time), sample.key(rating));
        println!("    {} {key:>3} {ms:10.3} ms", sample.case.puzzle);
    }
}

/// Prints the agreement with published ratings, and the names of the first differences.
fn print_agreement(samples: &[Sample]) {
    for (place, name) in CHAINS.into_iter().enumerate() {
        let mut counts = [0; 3];
        let mut statuses: BTreeMap<&str, usize> = BTreeMap::new();
        let mut others = Vec::new();
        for sample in samples {
            let Some(rating) = sample.ratings[place] else {
                continue;
            };
            *statuses.entry(rating.status.word()).or_default() += 1;
            let Some(published) = sample.case.published[place] else {
                continue;
            };
            // Infinite is the highest value.
            let order = |value: Option<u8>| value.map_or(u16::MAX, u16::from);
            let side = order(rating.value).cmp(&order(published));
            counts[(side as i8 + 1) as usize] += 1;
            if side.is_ne() {
                let published = published.map_or("∞".to_string(), |n| n.to_string());
                let puzzle = &sample.case.puzzle;
                others.push(format!(
                    "    {name} {}, published {published}: {puzzle}",
                    rating
                ));
            }
        }
        if statuses.is_empty() {
            continue;
        }
        let statuses: Vec<String> = statuses.iter().map(|(s, n)| format!("{n} {s}")).collect();
        println!(
            "  {name}: {}; published: {} equal, {} lower, {} higher",
            statuses.join(", "),
            counts[1],
            counts[0],
            counts[2]
        );
        others.iter().take(5).for_each(|line| println!("{line}"));
    }
}

/// Prints the share of puzzles and of time by the value of the rating.
fn print_shares(rating: &str, samples: &[Sample], total: Duration) {
    let mut shares: BTreeMap<(u8, String), (usize, Duration)> = BTreeMap::new();
    let place = CHAINS.iter().position(|name| name.column() == rating);
    for sample in samples {
        let value = sample.ratings[place.unwrap_or(1)].unwrap().value;
        let share = shares
            .entry((value.unwrap_or(u8::MAX), sample.key(rating)))
            .or_default();
        share.0 += 1;
        share.1 += sample.time;
    }
    let by = if place.is_some() { rating } else { "b" };
    println!("  {by:>4}  puzzles       %  % of time");
    for ((_, key), (count, time)) in shares {
        println!(
            "  {key:>4}  {count:7}  {:6.2}     {:6.2}",
            100.0 * count as f64 / samples.len() as f64,
            100.0 * time.as_secs_f64() / total.as_secs_f64()
        );
    }
}
