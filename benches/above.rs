//! Times the question *is B above a bar?* on one core, as hunts ask it: CPU microseconds per
//! puzzle for some bars, and the number of puzzles above; also for the upper bound of B from
//! trials. The puzzles are the expansions by one clue and the minimal puzzles of a
//! published chain, in T&E(1) or not.
//!
//! ```sh
//! cargo bench --bench above            # all bars
//! cargo bench --bench above -- 34      # one bar
//! cargo bench --bench above -- 34 300  # the first 300 puzzles
//! ```
//!
//! Goal: at high bars, at most twice the time of the T&E depth.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Duration;

use gradus::puzzles::book;
use gradus_engine::rating::{Above, Bound, Limits, Name, above, bound, solution};
use gradus_engine::te::{Over, depth_of};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Puzzle;

/// The default bars.
const BARS: [usize; 5] = [12, 16, 22, 28, 34];

fn main() {
    let numbers: Vec<usize> = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let bars = match numbers.first() {
        Some(bar) => vec![*bar],
        None => BARS.to_vec(),
    };
    let count = numbers.get(1).copied().unwrap_or(usize::MAX);
    let sets = ["one-expand", "minimal"].map(|role| (role, collection(role, count)));
    if sets.iter().all(|(_, puzzles)| puzzles.is_none()) {
        println!("no collections in GRADUS_DATA: puzzles of the books instead");
        time("books", &books(), &bars);
    }
    for (name, puzzles) in sets {
        if let Some(puzzles) = puzzles {
            time(name, &puzzles, &bars);
        }
    }
}

/// The puzzles with this role in the chain.
fn collection(role: &str, count: usize) -> Option<Vec<Puzzle>> {
    let table = Collection::read("expand-sample40", usize::MAX)?;
    let rows = table.columns(["puzzle", "role"])?.into_iter();
    let rows = rows.filter(|row| row[1] == role).take(count);
    Some(rows.map(|row| row[0].parse().unwrap()).collect())
}

/// The puzzles of the books with one solution.
fn books() -> Vec<Puzzle> {
    let puzzles = book::puzzles().into_iter();
    let puzzles = puzzles.filter_map(|entry| entry.puzzle.parse().ok());
    puzzles.filter(|puzzle| solution(puzzle).is_ok()).collect()
}

fn time(name: &str, puzzles: &[Puzzle], bars: &[usize]) {
    let limits = Limits::default();
    let mut in_class = [Vec::new(), Vec::new()];
    let mut depth_times = [Vec::new(), Vec::new()];
    for puzzle in puzzles {
        let solution = solution(puzzle).unwrap();
        let (time, depth) = timed(|| depth_of(black_box(puzzle), &solution, Over::Singles, 1));
        if depth == Some(0) {
            continue;
        }
        let deep = usize::from(depth.is_none());
        in_class[deep].push((puzzle, solution));
        depth_times[deep].push(time);
    }
    for (deep, title) in ["in T&E(1)", "deeper"].into_iter().enumerate() {
        println!(
            "{name}, {} {title}: T&E(1) {}",
            in_class[deep].len(),
            shown(&mut depth_times[deep])
        );
        for &bar in bars {
            let mut times = Vec::new();
            let mut yes = 0;
            for (puzzle, solution) in &in_class[deep] {
                let ask = || above(black_box(*puzzle), solution, Name::B, bar, limits);
                let (time, answer) = timed(ask);
                times.push(time);
                yes += usize::from(answer == Ok(Above::Yes));
            }
            println!("  B above {bar}: {yes} are; {}", shown(&mut times));
            let mut times = Vec::new();
            let mut yes = 0;
            for (puzzle, solution) in &in_class[deep] {
                let (time, answer) = timed(|| bound(black_box(*puzzle), solution, bar));
                times.push(time);
                yes += usize::from(matches!(answer, Ok(Bound::AtMost(n)) if n > bar));
            }
            println!("  bound above {bar}: {yes} are; {}", shown(&mut times));
        }
    }
}

/// Mean, median, 99th percentile and maximum.
fn shown(times: &mut [Duration]) -> String {
    times.sort_unstable();
    if times.is_empty() {
        return "nothing".to_string();
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = micros(times.iter().sum()) / times.len() as f64;
    let share = |percent: usize| micros(times[(times.len() - 1) * percent / 100]);
    format!(
        "mean {mean:.0} µs, p50 {:.0} µs, p99 {:.0} µs, max {:.0} µs",
        share(50),
        share(99),
        share(100)
    )
}
