//! The controlled-bias sample shipped with the program: it can be reproduced, it is
//! sound, and it agrees with the statistics of the book (PBCS, tables 6.1 and 6.2).

use std::collections::HashSet;
use std::fs::File;

use gradus::generate::Footer;
use gradus_generate::Generator;
use gradus_generate::unit::Recipe;
use gradus_harness::repository;
use gradus_puzzles::sudoku::solver::{GridSolutions, is_minimal, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// By number of clues from 20: share in percent of 5,926,343 puzzles (table 6.1), and mean
/// number of minimal puzzles per complete grid (table 6.2; its misprint at 22 is corrected).
const BOOK: [(f64, f64); 12] = [
    (0.0, 6.152e6),
    (0.0030, 1.4654e9),
    (0.11, 1.6208e11),
    (1.87, 6.8827e12),
    (11.85, 1.0637e14),
    (30.59, 6.2495e14),
    (33.82, 1.4855e15),
    (17.01, 1.5228e15),
    (4.17, 7.2063e14),
    (0.52, 1.6751e14),
    (0.035, 1.9277e13),
    (0.0012, 1.1240e12),
];
const FEWEST: usize = 20;
const BOOK_PUZZLES: f64 = 5_926_343.0;
/// Complete grids per puzzle of the book's collection.
const BOOK_GRIDS: f64 = 257_514.0;

struct Sample {
    puzzles: Vec<Grid>,
    footer: Footer,
}

impl Sample {
    fn read() -> Sample {
        let path = repository().join("data/cb-sample.txt.zst");
        let text = String::from_utf8(zstd::decode_all(File::open(path).unwrap()).unwrap()).unwrap();
        let (puzzles, footer) = text.trim_end().rsplit_once('\n').unwrap();
        let puzzle = |line: &str| {
            let (puzzle, clues) = line.split_once(' ').unwrap();
            let puzzle: Puzzle = puzzle.parse().unwrap();
            assert_eq!(puzzle.clues().to_string(), clues);
            puzzle.givens()
        };
        Sample {
            puzzles: puzzles.lines().map(puzzle).collect(),
            footer: footer.parse().unwrap(),
        }
    }

    /// Number of puzzles by number of clues, in ascending order.
    fn by_clues(&self) -> [f64; BOOK.len()] {
        let mut counts = [0.0; BOOK.len()];
        for puzzle in &self.puzzles {
            counts[puzzle.filled() - FEWEST] += 1.0;
        }
        counts
    }
}

#[test]
fn every_puzzle_is_minimal_and_new() {
    let sample = Sample::read();
    assert_eq!(sample.footer.kind, Generator::ControlledBias);
    assert_eq!(sample.footer.count, sample.puzzles.len() as u64);
    assert!(sample.puzzles.len() >= 10_000);
    let mut seen = HashSet::new();
    for puzzle in &sample.puzzles {
        let GridSolutions::One(solution) = solve(puzzle) else {
            panic!("{puzzle}");
        };
        assert!(is_minimal(puzzle, &solution), "{puzzle}");
        assert!(
            seen.insert(solution),
            "two puzzles with the solution {solution}"
        );
    }
}

#[test]
fn it_is_what_the_program_makes() {
    let sample = Sample::read();
    let Some(kind) = sample.footer.kind.independent() else {
        panic!("{}", sample.footer.kind);
    };
    let recipe = Recipe {
        kind,
        seed: sample.footer.seed,
    };
    let made = (0..).flat_map(|number| recipe.make(number).products);
    for (product, puzzle) in made.zip(&sample.puzzles[..25]) {
        assert_eq!(product.puzzle, *puzzle);
    }
}

#[test]
fn numbers_of_clues_are_those_of_the_book() {
    let sample = Sample::read();
    let n = sample.puzzles.len() as f64;
    let total: f64 = BOOK.iter().map(|(share, _)| share).sum();
    let (mut chi, mut cells) = (0.0, 0);
    for ((share, _), count) in BOOK.iter().zip(sample.by_clues()) {
        let share = share / total;
        let variance = share * (1.0 - share) * (1.0 / n + 1.0 / BOOK_PUZZLES);
        if share * n >= 5.0 {
            let z = (count / n - share) / variance.sqrt();
            assert!(z.abs() < 3.0, "{count} puzzles for a share of {share}");
            chi += z * z * (1.0 - share);
            cells += 1;
        }
    }
    let freedom = f64::from(cells - 1);
    assert!(
        chi < freedom + 3.0 * (2.0 * freedom).sqrt(),
        "{chi} of {cells}"
    );
}

/// Minimal puzzles per grid follow from the number of grids tried: of the C(81, n)
/// sets of n clues of a grid, one deletion sequence meets one.
#[test]
fn minimal_puzzles_per_grid_are_those_of_the_book() {
    let sample = Sample::read();
    let grids = sample.footer.grids.unwrap() as f64;
    let n = sample.puzzles.len() as f64;
    let z = (grids / n / BOOK_GRIDS - 1.0) * n.sqrt();
    assert!(z.abs() < 3.0, "{} grids for a puzzle", grids / n);

    let (mut subsets, mut compared) = (1.0, 0);
    let counts = sample.by_clues();
    for clues in 1..FEWEST + BOOK.len() {
        subsets *= (82 - clues) as f64 / clues as f64;
        let Some(index) = clues.checked_sub(FEWEST) else {
            continue;
        };
        let (share, per_grid) = BOOK[index];
        if counts[index] < 20.0 {
            continue;
        }
        let found = subsets * counts[index] / grids;
        let error = (1.0 / counts[index] + 100.0 / (share * BOOK_PUZZLES)).sqrt();
        let z = (found / per_grid - 1.0) / error;
        assert!(z.abs() < 3.0, "{clues} clues: {found:e} for {per_grid:e}");
        compared += 1;
    }
    assert!(compared >= 6);
}
