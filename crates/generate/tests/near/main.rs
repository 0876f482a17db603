//! Puzzles near a puzzle against the definitions: clues are deleted and added one by one,
//! and the results are solved.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod minimals;
mod neighbours;
mod one_more;
mod suexg;

use gradus_generate::cells::Cells;
use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::top_down::top_down;
use gradus_puzzles::sudoku::Grid;
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};

/// A grid of digits from its text.
fn parse(text: &str) -> Grid {
    text.parse::<gradus_puzzles::sudoku::Puzzle>()
        .unwrap()
        .givens()
}

fn solution_of(puzzle: &Grid) -> Grid {
    match solve(puzzle) {
        GridSolutions::One(solution) => solution,
        other => panic!("{puzzle}: {other:?}"),
    }
}

/// A random minimal puzzle and its solution.
fn random_minimal(number: u64) -> (Grid, Grid) {
    let mut dice = Dice::new(1, "vicinity", number);
    let solution = random_grid(&mut dice);
    (top_down(&solution, &mut dice), solution)
}

/// A puzzle with `more` random digits of its solution.
fn with_more(puzzle: &Grid, solution: &Grid, more: usize, number: u64) -> Grid {
    let mut empty: Vec<usize> = (0..81).filter(|&cell| puzzle.0[cell] == 0).collect();
    Dice::new(2, "vicinity", number).shuffle(&mut empty);
    let mut puzzle = *puzzle;
    for &cell in &empty[..more] {
        puzzle.0[cell] = solution.0[cell];
    }
    puzzle
}

/// Returns true if a puzzle has one solution, and several without any one of its clues, by solving.
fn is_minimal_by_definition(puzzle: &Grid) -> bool {
    let one = |puzzle: &Grid| matches!(solve(puzzle), GridSolutions::One(_));
    let needed = |cell: usize| {
        let mut fewer = *puzzle;
        fewer.0[cell] = 0;
        puzzle.0[cell] == 0 || !one(&fewer)
    };
    one(puzzle) && (0..81).all(needed)
}

fn cells_of(puzzle: &Grid) -> Cells {
    (0..81)
        .filter(|&cell| puzzle.0[cell] != 0)
        .fold(0, |set, cell| set | 1 << cell)
}

/// The puzzles must be in the order of their texts, each once.
fn assert_sorted(puzzles: &[Grid]) {
    let texts: Vec<String> = puzzles.iter().map(Grid::to_string).collect();
    assert!(texts.windows(2).all(|pair| pair[0] < pair[1]));
}
