//! Times the solver on one core: nanoseconds per puzzle and puzzles per second, on the
//! collections in `GRADUS_DATA`, or else on a few puzzles of our own.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Instant;

use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{
    GridSolutions, is_minimal, is_unique, second_solution, second_solution_without, solve,
};

/// Number of runs; the fastest counts.
const RUNS: usize = 7;

fn main() {
    let own: Vec<Grid> = OWN.iter().map(|text| parse(text)).collect();
    let controlled = collection("cbg-dev", 21_375);
    let seventeen = collection("royle17", usize::MAX);
    let (name, puzzles) = match &controlled {
        Some(puzzles) => ("cbg-000", puzzles),
        None => ("own puzzles", &own),
    };
    let solved: Vec<Solved> = puzzles.iter().map(Solved::new).collect();

    time(&format!("is_unique, {name}"), puzzles, is_unique);
    if let Some(puzzles) = &seventeen {
        time("is_unique, 17 clues", puzzles, is_unique);
    }
    time(&format!("solve, {name}"), puzzles, |puzzle| {
        matches!(solve(puzzle), GridSolutions::One(_))
    });
    time(&format!("is_minimal, {name}"), &solved, |puzzle| {
        is_minimal(&puzzle.givens, &puzzle.solution)
    });
    time(
        &format!("second_solution (none exists), {name}"),
        &solved,
        |puzzle| second_solution(&puzzle.solution, puzzle.kept).is_none(),
    );
    time(
        &format!("second_solution (a given removed), {name}"),
        &solved,
        |puzzle| second_solution(&puzzle.solution, puzzle.kept & (puzzle.kept - 1)).is_some(),
    );
    time(
        &format!("second_solution_without, {name}"),
        &solved,
        |puzzle| {
            let cell = puzzle.kept.trailing_zeros() as usize;
            second_solution_without(&puzzle.solution, puzzle.kept, cell).is_some()
        },
    );
}

struct Solved {
    givens: Grid,
    solution: Grid,
    kept: u128,
}

impl Solved {
    fn new(givens: &Grid) -> Solved {
        let GridSolutions::One(solution) = solve(givens) else {
            panic!("not a puzzle with one solution: {givens}");
        };
        let is_given = |&cell: &usize| givens.0[cell] != 0;
        let kept = (0..81)
            .filter(is_given)
            .fold(0, |kept, cell| kept | 1u128 << cell);
        Solved {
            givens: *givens,
            solution,
            kept,
        }
    }
}

/// Every answer must be yes, so that a wrong solver is never timed.
fn time<T>(what: &str, items: &[T], question: impl Fn(&T) -> bool) {
    // Short lists are repeated to outlast the clock's resolution.
    let rounds = 20_000_usize.div_ceil(items.len());
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        for _ in 0..rounds {
            let yes = items
                .iter()
                .filter(|item| question(black_box(item)))
                .count();
            assert_eq!(yes, items.len(), "{what}");
        }
        best = best.min(start.elapsed().as_secs_f64() / (rounds * items.len()) as f64);
    }
    println!(
        "{what:50} {:8.0} ns {:9.0} per second",
        best * 1e9,
        1.0 / best
    );
}

/// The first puzzles of a collection, or `None` if it is missing.
fn collection(name: &str, count: usize) -> Option<Vec<Grid>> {
    let table = Collection::read(name, count)?;
    let rows = table.columns(["puzzle"])?;
    Some(rows.into_iter().map(|[puzzle]| parse(puzzle)).collect())
}

fn parse(text: &str) -> Grid {
    let mut grid = Grid::EMPTY;
    for (digit, byte) in grid.0.iter_mut().zip(text.bytes()) {
        *digit = if byte == b'.' { 0 } else { byte - b'0' };
    }
    grid
}

/// Minimal puzzles made by removing digits from random grids in random order.
const OWN: [&str; 20] = [
    "....63.8.8.....4...3...475.17..4.3...8..1..9....5....2...29...4.....59..3......7.",
    "...5....8.3.8.26...5.7...1.6...3.87...32.8.4.....7....17.....5..6......4.9.......",
    "..36..5......3.8..4.6..51.93.45...7.8........1...6...2.........9..48......51...4.",
    "92.....5.1...7...4.6..2...1.5..32.7.....8.......4..2.93.......6.84.1.....9...7...",
    "..75.1.....9....8.......5.3..1.93.4.9..7..6....4....9.....18...6...59...3..4..9..",
    "6..1..2..........7..4.6...3.7.23...9..6.8.....1..........5..71448..7.....9...3...",
    "2.....8..8...136...9..8..21......5.........9..4.36.....7.6.......4..5..6.394...1.",
    "...1...3.9..4....26.....5...2...67..8...5...4..1....9......936...62....75.....1..",
    "..96.473...2.....8..........63..8.1.....1...4....43......2..8..85...7....3....19.",
    ".1.......6.8.3.9.....6....2..7.......2..7...4...5...1..528......71.43....8.7.12..",
    "..4.5.1...8..2.....1.....37.48..1.6...7..6....3......8..64.......3..25.....6.9.2.",
    "8...31.....94..7....7..5..43.......9...5...2.6....2....96.273...5.............89.",
    "2...6.8.5.5........96..7....6.9..7....4....12.15.2...9...6..2.7...7.1....3......6",
    "...3..........2.1.94..71...6..93....3.4..7..5.2..1....791...52...6.8...7.........",
    "63.89...............8.75...54......9..2.5...........14.8671..9...9....83.7...4...",
    "....42.1.76......8....9......21.5.4..9..8......3.641...3....9..1............1.582",
    ".......3...15.49..9.....4...7...914632...6..9..........6.3.....4.3.5...259..7....",
    ".7.4..8......86..7.....392.1.7....3..2.6.9...53.....4.3..7......19.....62...6....",
    "....7....1...2..3....9.6....5...8.7.4......1.89..413...45...9.7.....9.6........8.",
    "..32..159..9.183..........64......82.7....4..6.......5...587....816.....9....1...",
];
