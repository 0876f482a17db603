//! Times the levels of HLS on one core, on random puzzles and on those of the book, and
//! compares the latter with the published levels.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use gradus::puzzles::book;
use gradus_engine::rating::{Name, Request, classify};
use gradus_generate::suexg::Suexg;
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

fn main() {
    if let Some(table) = Collection::read("cbg-dev", 21_375) {
        let puzzles = table.columns(["puzzle"]).unwrap().into_iter();
        let puzzles: Vec<Puzzle> = puzzles.map(|[puzzle]| puzzle.parse().unwrap()).collect();
        time("controlled bias", &puzzles);
    }
    let mut suexg = Suexg::from_seed(0).expect("a small seed");
    let puzzles: Vec<Puzzle> = (0..10_000)
        .map(|_| Puzzle::Givens(suexg.puzzle()))
        .collect();
    time("suexg, seed 0", &puzzles);

    let published = |entry: &book::BookPuzzle| Some(entry.published.get("level")?.to_string());
    let entries = book::puzzles().into_iter();
    let (puzzles, levels): (Vec<Puzzle>, Vec<String>) = entries
        .filter(|entry| entry.solutions == 1)
        .filter_map(|entry| Some((entry.puzzle.parse().ok()?, published(&entry)?)))
        .unzip();
    let found = time("HLS", &puzzles);
    let same = found.iter().zip(&levels).filter(|(a, b)| a == b).count();
    println!("  {same} of {} as published", levels.len());
}

/// Rates puzzles and returns their levels.
fn time(name: &str, puzzles: &[Puzzle]) -> Vec<String> {
    let hls: Name = "hls".parse().unwrap();
    let [with, without] = ["hls", "te"].map(|names| Request {
        names: names.parse().unwrap(),
        ..Request::default()
    });
    let words = hls.entry().words.unwrap();
    let level = |puzzle: &Puzzle| {
        let rating = classify(puzzle, &with).unwrap().rating(hls).unwrap();
        words.word(rating).unwrap().to_string()
    };
    let (time, levels): (_, Vec<String>) = timed(|| puzzles.iter().map(level).collect());
    let clues = |puzzle: &Puzzle| u64::from(classify(puzzle, &without).unwrap().clues);
    let (rest, _) = timed(|| puzzles.iter().map(clues).sum::<u64>());
    let micros = |time: std::time::Duration| time.as_secs_f64() * 1e6 / puzzles.len() as f64;
    println!(
        "{name}: {} puzzles, {:.1} us each (T&E depth instead: {:.1} us)",
        puzzles.len(),
        micros(time),
        micros(rest)
    );
    let mut distribution = BTreeMap::new();
    for level in &levels {
        *distribution.entry(level).or_insert(0) += 1;
    }
    println!("  {distribution:?}");
    levels
}
