//! Times T&E depths over Singles and over whips\[1\], and the kernel below them, on one core:
//! nanoseconds per puzzle (mean, median, 99th percentile, maximum) and calls per second.
//! Each depth is compared with the published one.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use gradus::puzzles::book;
use gradus_csp::{Label, Labels};
use gradus_engine::kernel::bitboard::{BoardKernel, Boards};
use gradus_engine::kernel::{Kernel, initial_state};
use gradus_engine::rating::{MAX_DEPTH, Request, classify, solution};
use gradus_engine::rules::{Brt, Theory};
use gradus_engine::te;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::{Puzzle, domain};

/// A puzzle and its published depth.
struct Case {
    puzzle: Puzzle,
    depth: String,
}

fn main() {
    let kernel = BoardKernel::of(domain()).unwrap();
    let mut found = false;
    for (name, file, source, count) in [
        ("cbg-000", "cbg-dev", "cbg-000#", 2000),
        ("eleven-te2", "eleven-te2", "", 2000),
        ("mith-te3", "mith-te3", "", 200),
    ] {
        if let Some(cases) = collection(file, source, count) {
            found = true;
            time(&kernel, name, &cases);
        }
    }
    if !found {
        println!("no collections in GRADUS_DATA: puzzles of the books instead");
        time(&kernel, "books", &books());
    }
}

/// The first puzzles of a collection whose source starts with this prefix.
fn collection(file: &str, source: &str, count: usize) -> Option<Vec<Case>> {
    let table = Collection::read(file, usize::MAX)?;
    let rows = table.columns(["puzzle", "te_depth", "source"])?;
    let cases = rows
        .into_iter()
        .filter(|row| row[2].starts_with(source))
        .take(count)
        .map(|[puzzle, depth, _]| Case {
            puzzle: puzzle.parse().unwrap(),
            depth: depth.to_string(),
        });
    Some(cases.collect())
}

/// The puzzles of the books with a depth.
fn books() -> Vec<Case> {
    let case = |entry: book::BookPuzzle| {
        Some(Case {
            depth: entry.expected("te")?.to_string(),
            puzzle: entry.puzzle.parse().unwrap(),
        })
    };
    book::puzzles().into_iter().filter_map(case).collect()
}

fn time(kernel: &BoardKernel, name: &str, cases: &[Case]) {
    let mut times = Vec::with_capacity(cases.len());
    let mut wrong = 0;
    for case in cases {
        let Ok(solution) = solution(&case.puzzle) else {
            panic!("not a puzzle with one solution: {}", case.puzzle);
        };
        let (state, truth) = (
            initial_state(kernel, &case.puzzle).unwrap(),
            kernel.set_of(solution),
        );
        let mut depth = None;
        times.push(best_of(3, || {
            let search = &mut te::DepthSearch::new(Brt, black_box(&state).clone());
            depth = search.up_to(kernel, &truth, MAX_DEPTH);
        }));
        let depth = depth.map_or("-".to_string(), |depth| depth.to_string());
        if !case.depth.is_empty() && case.depth != depth {
            wrong += 1;
            println!("{name}: depth {depth}, not {}: {}", case.depth, case.puzzle);
        }
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>().as_nanos() / times.len() as u128;
    let share = |percent: usize| times[(times.len() - 1) * percent / 100].as_nanos();
    println!(
        "{name:11} T&E depth of {} puzzles: mean {mean} ns, p50 {} ns, p99 {} ns, max {} ns; {wrong} wrong",
        times.len(),
        share(50),
        share(99),
        share(100)
    );
    time_grouped(name, cases);
    time_kernel(kernel, name, cases);
}

/// Times the depth over whips\[1\], as it is rated.
fn time_grouped(name: &str, cases: &[Case]) {
    let request = Request {
        names: "gte".parse().unwrap(),
        ..Request::default()
    };
    let time = |case: &Case| {
        let rate = || drop(black_box(classify(black_box(&case.puzzle), &request)));
        best_of(3, rate)
    };
    let mut times: Vec<Duration> = cases.iter().map(time).collect();
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>().as_nanos() / times.len() as u128;
    let share = |percent: usize| times[(times.len() - 1) * percent / 100].as_nanos();
    println!(
        "{name:11} depth over whips[1], rated: mean {mean} ns, p50 {} ns, p99 {} ns, max {} ns",
        share(50),
        share(99),
        share(100)
    );
}

/// Times the kernel on the puzzles' states after Singles, without solved ones.
fn time_kernel(kernel: &BoardKernel, name: &str, cases: &[Case]) {
    let mut states: Vec<(Boards, Label)> = Vec::new();
    for case in cases {
        let mut state = initial_state(kernel, &case.puzzle).unwrap();
        if Brt.close(kernel, &mut state) && !state.is_decided() {
            let candidate = state.candidates().iter().next().unwrap();
            states.push((state.left, candidate));
        }
    }
    let rates = [
        per_second(&states, |(left, _)| {
            black_box(kernel.scan(left));
        }),
        per_second(&states, |(left, candidate)| {
            let mut left = *left;
            kernel.strike(&mut left, *candidate);
            black_box(left);
        }),
        per_second(&states, |(left, _)| {
            black_box(kernel.whip1_targets(left));
        }),
    ];
    let [scan, strike, whip1] = rates.map(|rate| rate / 1e6);
    println!(
        "{name:11} kernel, million calls per second: scan {scan:.1}, strike {strike:.1}, whip1_targets {whip1:.1}"
    );
}

/// Calls per second, over all items repeatedly.
fn per_second<T>(items: &[T], call: impl Fn(&T)) -> f64 {
    let rounds = 500_000_usize.div_ceil(items.len());
    let time = best_of(5, || {
        for _ in 0..rounds {
            items.iter().for_each(|item| call(black_box(item)));
        }
    });
    (rounds * items.len()) as f64 / time.as_secs_f64()
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
