//! Times the columns of backdoors and few steps on one core: CPU milliseconds per puzzle for
//! each column, next to the time without any of them.
//!
//! ```sh
//! cargo bench --bench backdoor                  # the first 2000 of cbg-000
//! cargo bench --bench backdoor -- 500 hard-dev  # the first 500 of a collection
//! ```
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use gradus::puzzles::book;
use gradus_engine::rating::{Names, Request, classify};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

const COLUMNS: [&str; 6] = ["b_brt", "b_w1", "ab_brt", "ab_w1", "ab_s", "one_step"];

fn main() {
    // Cargo adds an option.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let count = arguments.iter().find_map(|word| word.parse().ok());
    let count = count.unwrap_or(2000);
    let is_name = |word: &&String| word.parse::<usize>().is_err();
    let name = arguments.iter().find(is_name);
    let name = name.map_or("cbg-dev", String::as_str);
    let puzzles: Vec<Puzzle> = match Collection::read(name, count) {
        Some(table) => {
            let puzzles = table.columns(["puzzle"]).unwrap().into_iter();
            puzzles.map(|[puzzle]| puzzle.parse().unwrap()).collect()
        }
        None => {
            println!("no collection {name}: puzzles of the books instead");
            let entries = book::puzzles().into_iter();
            let unique = entries.filter(|entry| entry.solutions == 1).take(count);
            unique.map(|entry| entry.puzzle.parse().unwrap()).collect()
        }
    };
    let (nothing, _) = milliseconds(Names::new([], []), &puzzles);
    println!(
        "{} puzzles of {name}; no column: {nothing:.3} ms each",
        puzzles.len()
    );
    for column in COLUMNS {
        let (all, longest) = milliseconds(column.parse().unwrap(), &puzzles);
        println!(
            "{column}: {:.3} ms more each, {longest:.1} ms at most",
            all - nothing
        );
    }
}

/// The mean and the longest time to rate a puzzle, each the fastest of three runs.
fn milliseconds(names: Names, puzzles: &[Puzzle]) -> (f64, f64) {
    let request = Request {
        names,
        ..Request::default()
    };
    let mut least = vec![f64::INFINITY; puzzles.len()];
    for _ in 0..3 {
        for (puzzle, least) in puzzles.iter().zip(&mut least) {
            let (time, _) = timed(|| black_box(classify(puzzle, &request)));
            *least = least.min(time.as_secs_f64() * 1e3);
        }
    }
    let longest = least.iter().copied().fold(0.0, f64::max);
    (least.iter().sum::<f64>() / puzzles.len() as f64, longest)
}
