//! Times puzzles of kinds other than 9×9 Sudoku on one core: CPU time per puzzle for the
//! solver and for ratings, median and maximum; and the generic kernel next to the
//! bit boards, on 9×9 Sudokus of the collections in `GRADUS_DATA`
//! or else on a few of our own. Puzzles come from the generators of Simon Tatham's collection
//! if they are installed, or else from our own generator.
//!
//! ```sh
//! cargo bench --bench kinds             # all
//! cargo bench --bench kinds -- squares  # one of kernels, squares, sums, paths, signs, maps, loops
//! ```
#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::time::Duration;

use gradus_csp::{Instance, Solutions};
use gradus_engine::rating::{Classification, Request, classify};
use gradus_engine::solve::solutions;
use gradus_generate::Squares;
use gradus_harness::clock::timed;
use gradus_harness::data::{Collection, published_puzzles};
use gradus_harness::plain::PlainPuzzle;
use gradus_puzzles::read;
use gradus_puzzles::sudoku::Puzzle;

fn main() {
    let words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let words: Vec<String> = words.collect();
    let wanted = |part: &str| words.is_empty() || words.iter().any(|word| word == part);
    if wanted("kernels") {
        kernels();
    }
    if wanted("squares") {
        squares();
    }
    if wanted("sums") {
        published("kakuro");
    }
    if wanted("paths") {
        published("numbrix");
        published("hidato");
    }
    if wanted("signs") {
        for (parameters, count) in [("7de", 200), ("7dk", 200), ("7dx", 200), ("7dr", 30)] {
            tatham("unequal", parameters, count);
        }
    }
    if wanted("maps") {
        for parameters in ["20x15n30dn", "20x15n30dh", "20x15n30du", "30x25n75dh"] {
            tatham("map", parameters, 100);
        }
    }
    if wanted("loops") {
        for parameters in ["7x7t0dh", "10x10t0dh"] {
            tatham("loopy", parameters, 100);
        }
    }
}

/// Times puzzles of one of Tatham's generators.
fn tatham(game: &str, parameters: &str, count: usize) {
    let name = format!("{game} {parameters}");
    let programs = [format!("sgt-{game}"), format!("/usr/games/sgt-{game}")];
    let mut outputs = programs.iter().filter_map(|program| {
        let arguments = ["--generate", &count.to_string(), parameters];
        Command::new(program).args(arguments).output().ok()
    });
    match outputs.next() {
        Some(output) => report(&name, &String::from_utf8(output.stdout).unwrap()),
        None => println!("{name}: sgt-{game} is not installed"),
    }
}

/// Times published puzzles of the development data: reading a puzzle and building its model,
/// then whips.
fn published(kind: &str) {
    for entry in published_puzzles(kind).unwrap_or_default() {
        let (id, puzzle) = (&entry["id"], &entry["instance"]);
        let lines = |key: &str| {
            let lines = puzzle[key].as_array().unwrap().iter();
            let lines: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
            lines.join("/")
        };
        let word = |key: &str| puzzle[key].as_str().unwrap().to_string();
        let line = match kind {
            "kakuro" => format!("{kind}:{};{};{}", puzzle["n"], lines("rows"), lines("cols")),
            _ => format!("{kind}-{}:{},{}", word("model"), puzzle["n"], word("grid")),
        };
        let built = || read(&line).unwrap().domain().model().label_count();
        let (time, labels) = timed(built);
        let milliseconds = time.as_secs_f64() * 1e3;
        println!("{id}, {labels} labels: model {milliseconds:.3} ms");
        let (time, rated) = timed(|| classify(read(&line).unwrap().as_ref(), &request("w")));
        let rating = rated.unwrap().ratings[0].1;
        println!("{id}: W {rating}, {:.3} ms", time.as_secs_f64() * 1e3);
    }
}

/// Compares the generic kernel with the bit boards on 9×9 Sudoku: it must give the same values
/// in at most eight times the time.
fn kernels() {
    let table = Collection::read("cbg-dev", 2000);
    let rows = table.as_ref().and_then(|table| table.columns(["puzzle"]));
    let (name, puzzles) = match rows {
        Some(rows) => ("cbg-000", rows.into_iter().map(|[puzzle]| puzzle).collect()),
        None => ("own puzzles", OWN.to_vec()),
    };
    let puzzles: Vec<Puzzle> = puzzles.iter().map(|text| text.parse().unwrap()).collect();
    for names in ["w", "b"] {
        let request = request(names);
        let (mut fast, mut slow) = (Duration::ZERO, Duration::ZERO);
        for puzzle in &puzzles {
            let plain = PlainPuzzle(puzzle.clone());
            let (time, bits) = rated(puzzle, &request);
            fast += time;
            let (time, generic) = rated(&plain, &request);
            slow += time;
            assert_eq!(bits, generic, "{puzzle}");
        }
        let times = slow.as_secs_f64() / fast.as_secs_f64();
        println!(
            "{names}, first {} of {name}: bit boards {:.3} s, generic {:.3} s: {times:.1} times",
            puzzles.len(),
            fast.as_secs_f64(),
            slow.as_secs_f64()
        );
    }
}

/// The time of a rating without the solver, which differs for Sudoku.
fn rated(puzzle: &dyn Instance, request: &Request) -> (Duration, Classification) {
    let (time, rated) = timed(|| classify(puzzle, request).unwrap());
    let (solver, _) = timed(|| solutions(puzzle));
    (time.saturating_sub(solver), rated)
}

/// Squares of all sizes and forms.
fn squares() {
    for (parameters, count) in [
        ("2x3", 50),
        ("3x3x", 50),
        ("9j", 50),
        ("3x4", 50),
        ("4x4", 50),
        ("4x4da", 20),
        ("5x5", 3),
    ] {
        tatham("solo", parameters, count);
    }
    for (kind, size, count) in [
        ("sudoku", 6, 50),
        ("sudoku", 12, 10),
        ("sudoku", 16, 5),
        ("sudoku-x", 9, 20),
        ("windoku", 9, 20),
        ("latin", 10, 20),
        ("pandiagonal", 7, 20),
        ("pandiagonal", 11, 5),
    ] {
        let squares = Squares::new(kind, size).unwrap();
        let (time, lines) = timed(|| {
            let one = |number| squares.top_down(0, number).unwrap().0.to_string();
            (0..count).map(one).collect::<Vec<_>>().join("\n")
        });
        let mean = time.as_secs_f64() * 1e3 / count as f64;
        println!("{squares}, top-down: {mean:.3} ms a puzzle");
        // Minimal puzzles of this size have chains that take minutes.
        if size < 16 {
            report(&squares.to_string(), &lines);
        }
    }
}

fn request(names: &str) -> Request {
    Request {
        names: names.parse().unwrap(),
        ..Request::default()
    }
}

/// The time of the solver and of ratings, for the puzzles of some lines.
fn report(name: &str, text: &str) {
    let puzzles = text.lines().map(|line| read(line).unwrap());
    let puzzles: Vec<Box<dyn Instance>> = puzzles.collect();
    let show = |what: &str, mut times: Vec<Duration>| {
        times.sort_unstable();
        let milliseconds = |time: Option<&Duration>| time.map_or(0.0, |t| t.as_secs_f64() * 1e3);
        let (middle, last) = (times.get(times.len() / 2), times.last());
        println!(
            "{name}, {} puzzles, {what}: median {:.3} ms, greatest {:.3} ms",
            times.len(),
            milliseconds(middle),
            milliseconds(last)
        );
    };
    // The first puzzle of a size builds its model.
    if let Some(first) = puzzles.first() {
        let _ = solutions(first.as_ref());
    }
    let solved = puzzles.iter().map(|puzzle| {
        let (time, solutions) = timed(|| solutions(puzzle.as_ref()));
        assert!(matches!(solutions, Solutions::One(_)), "{puzzle}");
        time
    });
    show("one solution", solved.collect());
    for names in ["w", "b", "gw"] {
        let request = request(names);
        let rated = puzzles.iter().map(|puzzle| {
            let (time, rated) = timed(|| classify(puzzle.as_ref(), &request).is_ok());
            assert!(rated, "{puzzle}");
            time
        });
        show(names, rated.collect());
    }
}

/// Puzzles to use without a collection.
const OWN: [&str; 3] = [
    "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "..3....8..5.1....66....74....8.9..4.7....5....1.6..8.....9...2.....2...8..2...3.4",
];
