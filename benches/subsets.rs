//! Times the ratings by Subsets on one core: S (microseconds per puzzle, from
//! the initial state) and W+S, each compared with the published values.
//!
//! With `GRADUS_BENCH_ALL` set, all rows of the collections are rated with W+S
//! and every difference is printed.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use gradus::puzzles::book;
use gradus_engine::kernel::bitboard::BoardKernel;
use gradus_engine::kernel::{Kernel, initial_state};
use gradus_engine::rating::{Limits, Rating, Status, s_rating, solution, with_subsets};
use gradus_harness::data::Collection;
use gradus_path::Family;
use gradus_puzzles::sudoku::{Puzzle, domain};

/// A puzzle and its published rating.
struct Case {
    puzzle: Puzzle,
    published: String,
}

fn main() {
    let kernel = BoardKernel::of(domain()).unwrap();
    let all = std::env::var_os("GRADUS_BENCH_ALL").is_some();
    let count = if all { usize::MAX } else { 2000 };
    let cases = collection("cbg-dev", "", 2000).unwrap_or_else(|| books("s"));
    time_s(&kernel, "first puzzles", &cases);
    time_s(&kernel, "books", &books("s"));
    for (file, column, chain) in [
        ("sudogen0", "W+S", Family::WHIP),
        ("cbg000-extra", "s_w", Family::WHIP),
        ("cbg000-extra", "s_gw", Family::GWHIP),
    ] {
        if let Some(cases) = collection(file, column, count) {
            time_chains(&kernel, &format!("{file} {column}"), chain, &cases);
        }
    }
    time_chains(&kernel, "books ws", Family::WHIP, &books("ws"));
}

/// The first puzzles of a collection, with the named column if it exists.
fn collection(file: &str, column: &str, count: usize) -> Option<Vec<Case>> {
    let table = Collection::read(file, count)?;
    let column = if column.is_empty() { "puzzle" } else { column };
    let case = |[puzzle, published]: [&str; 2]| Case {
        puzzle: puzzle.parse().unwrap(),
        published: published.to_string(),
    };
    Some(
        table
            .columns(["puzzle", column])?
            .into_iter()
            .map(case)
            .collect(),
    )
}

/// The puzzles of the books with a property and one solution.
fn books(property: &str) -> Vec<Case> {
    let case = |entry: book::BookPuzzle| {
        Some(Case {
            published: entry.expected(property)?.to_string(),
            puzzle: entry.puzzle.parse().unwrap(),
        })
    };
    let entries = book::puzzles().into_iter();
    entries
        .filter(|entry| entry.solutions == 1)
        .filter_map(case)
        .collect()
}

fn time_s(kernel: &BoardKernel, name: &str, cases: &[Case]) {
    let mut distribution = BTreeMap::new();
    let mut times = Vec::new();
    for case in cases {
        let state = initial_state(kernel, &case.puzzle).unwrap();
        let mut rating = Rating::INFINITE;
        times.push(best_of(5, || rating = s_rating(kernel, black_box(&state))));
        *distribution.entry(shown(rating)).or_insert(0) += 1;
    }
    report(&format!("{name} S"), times);
    println!("  {distribution:?}");
}

fn time_chains(kernel: &BoardKernel, name: &str, chain: Family, cases: &[Case]) {
    let mut distribution = BTreeMap::new();
    let mut statuses = BTreeMap::new();
    let mut times = Vec::new();
    let (mut above, mut below) = (0, 0);
    for case in cases {
        let truth = kernel.set_of(solution(&case.puzzle).unwrap());
        let state = initial_state(kernel, &case.puzzle).unwrap();
        let start = Instant::now();
        let rating = with_subsets(kernel, &state, &truth, chain, Limits::default());
        times.push(start.elapsed());
        *distribution.entry(shown(rating)).or_insert(0) += 1;
        *statuses.entry(format!("{:?}", rating.status)).or_insert(0) += 1;
        if shown(rating) != case.published {
            let (ours, theirs) = (rating.value, case.published.parse::<u8>().ok());
            let is_above = match (ours, theirs) {
                (Some(ours), Some(theirs)) => ours > theirs,
                (ours, _) => ours.is_none(),
            };
            *if is_above { &mut above } else { &mut below } += 1;
            println!(
                "{name}: {rating:?}, not {}: {}",
                case.published, case.puzzle
            );
        }
    }
    report(name, times);
    println!("  {distribution:?} {statuses:?}; {above} above, {below} below the published value");
}

fn shown(rating: Rating) -> String {
    match (rating.value, rating.status) {
        (Some(value), Status::Lower) => format!(">={value}"),
        (Some(value), _) => value.to_string(),
        (None, _) => "infinite".to_string(),
    }
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let micros = |time: Duration| time.as_nanos() as f64 / 1e3;
    let share = |percent: usize| micros(times[(times.len() - 1) * percent / 100]);
    println!(
        "{name}: {} puzzles, mean {:.1} us, p50 {:.1} us, p99 {:.1} us, max {:.1} us",
        times.len(),
        micros(times.iter().sum::<Duration>()) / times.len() as f64,
        share(50),
        share(99),
        share(100)
    );
}

/// The fastest of some runs; the others were disturbed.
fn best_of(runs: usize, mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..runs).map(timed).min().unwrap_or_default()
}
