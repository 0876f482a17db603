//! Times the ratings by special chains, forcing whips and chains with Subsets on one
//! core: the time relative to the four ratings W, B, gW and gB in one pass, and the
//! CPU milliseconds per puzzle that each of them adds.
//!
//! ```sh
//! cargo bench --bench special            # the first 2000 of cbg-000
//! cargo bench --bench special -- 500     # the first 500
//! ```
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use gradus::puzzles::book;
use gradus_engine::rating::{Request, classify};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

/// The ratings to compare with.
const FOUR: &str = "w,b,gw,gb";

/// The ratings to time, each added to the four. Those of one string are rated together.
const ADDED: [&str; 9] = [
    "bc",
    "z",
    "tw",
    "tyw",
    "fw,f3w",
    "sgw",
    "bs",
    "gbs",
    "bc,z,tw,tyw,fw,f3w,sgw,bs,gbs",
];

fn main() {
    // Cargo adds an option.
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let count = numbers.next().unwrap_or(2000);
    let puzzles: Vec<Puzzle> = match Collection::read("cbg-dev", count) {
        Some(table) => {
            let puzzles = table.columns(["puzzle"]).unwrap().into_iter();
            puzzles.map(|[puzzle]| puzzle.parse().unwrap()).collect()
        }
        None => {
            println!("no collections in GRADUS_DATA: puzzles of the books instead");
            let entries = book::puzzles().into_iter();
            let depth_1 = entries.filter(|entry| entry.solutions == 1).take(count);
            depth_1.map(|entry| entry.puzzle.parse().unwrap()).collect()
        }
    };
    let four = milliseconds(FOUR, &puzzles);
    println!("{} puzzles; {FOUR}: {four:.3} ms each", puzzles.len());
    for added in ADDED {
        let all = milliseconds(&format!("{FOUR},{added}"), &puzzles);
        println!(
            "with {added}: {all:.3} ms each, {:.3} more, {:.2} times the four",
            all - four,
            all / four
        );
    }
}

/// The fastest of three runs over all puzzles, per puzzle.
fn milliseconds(names: &str, puzzles: &[Puzzle]) -> f64 {
    let request = Request {
        names: names.parse().unwrap(),
        ..Request::default()
    };
    let run = || {
        for puzzle in puzzles {
            let _ = black_box(classify(puzzle, &request));
        }
    };
    let times = (0..3).map(|_| timed(run).0.as_secs_f64());
    times.fold(f64::INFINITY, f64::min) * 1e3 / puzzles.len() as f64
}
