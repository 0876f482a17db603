//! Checks that W, gW, W+S and their statuses are the same for isomorphic puzzles. Rates
//! puzzles and random isomorphs of them (always the same ones), and prints those that
//! differ.
//!
//! ```sh
//! cargo bench --bench isomorphs -- order-dev 20             # a collection, 20 isomorphs each
//! cargo bench --bench isomorphs -- cbg-dev 20 w,gw 0 5000   # some ratings, the first 5000 puzzles
//! ```
//!
//! Without a collection, rates the puzzles of the books.
#![allow(clippy::unwrap_used)]

use gradus::puzzles::book;
use gradus_engine::rating::{Request, classify};
use gradus_generate::dice::Dice;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

fn main() {
    // Cargo adds an option.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let argument = |place: usize, default: &str| {
        let given = arguments.get(place).map(String::as_str);
        given.unwrap_or(default).to_string()
    };
    let number = |place: usize, default: usize| {
        let given = arguments.get(place).map(|text| text.parse());
        given.unwrap_or(Ok(default)).unwrap_or_else(|_| {
            eprintln!("usage: isomorphs [COLLECTION [ISOMORPHS [RATINGS [FROM [COUNT]]]]]");
            std::process::exit(2)
        })
    };
    let (isomorphs, from, count) = (number(1, 20), number(3, 0), number(4, usize::MAX));
    let request = Request {
        names: argument(2, "w,ws,gw").parse().unwrap(),
        ..Request::default()
    };
    let name = argument(0, "order-dev");
    let (mut rated, mut differ) = (0, 0);
    for (place, text) in puzzles(&name).iter().enumerate().skip(from).take(count) {
        let puzzle: Puzzle = text.parse().unwrap();
        let expected = ratings(&puzzle, &request);
        let mut others: Vec<String> = Vec::new();
        for number in 0..isomorphs {
            let number = (place * isomorphs + number) as u64;
            let mut dice = Dice::new(1, "isomorphs", number);
            let turned: Puzzle = dice.symmetry().apply(&puzzle);
            let other = ratings(&turned, &request);
            if other != expected {
                others.push(other);
            }
        }
        rated += 1;
        if !others.is_empty() {
            differ += 1;
            let number = others.len();
            others.sort();
            others.dedup();
            println!(
                "{text} {expected}; {number} of {isomorphs}: {}",
                others.join(" | ")
            );
        }
    }
    println!("{name}: {rated} puzzles, {isomorphs} isomorphs each: {differ} differ");
}

/// The puzzles of a collection, or of the books.
fn puzzles(name: &str) -> Vec<String> {
    let table = Collection::read(name, usize::MAX);
    let column = table.as_ref().and_then(|table| table.columns(["puzzle"]));
    match column {
        Some(rows) => rows
            .into_iter()
            .map(|[puzzle]| puzzle.to_string())
            .collect(),
        None => {
            println!("{name} is not in GRADUS_DATA: puzzles of the books instead");
            let entries = book::puzzles().into_iter().filter(|e| e.solutions == 1);
            entries.map(|entry| entry.puzzle).collect()
        }
    }
}

/// The ratings as text.
fn ratings(puzzle: &Puzzle, request: &Request) -> String {
    let rated = classify(puzzle, request).unwrap().ratings;
    let rated = rated
        .iter()
        .map(|(name, rating)| format!("{name} {rating}"));
    rated.collect::<Vec<_>>().join(" ")
}
