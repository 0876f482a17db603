//! Times the search for puzzles near a puzzle, on one core, in seconds of CPU time: the
//! {-1+1} and {-2+2} vicinities of puzzles that are known to be hard, and all minimals of
//! expansions with about 30 clues. The expansions are those of `mith-te3` in `GRADUS_DATA`,
//! or else random puzzles with redundant clues.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::top_down::top_down;
use gradus_generate::vicinity::{Vicinity, minimals, neighbours};
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// Golden Nugget (21 clues), champagne dry (22), and a puzzle of eleven's (22).
const HARD: [&str; 3] = [
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "98.7.....7.....6....6.5.....4...5.3...79..5......2...1..85..9......1...4.....3.2.",
    "..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.",
];

fn main() {
    for text in HARD {
        let (puzzle, solution) = solved(text);
        for (minus, plus) in [(1, 1), (2, 2)] {
            let vicinity = |minimal| Vicinity {
                minus,
                plus,
                minimal,
                same_pattern: false,
                in_solution: false,
            };
            let (time, all) = timed(|| neighbours(&puzzle, &solution, &vicinity(false)).len());
            let (again, minimal) = timed(|| neighbours(&puzzle, &solution, &vicinity(true)).len());
            println!(
                "{{-{minus}+{plus}}} of {} clues {:10.2} ms {all:8} puzzles; minimal {:10.2} ms {minimal:8} puzzles",
                puzzle.filled(),
                time.as_secs_f64() * 1e3,
                again.as_secs_f64() * 1e3,
            );
        }
    }
    let mut times: Vec<(Duration, usize)> = expansions()
        .iter()
        .map(|(puzzle, solution)| timed(|| minimals(puzzle, solution, 100_000).puzzles.len()))
        .collect();
    times.sort_unstable();
    for (what, place) in [("median", times.len() / 2), ("slowest", times.len() - 1)] {
        let (time, count) = times[place];
        println!(
            "all minimals, {what} of {} {:10.3} ms {count:8} puzzles",
            times.len(),
            time.as_secs_f64() * 1e3
        );
    }
}

fn solved(text: &str) -> (Grid, Grid) {
    let puzzle = text.parse::<Puzzle>().unwrap().givens();
    match solve(&puzzle) {
        GridSolutions::One(solution) => (puzzle, solution),
        _ => panic!("not a puzzle with one solution: {text}"),
    }
}

/// Puzzles of about 30 clues, some of them redundant.
fn expansions() -> Vec<(Grid, Grid)> {
    if let Some(table) = Collection::read("mith-te3", usize::MAX) {
        let rows = table.columns(["puzzle"]).unwrap();
        let all = rows.iter().map(|[text]| solved(text));
        return all
            .filter(|(puzzle, _)| (29..=31).contains(&puzzle.filled()))
            .collect();
    }
    let random = |number| {
        let mut dice = Dice::new(1, "bench", number);
        let solution = random_grid(&mut dice);
        let mut puzzle = top_down(&solution, &mut dice);
        while puzzle.filled() < 30 {
            let cell = dice.below(81);
            puzzle.0[cell] = solution.0[cell];
        }
        (puzzle, solution)
    };
    (0..200).map(random).collect()
}
