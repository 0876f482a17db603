//! Finds and checks the paths of every puzzle of a collection for some ratings (W, B, gW and gB
//! by default) on one core: times, and the number of paths that are accepted and as long as the
//! rating.
//!
//! `cargo bench --bench paths -- 2000 s,ws` takes the first 2,000 rows of
//! `cbg-dev` (the default; `all` takes every row) and the ratings S and W+S.
//! Without the collection, it takes the puzzles of the books.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::time::Duration;

use gradus::puzzles::book;
use gradus_check::{Verdict, check_record};
use gradus_engine::proof::prove;
use gradus_engine::rating::{Limits, Name, Names, Rating, Request, Status, classify};
use gradus_harness::data::Collection;
use gradus_path::{PathTheory, Record};
use gradus_puzzles::sudoku::Puzzle;

/// The results for the paths of one rating.
#[derive(Default)]
struct Tally {
    made: Duration,
    checked: Duration,
    steps: usize,
    /// Number of paths by how much shorter (or longer) they are than the rating.
    difference: BTreeMap<i64, usize>,
    strategies: BTreeMap<String, usize>,
    verdicts: BTreeMap<String, usize>,
    rules: BTreeMap<String, usize>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let count = words.iter().find_map(|word| match &word[..] {
        "all" => Some(usize::MAX),
        _ => word.parse().ok(),
    });
    let puzzles = puzzles(count.unwrap_or(2000));
    let asked = words.iter().find_map(|word| match &word[..] {
        "all" => None,
        _ => word.parse::<Names>().ok(),
    });
    let asked = asked.unwrap_or_else(|| "w,b,gw,gb".parse().unwrap());
    let has_path = |name: &Name| asked.contains(*name) && name.theory().is_some();
    let names: Vec<Name> = Name::all().filter(has_path).collect();
    let mut tallies: Vec<Tally> = names.iter().map(|_| Tally::default()).collect();
    let request = Request {
        names: asked,
        limits: Limits::default(),
    };
    for puzzle in &puzzles {
        let Ok(numbers) = classify(puzzle, &request) else {
            continue;
        };
        for (&name, tally) in names.iter().zip(&mut tallies) {
            let theory = name.theory().unwrap();
            measure(puzzle, theory, numbers.rating(name).unwrap(), tally);
        }
    }
    for (name, tally) in names.iter().zip(&tallies) {
        report(name, tally, puzzles.len());
    }
}

fn puzzles(count: usize) -> Vec<Puzzle> {
    match Collection::read("cbg-dev", count) {
        Some(table) => {
            let rows = table.columns(["puzzle"]).unwrap();
            rows.iter()
                .map(|[puzzle]| puzzle.parse().unwrap())
                .collect()
        }
        None => {
            let puzzles = book::puzzles().into_iter().take(count);
            puzzles.map(|entry| entry.puzzle.parse().unwrap()).collect()
        }
    }
}

fn measure(puzzle: &Puzzle, theory: PathTheory, rating: Rating, tally: &mut Tally) {
    let limits = Limits::default();
    let (made, record) =
        gradus_harness::clock::timed(|| prove(puzzle, theory, Some(rating), limits).unwrap());
    let line = serde_json::to_string(&record).unwrap();
    let (checked, verdict) = gradus_harness::clock::timed(|| {
        let record: Record = serde_json::from_str(&line).unwrap();
        check_record(&record, gradus_puzzles::read)
    });
    tally.made += made;
    tally.checked += checked;
    tally.steps += record.steps.len();
    *tally.strategies.entry(record.strategy.clone()).or_default() += 1;
    for step in &record.steps {
        let kind = step.rule().split('[').next().unwrap_or_default();
        *tally.rules.entry(kind.to_string()).or_default() += 1;
    }
    let word = match &verdict {
        Ok(verdict) => format!("{verdict:?}"),
        Err(_) => "refused".to_string(),
    };
    *tally.verdicts.entry(word).or_default() += 1;
    let difference = rating
        .value
        .map(|value| record.longest as i64 - i64::from(value));
    *tally.difference.entry(difference.unwrap_or(0)).or_default() += 1;
    let expected = match rating.status {
        Status::Infinite => verdict == Ok(Verdict::Stuck),
        _ => verdict == Ok(Verdict::Solution) && difference == Some(0),
    };
    if !expected {
        println!(
            "{theory} {puzzle} {rating:?} longest {} {verdict:?}",
            record.longest
        );
    }
}

fn report(name: &Name, tally: &Tally, puzzles: usize) {
    let each = |time: Duration| time.as_secs_f64() * 1e3 / puzzles.max(1) as f64;
    println!(
        "{name}: {puzzles} puzzles, {:.3} ms to make a path, {:.3} ms to check it, {:.1} steps",
        each(tally.made),
        each(tally.checked),
        tally.steps as f64 / puzzles.max(1) as f64
    );
    println!("  {:?}", tally.strategies);
    println!(
        "  {:?}, longest less rating {:?}",
        tally.verdicts, tally.difference
    );
    println!("  {:?}", tally.rules);
}
